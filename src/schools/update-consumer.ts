import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { type Consumer, consumerMessages } from './rules/consumer.ts'
import { type SchoolSwitches, switchesOf } from './rules/school.ts'
import { lockConsumer, rotateSecret, saveConsumer } from './store/consumers.ts'

/** Omitted fields keep their value. */
export interface ConsumerChange extends Partial<SchoolSwitches> {
  key: string
  emailDomain?: string | null
}

export type ConsumerUpdated =
  | { kind: 'updated'; consumer: Consumer }
  | { kind: 'refused'; status: 404 | 422; message: string; field: string }

const missing = { kind: 'refused', status: 404, message: consumerMessages.notFound, field: 'key' } as const

/** Changes a school's settings. At least one payment method must stay on. Requires the manager role. */
export const updateConsumer =
  (deps: Deps) =>
  async ({ key, ...change }: ConsumerChange, by: Staff): Promise<ConsumerUpdated> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const before = await lockConsumer(tx, key)
      if (!before) return missing
      const after = { ...before, ...change }
      if (!after.acceptsPayment && !after.acceptsAccessCode)
        return { kind: 'refused', status: 422, message: consumerMessages.lastMeans, field: 'accepts_payment' }
      const consumer = await saveConsumer(tx, before.id, change, now)
      await recordAudit(tx, {
        by,
        action: 'update-consumer',
        subject: { kind: 'consumer', id: before.id },
        before: inAudit(before),
        after: inAudit(consumer),
        now,
      })
      return { kind: 'updated', consumer }
    })
  }

const inAudit = (consumer: Consumer) => ({ ...switchesOf(consumer), emailDomain: consumer.emailDomain })

/** Creates a new secret, returned only here. The previous secret stays valid until the next rotation. */
export const rotateConsumerSecret =
  (deps: Deps) =>
  async (key: string, by: Staff, reason?: string): Promise<{ consumer: Consumer; secret: string } | null> => {
    demand(by, 'manage')
    const secret = mintSecret()
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const consumer = await lockConsumer(tx, key)
      if (!consumer) return null
      await rotateSecret(tx, consumer.id, deps.secrets.seal(secret), now)
      const subject = { kind: 'consumer', id: consumer.id } as const
      await recordAudit(tx, { by, action: 'rotate-secret', subject, reason, now })
      return { consumer, secret }
    })
  }
