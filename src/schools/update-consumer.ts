import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { type Consumer, emailDomain } from './rules/consumer.ts'
import { type SchoolSwitches, switchesOf } from './rules/school.ts'
import { lockConsumer, rotateSecret, saveConsumer } from './store/consumers.ts'

/** Omitted fields keep their value. */
interface ConsumerChange extends Partial<SchoolSwitches> {
  key: string
  /** A host like 'school.edu'; empty or null if any address may join. */
  emailDomain?: string | null | undefined
}

type ConsumerUpdated =
  | { ok: true; consumer: Consumer }
  | Refused<'consumer_not_found' | 'last_access_method' | 'invalid_email_domain'>

/** Changes a school's settings. At least one payment method must stay on. Requires the manager role. */
export const updateConsumer =
  (deps: Deps) =>
  async ({ key, emailDomain: typed, ...switches }: ConsumerChange, by: Staff): Promise<ConsumerUpdated> => {
    demand(by, 'manage')
    const domain = emailDomain(typed ?? '')
    if (domain === undefined) return refuse('invalid_email_domain')
    const change = typed === undefined ? switches : { ...switches, emailDomain: domain }
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const before = await lockConsumer(tx, key)
      if (!before) return refuse('consumer_not_found')
      const after = { ...before, ...change }
      if (!after.acceptsPayment && !after.acceptsAccessCode) return refuse('last_access_method')
      const consumer = await saveConsumer(tx, before.id, change, now)
      await recordAudit(tx, {
        by,
        action: 'update-consumer',
        subject: { kind: 'consumer', id: before.id },
        before: inAudit(before),
        after: inAudit(consumer),
        now,
      })
      return { ok: true, consumer }
    })
  }

const inAudit = (consumer: Consumer) => ({ ...switchesOf(consumer), emailDomain: consumer.emailDomain })

type SecretRotated =
  | { ok: true; consumer: Consumer; secret: string }
  | Refused<'consumer_not_found' | 'reason_required'>

/** Creates a new secret, returned only here. The previous secret stays valid until the next rotation. */
export const rotateConsumerSecret =
  (deps: Deps) =>
  async (key: string, by: Staff, reason: string): Promise<SecretRotated> => {
    demand(by, 'manage')
    const secret = mintSecret()
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const consumer = await lockConsumer(tx, key)
      if (!consumer) return refuse('consumer_not_found')
      if (reason.trim() === '') return refuse('reason_required')
      await rotateSecret(tx, consumer.id, deps.secrets.seal(secret), now)
      const subject = { kind: 'consumer', id: consumer.id } as const
      await recordAudit(tx, { by, action: 'rotate-secret', subject, reason, now })
      return { ok: true, consumer, secret }
    })
  }
