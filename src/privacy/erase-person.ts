import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { findByHand } from './by-hand.ts'
import { eraseRecords, type RecordsErased } from './erase-records.ts'
import { type ByHand, type ErasureReason, erasureBlock, type Requester } from './rules/erasure.ts'
import { erasing } from './store/data-map/entry.ts'
import { countHeld } from './store/erase-rows.ts'
import {
  findMoney,
  findScope,
  listPersonRows,
  listSameAddress,
  type PersonRow,
  type PersonScope,
} from './store/person-scope.ts'

interface HeldKind {
  purpose: string
  count: number
  /** Effects of erasing, in words. */
  erasing: string
  stays: boolean
}

interface PersonalData {
  /** The records that staff linked as this person. */
  records: PersonRow[]
  held: HeldKind[]
  byHand: ByHand[]
  /** Other people with the same address. They stay. */
  sameAddress: PersonRow[]
  /** Reason that the person cannot be erased now. */
  block: ErasureReason | null
  /** Differs whenever the effects of erasing do. */
  effectsKey: string
}

/** Shows what is known about a person, and what erasing them would do. Records the view. Null for an unknown person. */
export const viewPersonalData = async (
  { db, clock }: Needs<'clock' | 'db'>,
  personId: number,
  by: Staff,
): Promise<PersonalData | null> => {
  demand(by, 'manage')
  const now = clock.now()
  const records = await listPersonRows(db, personId)
  if (records.length === 0) return null
  const people = records.map(row => row.id)
  await recordView(
    db,
    by,
    people.map(id => ({ kind: 'person', id })),
    now,
  )
  const scope = await findScope(db, people)
  const addresses = records.flatMap(row => row.email ?? [])
  return {
    records,
    held: (await countHeld(db, scope)).map(({ entry, count }) => ({
      purpose: entry.purpose,
      count,
      erasing: erasing[entry.erase],
      stays: entry.erase === 'stay',
    })),
    byHand: await findByHand(db, scope),
    sameAddress: await listSameAddress(db, addresses, people),
    block: erasureBlock(await findMoney(db, scope, now)),
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
      check: async (_, scope) => ((await effectsOf(tx, scope)) === confirmed ? null : 'effects_changed'),
    }),
  )
  if (done.ok) app.log.info({ records: done.records }, 'a person was erased')
  return done
}
