import { lt } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { AttemptOutcome } from '../rules/redeem-texts.ts'
import { codeTries } from './schema/failed-attempts.ts'

const save = prepared(
  'code_try',
  `insert into code_tries (entitlement_id, code_hash, coupon_id, answer, first_at, last_at) values ($1, $2, $3, $4, $5, $5)
   on conflict (entitlement_id, code_hash, answer) do update set count = code_tries.count + 1, last_at = excluded.last_at`,
)

interface FailedCodeAttempt {
  entitlementId: number
  codeHash: string
  couponId: number | null
  outcome: AttemptOutcome
  now: Date
}

/** Records a failed code attempt. Repeating the same attempt increments its count. */
export const saveFailedCodeAttempt = async (tx: Tx, attempt: FailedCodeAttempt): Promise<void> => {
  const { entitlementId, codeHash, couponId, outcome, now } = attempt
  await save(tx, [entitlementId, codeHash, couponId, outcome, now])
}

export const deleteOldCodeAttempts = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(codeTries).where(lt(codeTries.lastAt, before))
}
