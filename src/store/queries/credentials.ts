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

/** What signing a call to a school's own LMS needs (Basic Outcomes). */
export const findConsumerSecret = async (
  db: Queryable,
  id: number,
): Promise<{ key: string; sealedSecret: string } | null> => {
  const { key, sealedSecret } = consumers
  const [row] = await db.orm.select({ key, sealedSecret }).from(consumers).where(eq(consumers.id, id))
  return row ?? null
}

/** Any one sealed secret, to try the key on at start. */
export const findAnySealedSecret = async (db: Queryable): Promise<string | null> => {
  const [row] = await db.orm.select({ sealed: consumers.sealedSecret }).from(consumers).limit(1)
  return row?.sealed ?? null
}
