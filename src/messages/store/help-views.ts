import { gte, sql } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import type { HelpSlot } from '../rules/signed-help.ts'
import { helpViews } from './schema.ts'

/** Adds views to the totals of a day. In the order of slots, so that two processes never wait for each other's rows. */
export const addToDay = async (db: Queryable, day: string, counts: ReadonlyMap<HelpSlot, number>): Promise<void> => {
  await db.orm
    .insert(helpViews)
    .values([...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([slot, views]) => ({ day, slot, views })))
    .onConflictDoUpdate({
      target: [helpViews.day, helpViews.slot],
      set: { views: sql`${helpViews.views} + excluded.views` },
    })
}

/** Returns how often each slot was seen since a day. */
export const findViews = async (db: Queryable, since: string): Promise<Map<string, number>> => {
  const rows = await db.orm
    .select({ slot: helpViews.slot, views: sql<number>`sum(${helpViews.views})::float8` })
    .from(helpViews)
    .where(gte(helpViews.day, since))
    .groupBy(helpViews.slot)
  return new Map(rows.map(({ slot, views }) => [slot, views]))
}
