import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/language.ts'
import { demandRole, type Staff } from '#src/core/rules/staff.ts'
import { hrefs } from '#views/paths.ts'
import { type HelpClip, type HelpSlot, helpFiles, type ListedSlot, type MailSlot } from './rules/signed-help.ts'
import { isHelpSlot, listSlots } from './texts/signed-help.ts'

/** Holds the clips of signed help, those of the clip studio before those of content. */
export const makeSignedHelp = (
  ofContent: ReadonlyMap<HelpSlot, HelpClip>,
  recorded: () => Promise<HelpClip[]> = async () => [],
) => {
  let clips = ofContent
  const files = new Map(helpFiles(clips.values()).map(({ name, bytes }) => [name, bytes]))
  const listShown = () => new Map([...clips].filter(([, { isTest }]) => !isTest))
  let shown = listShown()
  return {
    /** Every clip of this server, with the test clips of demo mode. */
    get all() {
      return clips
    },
    /** Clips that pages and mails of students show. */
    get clips(): ReadonlyMap<HelpSlot, HelpClip> {
      return shown
    },
    /** Reads the published clips of the studio again. */
    async refresh(): Promise<void> {
      clips = new Map([...ofContent, ...(await recorded()).map((clip): [HelpSlot, HelpClip] => [clip.slot, clip])])
      shown = listShown()
    },
    findClip: (slot: string): HelpClip | null => (isHelpSlot(slot) && clips.get(slot)) || null,
    hasClip: (slot: HelpSlot): boolean => shown.has(slot),
    /** Returns the size of a file of a clip; null for any other name. */
    findFile: (name: string): number | null => files.get(name) ?? null,
  }
}

export type SignedHelp = ReturnType<typeof makeSignedHelp>

/** Lists the slots, those without a clip first. */
export const listHelpSlots = ({ signedHelp }: Needs<'signedHelp'>, by: Staff): ListedSlot[] => {
  demandRole(by, 'clips')
  return listSlots(signedHelp.all)
}

/** Returns the address of the page with the clip of a mail; null without one. */
export const signedAt = (
  { publicUrl, signedHelp }: Needs<'publicUrl'> & { signedHelp: Pick<SignedHelp, 'hasClip'> },
  slot: MailSlot,
  language: Language,
): string | null => (signedHelp.hasClip(slot) ? `${publicUrl}${hrefs.watch(slot, language)}` : null)
