import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { seatLinks } from './schema.ts'

const MOST = 20

/** Lists the links of a school that are not withdrawn, newest first. */
export const listLinks = async (db: Queryable, schoolId: number): Promise<{ id: number; createdAt: Date }[]> =>
  db.orm
    .select({ id: seatLinks.id, createdAt: seatLinks.createdAt })
    .from(seatLinks)
    .where(and(eq(seatLinks.schoolId, schoolId), isNull(seatLinks.withdrawnAt)))
    .orderBy(desc(seatLinks.id))
    .limit(MOST)

export const saveLink = async (
  tx: Tx,
  { schoolId, staffId, now }: { schoolId: number; staffId: number; now: Date },
): Promise<void> => {
  await tx.orm.insert(seatLinks).values({ schoolId, createdBy: staffId, createdAt: now })
}

/** Withdraws a link of the school. Returns false if it is not there, or was withdrawn before. */
export const saveWithdrawn = async (
  tx: Tx,
  { schoolId, linkId, now }: { schoolId: number; linkId: number; now: Date },
): Promise<boolean> => {
  const isOpen = and(eq(seatLinks.id, linkId), eq(seatLinks.schoolId, schoolId), isNull(seatLinks.withdrawnAt))
  return (
    (await tx.orm.update(seatLinks).set({ withdrawnAt: now }).where(isOpen).returning({ id: seatLinks.id })).length > 0
  )
}

/** Returns the school of a link that is not withdrawn. */
export const findLinkedSchool = async (db: Queryable, linkId: number): Promise<number | null> => {
  const isOpen = and(eq(seatLinks.id, linkId), isNull(seatLinks.withdrawnAt))
  const [row] = await db.orm.select({ schoolId: seatLinks.schoolId }).from(seatLinks).where(isOpen)
  return row?.schoolId ?? null
}
