import { eq } from 'drizzle-orm'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { deletesInBatches } from '#src/core/db/statements.ts'
import { consumers } from './schema.ts'

/** Secrets for verifying a 1.1 launch. Not part of any domain type; only the LTI code reads them. */
interface ConsumerCredentials {
  id: number
  sealedSecret: string
  sealedPreviousSecret: string | null
  /** Its school, if that has only the key for a name, because staff did not know another. */
  namelessSchoolId: number | null
}

const byKey = prepared<ConsumerCredentials>(
  'consumer_credentials',
  `select k.id, k.sealed_secret as "sealedSecret", k.sealed_previous_secret as "sealedPreviousSecret",
     case when lower(s.name) = lower(k.key) then s.id end as "namelessSchoolId"
   from consumers k join schools s on s.id = k.school_id where k.key = $1`,
)

export const findConsumerCredentials = async (db: Queryable, key: string): Promise<ConsumerCredentials | null> =>
  (await byKey(db, [key]))[0] ?? null

const k12 = prepared<{ isK12: boolean }>(
  'consumer_k12',
  'select s.is_k12 as "isK12" from consumers k join schools s on s.id = k.school_id where k.key = $1',
)

/** Returns whether a key belongs to a K-12 school. We log nothing about those launches that could identify a person. */
export const isK12Key = async (db: Queryable, key: string): Promise<boolean> =>
  (await k12(db, [key]))[0]?.isK12 ?? false

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
