import { lockEntitlements } from '#src/access/store/entitlement-changes.ts'
import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { mintCode } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { findByHand } from './by-hand.ts'
import { type ErasureReason, erasureBlock, type Requester, wordPattern } from './rules/erasure.ts'
import { cutWords, eraseHeldRows, eraseJobs, replacePerson } from './store/erase-rows.ts'
import { saveErasure } from './store/erasures.ts'
import {
  findMoney,
  findScope,
  listUnheld,
  lockPersonRows,
  type PersonRow,
  type PersonScope,
} from './store/person-scope.ts'

interface EraseRecords {
  personId: number
  /** 'staff:7' or 'system'. */
  actor: string
  asked: Requester
  now: Date
  /** Looks at what was locked; a reason stops the erasure. */
  check?: (rows: PersonRow[], scope: PersonScope) => Promise<ErasureReason | null>
}

export type RecordsErased = { ok: true; records: number } | Refused<ErasureReason>

/**
 * Erases a person and all records linked to them, in the caller's transaction. Locks people, then their
 * entitlements, in the order of a launch. The person's rows are moved to a pseudonym, so a launch that races with this
 * finds no person and makes a new one.
 */
export const eraseRecords = async (
  { fingerprint }: Needs<'fingerprint'>,
  tx: Tx,
  { personId, actor, asked, now, check }: EraseRecords,
): Promise<RecordsErased> => {
  const rows = await lockPersonRows(tx, personId)
  const people = rows.map(row => row.id)
  if (people.length === 0) return refuse('person_not_found')
  await lockEntitlements(tx, (await findScope(tx, people)).entitlements)
  const scope = await findScope(tx, people)
  const refused = erasureBlock(await findMoney(tx, scope, now)) ?? (await check?.(rows, scope))
  if (refused) return refuse(refused)
  const byHand = await findByHand(tx, scope)
  await eraseHeldRows(tx, scope)
  // A claimed address that rows of others have is left to them.
  const keys = [...scope.emails, ...(await listUnheld(tx, scope.claimed)), ...scope.tokens]
  const pattern = wordPattern([...keys, ...scope.words])
  if (pattern) await cutWords(tx, pattern)
  await eraseJobs(tx, scope, wordPattern(keys))
  for (const [at, { id, identity }] of rows.entries()) {
    if (identity)
      await saveErasure(tx, { keyHash: fingerprint(identity), at: now, actor, asked, byHand: at === 0 ? byHand : [] })
    const subjectId = await replacePerson(tx, id, `Erased ${mintCode(8)}`, now)
    await saveAudit(tx, { actor, action: 'erase-person', subjectKind: 'person', subjectId, after: { asked } }, now)
  }
  return { ok: true, records: rows.length }
}
