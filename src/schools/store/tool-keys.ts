import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { toolKeys } from './schema.ts'

export type ToolKey = typeof toolKeys.$inferSelect

export const listToolKeys = async (db: Queryable): Promise<ToolKey[]> =>
  db.orm.select().from(toolKeys).orderBy(desc(toolKeys.createdAt))

/** Key of the advisory lock. Every process must use the same number; migrations and content imports use others. */
const LOCK = 7_446_226

/** Lets one process change keys at a time. The lock ends with the transaction. */
export const lockToolKeys = async (tx: Tx): Promise<void> => {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

export const insertToolKey = async (tx: Tx, key: typeof toolKeys.$inferInsert): Promise<void> => {
  await tx.orm.insert(toolKeys).values(key)
}

export const setToolKeyState = async (tx: Tx, kid: string, state: ToolKey['state'], now: Date): Promise<void> => {
  await tx.orm.update(toolKeys).set({ state, stateAt: now }).where(eq(toolKeys.kid, kid))
}

export const deleteRetiredToolKeys = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(toolKeys).where(and(eq(toolKeys.state, 'retired'), lt(toolKeys.stateAt, before)))
}
