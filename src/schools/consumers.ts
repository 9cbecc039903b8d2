import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { type AppSecrets, makeVault, mintSecret } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Consumer } from './rules/consumer.ts'
import type { Reach } from './rules/platform.ts'
import { claimConsumer, findConsumerByKey, findConsumerByName, lockConsumer, rotateSecret } from './store/consumers.ts'
import { findSealedSamples } from './store/credentials.ts'
import { countConnection } from './store/join-schools.ts'
import { claimSchool, deleteSchool } from './store/schools.ts'

export { findConsumerCredentials, findConsumerSecrets, isK12Key } from './store/credentials.ts'

/** `byName`: another school with the requested name. */
export const findConsumer = async (app: Needs<'db'>, key: string, name = key) => {
  const [byKey, byName] = await Promise.all([
    findConsumerByKey(app.db, key.trim()),
    findConsumerByName(app.db, name.trim()),
  ])
  return { byKey, byName }
}

type ConsumerCreated =
  /** `secret` is returned only here. */
  { ok: true; consumer: Consumer; secret: string } | Refused<'consumer_key_exists' | 'consumer_name_exists'>

/** Creates a school with a consumer (LTI 1.1) and a generated secret. Requires the manager role. */
export const createConsumer = async (
  app: Needs<'clock' | 'db' | 'hostedConsumerPrefix' | 'secrets'>,
  { key, name }: { key: string; name: string },
  by: Staff,
): Promise<ConsumerCreated> => {
  demand(by, 'manage')
  const secret = mintSecret()
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    if (await findConsumerByKey(tx, key)) return refuse('consumer_key_exists')
    const schoolId = await claimSchool(tx, name)
    if (schoolId === null) return refuse('consumer_name_exists')
    const isHosted = key.startsWith(app.hostedConsumerPrefix)
    if (!(await claimConsumer(tx, { schoolId, key, isHosted, sealedSecret: app.secrets.seal(secret) }))) {
      await deleteSchool(tx, schoolId)
      return refuse('consumer_key_exists')
    }
    const subject = { kind: 'school', id: schoolId } as const
    await recordAudit(tx, { by, action: 'create-school', subject, after: { key, name }, now })
    return { ok: true, consumer: (await findConsumerByKey(tx, key))!, secret }
  })
}

export const previewSecretRotation = async (
  { db }: Needs<'db'>,
  key: string,
  by: Staff,
): Promise<(Reach & { name: string }) | null> => {
  demand(by, 'manage')
  const consumer = await findConsumerByKey(db, key)
  return consumer && { name: consumer.name, ...(await countConnection(db, { kind: 'consumer', id: consumer.id })) }
}

type SecretRotated =
  | { ok: true; consumer: Consumer; secret: string }
  | Refused<'consumer_not_found' | 'reason_required'>

/** Creates a new secret, returned only here. The previous secret stays valid until the next rotation. */
export const rotateConsumerSecret = async (
  app: Needs<'clock' | 'db' | 'secrets'>,
  key: string,
  by: SignedInStaff,
  reason: string,
): Promise<SecretRotated> => {
  const now = app.clock.now()
  demand(by, 'manage')
  demandFresh(by, now)
  const secret = mintSecret()
  return inTransaction(app.db, async tx => {
    const consumer = await lockConsumer(tx, key)
    if (!consumer) return refuse('consumer_not_found')
    if (reason.trim() === '') return refuse('reason_required')
    await rotateSecret(tx, consumer.id, app.secrets.seal(secret), now)
    const subject = { kind: 'consumer', id: consumer.id } as const
    await recordAudit(tx, { by, action: 'rotate-secret', subject, reason, now })
    return { ok: true, consumer, secret }
  })
}

/** Throws OperatorError if APP_SECRET does not decrypt the stored secrets, because every launch would fail. */
export const checkAppSecret = async (db: Queryable, secrets: AppSecrets): Promise<void> => {
  const { consumer, key } = (await findSealedSamples(db))!
  try {
    if (consumer) makeVault(secrets, 'consumer secret').open(consumer)
    if (key) makeVault(secrets, 'tool keys').open(key)
  } catch {
    throw new OperatorError(
      'APP_SECRET: the secrets in the database were encrypted with a different one; use it, or set it as APP_SECRET_PREVIOUS',
    )
  }
}
