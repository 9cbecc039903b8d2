import type { SchoolSwitches } from '../../domain/school.ts'
import { demand, type Staff } from '../../domain/staff.ts'
import type { Tx } from '../../store/db.ts'
import { saveConsumer } from '../../store/queries/consumers.ts'
import type { SchoolRef } from '../../store/queries/default-products.ts'
import { saveDeployment } from '../../store/queries/platforms.ts'
import { recordAudit } from './record-audit.ts'

type PaymentMethods = Pick<SchoolSwitches, 'acceptsPayment' | 'acceptsAccessCode'>

interface SavePaymentMethods {
  school: SchoolRef
  before: PaymentMethods
  after: PaymentMethods
  by: Staff
  now: Date
}

/**
 * Saves the payment methods that a school accepts, for all its courses. Requires the manager role. The caller holds the
 * school's lock.
 */
export const turnSchool = async (tx: Tx, { school, before, after, by, now }: SavePaymentMethods): Promise<void> => {
  demand(by, 'manage')
  const { id } = school
  if (school.version === '1.1') await saveConsumer(tx, id, after, now)
  else await saveDeployment(tx, id, after, now)
  const [action, kind] =
    school.version === '1.1'
      ? (['update-consumer', 'consumer'] as const)
      : (['change-deployment', 'deployment'] as const)
  await recordAudit(tx, { by, action, subject: { kind, id }, before, after, now })
}
