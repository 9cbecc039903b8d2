import { languages } from '#src/core/rules/languages/language.ts'
import type { HelpClip } from './help-clip.ts'
import { type HelpSlot, helpSlots } from './help-slots.ts'

/** Views are counted over so many days. */
export const VIEW_DAYS = 30

/** A slot as staff see it. */
export interface ListedSlot {
  slot: HelpSlot
  name: string
  views: number
  state: 'empty' | 'test' | 'recorded'
  /** It has the texts in every language. */
  isTranslated: boolean
}

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
