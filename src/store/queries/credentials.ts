import { eq } from 'drizzle-orm'
import { prepared, type Queryable } from '../db.ts'
import { consumers } from '../schema/consumers.ts'

/** What verifying a 1.1 launch needs. Read by src/lti and gateways alone; never part of a domain type. */
export interface ConsumerCredentials {
  id: number
  sealedSecret: string
  sealedPreviousSecret: string | null
}

const byKey = prepared<{ id: number; sealed_secret: string; sealed_previous_secret: string | null }>(
  'consumer_credentials',
  'select id, sealed_secret, sealed_previous_secret from consumers where key = $1',
)

export const findConsumerCredentials = async (db: Queryable, key: string): Promise<ConsumerCredentials | null> => {
  const [row] = await byKey(db, [key])
  return row ? { id: row.id, sealedSecret: row.sealed_secret, sealedPreviousSecret: row.sealed_previous_secret } : null
}

/** Whether a key is that of a K-12 school, of whose launches nothing is kept that may be about a person. */
export const isK12Key = async (db: Queryable, key: string): Promise<boolean> => {
  const [row] = await db.orm.select({ isK12: consumers.isK12 }).from(consumers).where(eq(consumers.key, key))
  return row?.isK12 ?? false
}

/** What signing a call to a school's own LMS needs. */
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

/** Any one secret of a school by 1.1, and the key that signs by 1.3, as they are sealed: to try the APP_SECRET on at start. */
export const findSealedSamples = async (db: Queryable) => (await sealedSamples(db, []))[0]!
