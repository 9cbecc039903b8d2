import { lt } from 'drizzle-orm'
import type { Subject } from '#src/access/rules/entitlement.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { AttemptOutcome } from '../rules/redeem-texts.ts'
import { codeTries } from './schema/failed-attempts.ts'

const save = prepared(
  'code_try',
  `insert into code_tries (subject_kind, subject_id, code_hash, coupon_id, answer, first_at, last_at) values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (subject_kind, subject_id, code_hash, answer) do update set count = code_tries.count + 1, last_at = excluded.last_at`,
)

interface FailedCodeAttempt {
  subject: Subject
  codeHash: string
  couponId: number | null
  outcome: AttemptOutcome
  now: Date
}

/** Records a failed code attempt. Repeating the same attempt increments its count. */
export const saveFailedCodeAttempt = async (
  tx: Tx,
  { subject, codeHash, couponId, outcome, now }: FailedCodeAttempt,
): Promise<void> => {
  await save(tx, [subject.kind, subject.id, codeHash, couponId, outcome, now])
}

export const deleteOldCodeAttempts = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(codeTries).where(lt(codeTries.lastAt, before))
}
