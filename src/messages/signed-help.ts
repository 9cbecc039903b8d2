import type { Needs } from '#src/context.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { demandRole, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { hrefs } from '#views/paths.ts'
import {
  type HelpClip,
  type HelpSlot,
  helpFiles,
  type ListedSlot,
  type MailSlot,
  VIEW_DAYS,
} from './rules/signed-help.ts'
import { addToDay, findViews } from './store/help-views.ts'
import { isHelpSlot, listSlots } from './texts/signed-help.ts'

/** Holds the clips of signed help, those of the clip studio before those of content, and counts their views. */
export const makeSignedHelp = (
  ofContent: ReadonlyMap<HelpSlot, HelpClip>,
  recorded: () => Promise<HelpClip[]> = async () => [],
) => {
  let clips = ofContent
  let counts = new Map<HelpSlot, number>()
  const add = (slot: HelpSlot, views: number) => void counts.set(slot, (counts.get(slot) ?? 0) + views)
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
    /** Counts that a slot was seen, with or without a clip. Kept in memory until `saveSeen`. */
    countSeen: (slot: HelpSlot): void => add(slot, 1),
    /** Saves the counts since the last call, and forgets them. If saving fails, they are kept for the next call. */
    async takeSeen(save: (seen: ReadonlyMap<HelpSlot, number>) => Promise<void>): Promise<void> {
      const taken = counts
      counts = new Map()
      if (taken.size === 0) return
      await save(taken).catch(error => {
        for (const [slot, views] of taken) add(slot, views)
        throw error
      })
    },
  }
}

export type SignedHelp = ReturnType<typeof makeSignedHelp>

/** Adds the counts of this process to the totals of today. */
export const saveSeen = (app: Needs<'clock' | 'db' | 'signedHelp' | 'timezone'>): Promise<void> =>
  app.signedHelp.takeSeen(seen => addToDay(app.db, dayOf(app.clock.now(), app.timezone), seen))

/** Lists the slots by how much their clip is needed. */
export const listHelpSlots = async (
  { db, clock, timezone, signedHelp }: Needs<'clock' | 'db' | 'signedHelp' | 'timezone'>,
  by: Staff,
): Promise<ListedSlot[]> => {
  demandRole(by, 'clips')
  const since = dayOf(new Date(clock.now().getTime() - VIEW_DAYS * DAY_MS), timezone)
  return listSlots(signedHelp.all, await findViews(db, since))
}

/** Returns the address of the page with the clip of a mail; null without one. */
export const signedAt = (
  { publicUrl, signedHelp }: Needs<'publicUrl'> & { signedHelp: Pick<SignedHelp, 'hasClip'> },
  slot: MailSlot,
  language: Language,
): string | null => (signedHelp.hasClip(slot) ? `${publicUrl}${hrefs.watch(slot, language)}` : null)
