import { and, desc, eq, lt, notInArray } from 'drizzle-orm'
import type { Queryable } from '../db.ts'
import { launchDiary } from '../schema/launches.ts'

export type DiaryLine = typeof launchDiary.$inferInsert
export type DiaryEntry = typeof launchDiary.$inferSelect

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await db.orm.insert(launchDiary).values(lines).onConflictDoNothing()
}

/** What a launch that was accepted led to. */
const OPENED = ['pay', 'teacher', 'wts', 'deep_link', 'observer']

export interface DiaryFilter {
  /** As a person quotes it, in any case. */
  reference?: string | undefined
  consumerKey?: string | undefined
  refusedOnly?: boolean | undefined
  before?: number | undefined
  most: number
}

/** The newest first. */
export const listLaunches = (db: Queryable, filter: DiaryFilter): Promise<DiaryEntry[]> =>
  db.orm
    .select()
    .from(launchDiary)
    .where(
      and(
        filter.reference ? eq(launchDiary.reference, filter.reference) : undefined,
        filter.consumerKey ? eq(launchDiary.consumerKey, filter.consumerKey) : undefined,
        filter.refusedOnly ? notInArray(launchDiary.outcome, OPENED) : undefined,
        filter.before ? lt(launchDiary.id, filter.before) : undefined,
      ),
    )
    .orderBy(desc(launchDiary.id))
    .limit(filter.most)
