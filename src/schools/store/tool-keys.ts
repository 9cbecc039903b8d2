import { and, desc, eq, lt } from 'drizzle-orm'
import { takeLock } from '#src/core/db/advisory-locks.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { platformKeys, toolKeys } from './schema.ts'

export type ToolKey = typeof toolKeys.$inferSelect

/** The platform that some keys are for; null for the keys of all platforms without their own. */
export type KeysOf = number | null

export const listToolKeys = (db: Queryable, keysOf: KeysOf): Promise<ToolKey[]> =>
  keysOf === null
    ? db.orm.select().from(toolKeys).orderBy(desc(toolKeys.createdAt))
    : db.orm
        .select()
        .from(platformKeys)
        .where(eq(platformKeys.platformId, keysOf))
        .orderBy(desc(platformKeys.createdAt))

export const listKeyedPlatforms = async (db: Queryable): Promise<number[]> =>
  (await db.orm.selectDistinct({ id: platformKeys.platformId }).from(platformKeys)).map(({ id }) => id)

/** Lets one process change keys at a time. The lock ends with the transaction. */
export const lockToolKeys = (tx: Tx): Promise<void> => takeLock(tx, 'toolKeys')

export const insertToolKey = async (tx: Tx, keysOf: KeysOf, key: typeof toolKeys.$inferInsert): Promise<void> => {
  if (keysOf === null) await tx.orm.insert(toolKeys).values(key)
  else await tx.orm.insert(platformKeys).values({ ...key, platformId: keysOf })
}

export const setToolKeyState = async (
  tx: Tx,
  keysOf: KeysOf,
  { kid, state, now }: { kid: string; state: ToolKey['state']; now: Date },
): Promise<void> => {
  const table = keysOf === null ? toolKeys : platformKeys
  await tx.orm.update(table).set({ state, stateAt: now }).where(eq(table.kid, kid))
}

export const deleteRetiredToolKeys = async (db: Queryable, keysOf: KeysOf, before: Date): Promise<void> => {
  const table = keysOf === null ? toolKeys : platformKeys
  const isOf = keysOf === null ? undefined : eq(platformKeys.platformId, keysOf)
  await db.orm.delete(table).where(and(isOf, eq(table.state, 'retired'), lt(table.stateAt, before)))
}
