import type { Clock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { demandRole, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { HelpClip } from './rules/help-clip.ts'
import { helpFiles } from './rules/help-clip.ts'
import { type HelpSlot, isHelpSlot } from './rules/help-slots.ts'
import { type ListedSlot, listSlots, VIEW_DAYS } from './rules/list-slots.ts'
import { addToDay, findViews } from './store/help-views.ts'

interface Deps {
  db: Database
  clock: Clock
  timezone: string
  /** Clips of this server, by slot, with the test clips of demo mode. */
  clips: ReadonlyMap<HelpSlot, HelpClip>
}

export const makeSignedHelp = ({ db, clock, timezone, clips }: Deps) => {
  let counts = new Map<HelpSlot, number>()
  const add = (slot: HelpSlot, views: number) => void counts.set(slot, (counts.get(slot) ?? 0) + views)
  const files = new Map(helpFiles(clips.values()).map(({ name, bytes }) => [name, bytes]))
  return {
    /** Clips that pages and mails of students show. */
    clips: new Map([...clips].filter(([, { isTest }]) => !isTest)),
    findClip: (slot: string): HelpClip | null => (isHelpSlot(slot) && clips.get(slot)) || null,
    /** Returns the size of a file of a clip; null for any other name. */
    findFile: (name: string): number | null => files.get(name) ?? null,
    /** Counts that a slot was seen, with or without a clip. Kept in memory until `saveSeen`. */
    countSeen: (slot: HelpSlot): void => add(slot, 1),
    /** Adds the counts of this process to the totals of today. If saving fails, they are kept for the next call. */
    async saveSeen(): Promise<void> {
      const taken = counts
      if (taken.size === 0) return
      counts = new Map()
      try {
        await addToDay(db, dayOf(clock.now(), timezone), taken)
      } catch (error) {
        for (const [slot, views] of taken) add(slot, views)
        throw error
      }
    },
    /** Lists the slots by how much their clip is needed. */
    async listSlots(by: Staff): Promise<ListedSlot[]> {
      demandRole(by, 'clips')
      const since = dayOf(new Date(clock.now().getTime() - VIEW_DAYS * DAY_MS), timezone)
      return listSlots(clips, await findViews(db, since))
    },
  }
}

export type SignedHelp = ReturnType<typeof makeSignedHelp>
