import { type Entitlement, isIn } from '../../domain/entitlement.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Tx } from '../../store/db.ts'
import { restoreUses } from '../../store/queries/coupons.ts'
import { type By, unprocessEntitlement } from './process-entitlement.ts'

/**
 * Before a code leaves a row: who is in by their codes is out without this one; their other codes stay good, so that one
 * more code lets them in again. Who is in for another reason stays in. The caller holds the row's lock.
 */
export const takeCodeBack = async (
  tx: Tx,
  jobs: JobQueue,
  given: { entitlement: Entitlement; couponId: number; now: Date; by: By },
): Promise<void> => {
  const { entitlement, couponId, now, by } = given
  const held = entitlement.codes.filter(c => c.voidedAt === null)
  if (!isIn(entitlement) || entitlement.source !== 'code' || !held.some(c => c.couponId === couponId)) return
  await unprocessEntitlement(tx, jobs, { entitlement, now, by })
  const others = held.map(c => c.couponId).filter(id => id !== couponId)
  await restoreUses(tx, entitlement, others)
}
