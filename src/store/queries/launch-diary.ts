import type { Queryable } from '../db.ts'
import { launchDiary } from '../schema/launches.ts'

export type DiaryLine = typeof launchDiary.$inferInsert

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await db.orm.insert(launchDiary).values(lines).onConflictDoNothing()
}
