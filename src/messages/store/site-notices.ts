import { desc, isNull } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { SiteNotice } from '../rules/site-notice.ts'
import { notices } from './schema/site-notices.ts'

export const findNotice = async (db: Queryable): Promise<SiteNotice | null> => {
  const [row] = await db.orm
    .select({ id: notices.id, text: notices.text })
    .from(notices)
    .where(isNull(notices.endedAt))
    .orderBy(desc(notices.id))
    .limit(1)
  return row ?? null
}

export const saveNotice = async (tx: Tx, given: { text: string; staffId: number; now: Date }): Promise<SiteNotice> => {
  const { now, ...values } = given
  const [row] = await tx.orm
    .insert(notices)
    .values({ ...values, createdAt: now })
    .returning({ id: notices.id, text: notices.text })
  return row!
}

/** Ends all open notices. If two were set at once, ending only the newest would show the older one again. */
export const endNotices = async (tx: Tx, now: Date): Promise<void> => {
  await tx.orm.update(notices).set({ endedAt: now }).where(isNull(notices.endedAt))
}
