import { isKeyOf, keysOf } from '#src/core/rules/guards.ts'
import { languages } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type HelpClip, type HelpSlot, type ListedSlot, named } from '../rules/signed-help.ts'

const { launchRefusals } = textsIn('en')

/** Every slot, with the words by which staff know it. */
export const helpSlots: ReadonlyMap<HelpSlot, string> = new Map<HelpSlot, string>([
  ...keysOf(named).map((slot): [HelpSlot, string] => [slot, named[slot]]),
  ...keysOf(launchRefusals).map((reason): [HelpSlot, string] => [
    `launch-${reason}`,
    `Launch: ${launchRefusals[reason].heading.replace(/^We couldn't open your course: /, '')}`,
  ]),
])

export const isHelpSlot = (given: string): given is HelpSlot =>
  isKeyOf(named, given) || (given.startsWith('launch-') && isKeyOf(launchRefusals, given.slice('launch-'.length)))

/** Lists all slots: those without a real clip first, the most seen at the top. */
export const listSlots = (clips: ReadonlyMap<HelpSlot, HelpClip>, views: ReadonlyMap<string, number>): ListedSlot[] => {
  const listed = [...helpSlots].map(([slot, name]): ListedSlot => {
    const clip = clips.get(slot)
    return {
      ...{ slot, name, views: views.get(slot) ?? 0 },
      state: clip ? (clip.isTest ? 'test' : 'recorded') : 'empty',
      isTranslated: languages.every(language => language === 'en' || clip?.translations[language] !== undefined),
    }
  })
  const isDone = ({ state }: ListedSlot) => state === 'recorded'
  return listed.sort((a, b) => Number(isDone(a)) - Number(isDone(b)) || b.views - a.views)
}
