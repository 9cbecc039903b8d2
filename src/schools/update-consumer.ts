import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { queueYearlyAccess } from './queue-yearly-access.ts'
import { type Consumer, emailDomain } from './rules/consumer.ts'
import { completeChange, type SchoolSwitches, switchesOf, switchesWhere } from './rules/school.ts'
import { findConsumerByName, lockConsumer, lockConsumerNames, saveConsumer } from './store/consumers.ts'

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

/** Takes back the last change of a school's settings. */
export const undoConsumerChange =
  (deps: Deps) =>
  async (key: string, by: Staff): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      await lockConsumerNames(tx)
      const before = await lockConsumer(tx, key)
      if (!before) return refuse('too_late_to_undo')
      const change = { by, action: 'update-consumer', subject: { kind: 'consumer', id: before.id }, now } as const
      const was = await findUndoable(tx, { ...change, current: inAudit(before) })
      const name = typeof was?.name === 'string' ? was.name : before.name
      const namesake = await findConsumerByName(tx, name)
      if (!was || (namesake && namesake.id !== before.id)) return refuse('too_late_to_undo')
      const settings = {
        name,
        ...switchesWhere(name => was[name] === true),
        emailDomain: typeof was.emailDomain === 'string' ? was.emailDomain : null,
      }
      const consumer = await saveConsumer(tx, before.id, settings, now)
      await queueYearlyAccess(deps, tx, { school: { version: '1.1', id: before.id }, before, after: consumer })
      await recordAudit(tx, { ...change, before: inAudit(before), after: inAudit(consumer), reason: UNDO_REASON })
      return { ok: true }
    })
  }
