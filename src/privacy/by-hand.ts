import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { ByHand } from './rules/erasure.ts'
import { claimByHandDone, type Erasure, listErasures } from './store/erasures.ts'
import { findOutsideIds, type PersonScope } from './store/person-scope.ts'

/** Lists what staff must erase at other services themselves. */
export const findByHand = async (db: Queryable, scope: PersonScope): Promise<ByHand[]> => {
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
