import { eq } from 'drizzle-orm'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { deletesInBatches } from '#src/core/db/delete-in-batches.ts'
import { consumers } from './schema/consumers.ts'

/** Secrets for verifying a 1.1 launch. Not part of any domain type; only the LTI code reads them. */
interface ConsumerCredentials {
  id: number
  sealedSecret: string
  sealedPreviousSecret: string | null
  /** False if the name is the key, because staff did not know the school's name. */
  isNamed: boolean
}

interface CredentialsRow {
  id: number
  sealed_secret: string
  sealed_previous_secret: string | null
  is_named: boolean
}

const byKey = prepared<CredentialsRow>(
  'consumer_credentials',
  'select id, sealed_secret, sealed_previous_secret, lower(name) <> lower(key) as is_named from consumers where key = $1',
)

export const findConsumerCredentials = async (db: Queryable, key: string): Promise<ConsumerCredentials | null> => {
  const [row] = await byKey(db, [key])
  if (!row) return null
  const { id, sealed_secret: sealedSecret, sealed_previous_secret: sealedPreviousSecret, is_named: isNamed } = row
  return { id, sealedSecret, sealedPreviousSecret, isNamed }
}

/** Returns whether a key belongs to a K-12 school. We log nothing about those launches that could identify a person. */
export const isK12Key = async (db: Queryable, key: string): Promise<boolean> => {
  const [row] = await db.orm.select({ isK12: consumers.isK12 }).from(consumers).where(eq(consumers.key, key))
  return row?.isK12 ?? false
}

/** Returns the key and secrets for signing calls to a school's LMS; null when the consumer does not exist. */
export const findConsumerSecrets = async (
  db: Queryable,
  id: number,
): Promise<{ key: string; sealedSecret: string; sealedPreviousSecret: string | null } | null> => {
  const { key, sealedSecret, sealedPreviousSecret } = consumers
  const columns = { key, sealedSecret, sealedPreviousSecret }
  const [row] = await db.orm.select(columns).from(consumers).where(eq(consumers.id, id))
  return row ?? null
}

const sealedSamples = prepared<{ consumer: string | null; key: string | null }>(
  'sealed_samples',
  `select (select sealed_secret from consumers limit 1) as consumer,
    (select sealed_private_key from tool_keys where state = 'current') as key`,
)

/** Returns one encrypted consumer secret and the encrypted current signing key, to verify APP_SECRET at start. */
export const findSealedSamples = async (db: Queryable) => (await sealedSamples(db, []))[0]!

const noncesBefore = deletesInBatches(
  'nonces_before',
  most => `delete from nonces where ctid = any(array(select ctid from nonces where expires_at < $1 limit ${most}))`,
)
export const deleteNoncesBefore = (db: Queryable, before: Date): Promise<void> => noncesBefore(db, [before])
