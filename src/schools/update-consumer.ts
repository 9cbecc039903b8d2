import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { queueYearlyAccess } from './queue-yearly-access.ts'
import { type Consumer, emailDomain } from './rules/consumer.ts'
import type { Reach } from './rules/platform.ts'
import { completeChange, type SchoolSwitches, switchesOf } from './rules/school.ts'
import {
  findConsumerByName,
  findConsumerReach,
  lockConsumer,
  lockConsumerNames,
  rotateSecret,
  saveConsumer,
} from './store/consumers.ts'

/** Omitted fields keep their value. */
interface ConsumerChange extends Partial<SchoolSwitches> {
  key: string
  name?: string | undefined
  /** A host like 'school.edu'; empty or null if any address may join. */
  emailDomain?: string | null | undefined
}

type ConsumerUpdated =
  | { ok: true; consumer: Consumer }
  | Refused<
      | 'consumer_not_found'
      | 'consumer_name_required'
      | 'consumer_name_exists'
      | 'last_access_method'
      | 'invalid_email_domain'
    >

/** Changes a school's settings. At least one payment method must stay on. Requires the manager role. */
export const updateConsumer =
  (deps: Deps) =>
  async ({ key, name: typedName, emailDomain: typed, ...switches }: ConsumerChange, by: Staff) => {
    demand(by, 'manage')
    const domain = emailDomain(typed ?? '')
    if (domain === undefined) return refuse('invalid_email_domain')
    const name = typedName?.trim()
    if (name === '') return refuse('consumer_name_required')
    const asked = {
      ...switches,
      ...(name === undefined ? {} : { name }),
      ...(typed === undefined ? {} : { emailDomain: domain }),
    }
    const now = deps.clock.now()
    return inTransaction(deps.db, async (tx): Promise<ConsumerUpdated> => {
      if (name !== undefined) await lockConsumerNames(tx)
      const before = await lockConsumer(tx, key)
      if (!before) return refuse('consumer_not_found')
      const namesake = name === undefined ? null : await findConsumerByName(tx, name)
      if (namesake && namesake.id !== before.id) return refuse('consumer_name_exists')
      const change = completeChange(before, asked)
      const after = { ...before, ...change }
      if (!after.acceptsPayment && !after.acceptsAccessCode) return refuse('last_access_method')
      const consumer = await saveConsumer(tx, before.id, change, now)
      await queueYearlyAccess(deps, tx, { school: { version: '1.1', id: before.id }, before, after: consumer })
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

const inAudit = (consumer: Consumer) => ({
  name: consumer.name,
  ...switchesOf(consumer),
  emailDomain: consumer.emailDomain,
})

/** Counts whom a new secret concerns. Returns null when the consumer does not exist. */
export const previewSecretRotation =
  ({ db }: Pick<Deps, 'db'>) =>
  async (key: string, by: Staff): Promise<(Reach & { name: string }) | null> => {
    demand(by, 'manage')
    return findConsumerReach(db, key)
  }

type SecretRotated =
  | { ok: true; consumer: Consumer; secret: string }
  | Refused<'consumer_not_found' | 'reason_required'>

/** Creates a new secret, returned only here. The previous secret stays valid until the next rotation. */
export const rotateConsumerSecret =
  (deps: Deps) =>
  async (key: string, by: SignedInStaff, reason: string): Promise<SecretRotated> => {
    const now = deps.clock.now()
    demand(by, 'manage')
    demandFresh(by, now)
    const secret = mintSecret()
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
