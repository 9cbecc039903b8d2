import { and, eq, gt, lte } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { batchCalls } from './schema/coupons.ts'

/** A call that makes codes, by its Idempotency-Key. */
export interface BatchCall {
  caller: string
  key: string
  askedHash: string
  now: Date
  /** A call before then does not count any more. */
  since: Date
}

const isOf = ({ caller, key }: BatchCall) => and(eq(batchCalls.caller, caller), eq(batchCalls.key, key))

/** Claims the key of a call. Returns false if a call since then has it; waits for one that is under way. */
export const claimBatchCall = async (tx: Tx, { now: createdAt, since, ...call }: BatchCall): Promise<boolean> => {
  const set = { askedHash: call.askedHash, batchId: null, createdAt }
  const target = [batchCalls.caller, batchCalls.key]
  const added = tx.orm.insert(batchCalls).values({ ...call, createdAt })
  return (await added.onConflictDoUpdate({ target, set, setWhere: lte(batchCalls.createdAt, since) })).rowCount === 1
}

export const saveBatchOfCall = async (tx: Tx, call: BatchCall, batchId: number): Promise<void> => {
  await tx.orm.update(batchCalls).set({ batchId }).where(isOf(call))
}

export const findBatchCall = async (db: Queryable, call: BatchCall) => {
  const isRecent = and(isOf(call), gt(batchCalls.createdAt, call.since))
  return (await db.orm.select().from(batchCalls).where(isRecent))[0] ?? null
}

export const deleteBatchCallsBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(batchCalls).where(lte(batchCalls.createdAt, before))
}
