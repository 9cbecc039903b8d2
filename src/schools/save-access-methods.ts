import { recordAudit } from '#src/core/audit/record-audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolRef, SchoolSwitches } from './rules/school.ts'
import { saveConsumer } from './store/consumers.ts'
import { saveDeployment } from './store/platforms.ts'

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
export const savePaymentMethods = async (
  tx: Tx,
  { school, before, after, by, now }: SavePaymentMethods,
): Promise<void> => {
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
