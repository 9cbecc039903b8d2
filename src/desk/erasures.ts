import { lockEntitlements } from '#src/access/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit, recordView } from '#src/core/audit/audit.ts'
import { deleteAuditBefore, saveAudit } from '#src/core/audit/store/audit.ts'
import { mintCode, sha256 } from '#src/core/crypto.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { type ByHand, type ErasureReason, erasureBlock, type Requester, wordPattern } from './rules/erasures.ts'
import { erasing } from './store/data-map/entry.ts'
import { claimByHandDone, type Erasure, listErasures, saveErasure } from './store/erasures.ts'
import { countHeld, cutWords, eraseHeldRows, eraseJobs, replacePerson } from './store/held-rows.ts'
import {
  findMoney,
  findOutsideIds,
  findScope,
  listInactivePeople,
  listPersonRows,
  listSameAddress,
  listUnheld,
  lockPersonRows,
  type PersonScope,
} from './store/person-scope.ts'

/** Lists what staff must erase at other services themselves. */
const findByHand = async (db: Queryable, scope: PersonScope): Promise<ByHand[]> => {
  const { sessions, intents, users, enrollments } = await findOutsideIds(db, scope)
  const all: ByHand[] = [
    { service: 'Stripe', what: 'checkouts', ids: sessions },
    { service: 'Stripe', what: 'payments', ids: intents },
    { service: 'Canvas', what: 'users', ids: users },
    { service: 'Canvas', what: 'enrollments', ids: enrollments },
  ]
  return all.filter(part => part.ids.length > 0)
}

const MOST = 100

/** Lists erasures, those first that staff must still finish at other services. */
export const listErased = ({ db }: Needs<'db'>, by: Staff): Promise<Erasure[]> => {
  demand(by, 'manage')
  return listErasures(db, MOST)
}

/** Marks that staff erased a person at other services. Returns false if it was done before. */
export const markByHandDone = ({ db, clock }: Needs<'clock' | 'db'>, keyHash: string, by: Staff): Promise<boolean> => {
  demand(by, 'manage')
  const now = clock.now()
  return inTransaction(db, async tx => {
    if (!(await claimByHandDone(tx, keyHash, now))) return false
    await recordAudit(tx, { by, action: 'erased-by-hand', subject: { kind: 'person', key: 'erased' }, now })
    return true
  })
}

interface EraseRecords {
  personId: number
  /** 'staff:7' or 'system'. */
  actor: string
  asked: Requester
  now: Date
  /** Looks at what was locked; a reason stops the erasure. */
  check?: (scope: PersonScope) => Promise<ErasureReason | null>
}

type RecordsErased = { ok: true; records: number } | Refused<ErasureReason>

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
  const refused = erasureBlock(await findMoney(tx, scope, now)) ?? (await check?.(scope))
  if (refused) return refuse(refused)
  const byHand = await findByHand(tx, scope)
  await eraseHeldRows(tx, scope)
  // A claimed address that rows of others have is left to them.
  const claimed = (await listUnheld(tx, scope.claimed)).map(({ email }) => email)
  const keys = [...scope.emails, ...claimed, ...scope.tokens]
  const proved = wordPattern([...scope.emails, ...scope.tokens])
  if (proved) await cutWords(tx, proved)
  const chosen = wordPattern([...claimed, ...scope.words])
  if (chosen) await cutWords(tx, chosen, scope.schools)
  await eraseJobs(tx, scope, wordPattern(keys))
  for (const [at, { id, identity }] of rows.entries()) {
    if (identity)
      await saveErasure(tx, { keyHash: fingerprint(identity), at: now, actor, asked, byHand: at === 0 ? byHand : [] })
    const subjectId = await replacePerson(tx, id, `Erased ${mintCode(8)}`, now)
    await saveAudit(tx, { actor, action: 'erase-person', subjectKind: 'person', subjectId, after: { asked } }, now)
  }
  return { ok: true, records: rows.length }
}

/** Shows what is known about a person, and what erasing them would do. Records the view. Null for an unknown person. */
export const viewPersonalData = async ({ db, clock }: Needs<'clock' | 'db'>, personId: number, by: Staff) => {
  demand(by, 'manage')
  const now = clock.now()
  const records = await listPersonRows(db, personId)
  if (records.length === 0) return null
  const people = records.map(row => row.id)
  const viewed = people.map(id => ({ kind: 'person', id }) as const)
  await recordView(db, by, viewed, now)
  const scope = await findScope(db, people)
  const addresses = records.flatMap(row => row.email ?? [])
  return {
    records,
    held: (await countHeld(db, scope)).map(({ entry: { purpose, erase }, count }) => ({
      purpose,
      count,
      /** Effects of erasing, in words. */
      erasing: erasing[erase],
    })),
    byHand: await findByHand(db, scope),
    /** Other people with the same address. They stay. */
    sameAddress: await listSameAddress(db, addresses, people),
    /** Reason that the person cannot be erased now. */
    block: erasureBlock(await findMoney(db, scope, now)),
    /** Differs whenever the effects of erasing do. */
    effectsKey: await effectsOf(db, scope),
  }
}

/** Returns a hash of the effects. Leaves out the audit, because the preview itself adds a view to it. */
const effectsOf = async (db: Queryable, scope: PersonScope): Promise<string> => {
  const counts = (await countHeld(db, scope)).filter(({ entry }) => entry.kept !== 'audit')
  return sha256(JSON.stringify([scope.people, counts.map(({ entry, count }) => [entry.purpose, count])]))
}

interface ErasePerson {
  personId: number
  asked: Requester | undefined
  /** The `effectsKey` that staff saw. */
  confirmed: string
}

/** Erases a person, as the preview showed. A second call finds nobody. */
export const erasePerson = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'log'>,
  { personId, asked, confirmed }: ErasePerson,
  by: SignedInStaff,
): Promise<RecordsErased> => {
  demand(by, 'manage')
  const now = app.clock.now()
  demandFresh(by, now)
  if (!asked) return refuse('requester_required')
  const done = await inTransaction(app.db, tx =>
    eraseRecords(app, tx, {
      personId,
      actor: `staff:${by.id}`,
      asked,
      now,
      check: async scope => ((await effectsOf(tx, scope)) === confirmed ? null : 'effects_changed'),
    }),
  )
  if (done.ok) app.log.info({ records: done.records }, 'a person was erased')
  return done
}

const BATCH = 100

/**
 * Deletes old audit lines, and erases people whose access ended long ago. Runs daily. A person who cannot be erased
 * because of an error is logged and left out; the others are erased, and then it throws, so that the job runs again.
 */
export const eraseInactivePeople = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'log' | 'retention'>,
): Promise<void> => {
  const { db, clock, log, retention } = app
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteAuditBefore(db, { views: daysAgo(retention.views), changes: daysAgo(retention.audit) })
  const before = daysAgo(retention.people)
  let failed = 0
  for (let after = 0; ; ) {
    const people = await listInactivePeople(db, before, after, BATCH)
    for (const { id: personId } of people)
      await inTransaction(db, tx =>
        eraseRecords(app, tx, { personId, actor: 'system', asked: 'retention', now }),
      ).catch((err: unknown) => {
        failed++
        log.error({ err, personId }, 'a person could not be erased')
      })
    if (people.length < BATCH) break
    after = people.at(-1)!.id
  }
  if (failed > 0) throw new Error(`people who could not be erased: ${failed}`)
}
