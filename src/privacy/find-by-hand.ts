import type { Queryable } from '#src/core/db/db.ts'
import type { ByHand } from './rules/erasure.ts'
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
