import { eq, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Consumer } from '../rules/consumer.ts'
import { consumers } from './schema/consumers.ts'

/** Columns without the secrets, which only credentials.ts reads. */
const columns = {
  id: consumers.id,
  key: consumers.key,
  name: consumers.name,
  emailDomain: consumers.emailDomain,
  acceptsPayment: consumers.acceptsPayment,
  acceptsAccessCode: consumers.acceptsAccessCode,
  isK12: consumers.isK12,
  isHosted: consumers.isHosted,
  passesGrades: consumers.passesGrades,
  yearlyAccess: consumers.yearlyAccess,
  updatedAt: consumers.updatedAt,
}

export const listConsumers = (db: Queryable): Promise<Consumer[]> =>
  db.orm.select(columns).from(consumers).orderBy(consumers.name)

export const findConsumerByKey = async (db: Queryable, key: string): Promise<Consumer | null> =>
  (await db.orm.select(columns).from(consumers).where(eq(consumers.key, key)))[0] ?? null

const reach = prepared<{ name: string; courses: number; people: number }>(
  'consumer_reach',
  `select s.name, (select count(*)::int from courses c where c.consumer_id = s.id) as courses,
    (select count(*)::int from people p where p.consumer_id = s.id) as people from consumers s where s.key = $1`,
)

/** Counts the courses and people of a consumer. Returns null when it does not exist. */
export const findConsumerReach = async (db: Queryable, key: string) => (await reach(db, [key]))[0] ?? null

export const findConsumerByName = async (db: Queryable, name: string): Promise<Consumer | null> =>
  (await db.orm.select(columns).from(consumers).where(sql`lower(${consumers.name}) = lower(${name})`))[0] ?? null

/** Lets one transaction at a time change names, which are unique. Take it before the lock of a row. */
export const lockConsumerNames = async (tx: Tx): Promise<void> => {
  await tx.client.query('lock table consumers in share row exclusive mode')
}

const unnamed = prepared(
  'consumer_named',
  `update consumers c set name = $2, updated_at = $3 where id = $1 and lower(name) = lower(key)
     and not exists (select from consumers o where lower(o.name) = lower($2) and o.id <> c.id)`,
)

/** Names a school that so far has only its key for a name, unless another school has this name. */
export const nameConsumer = async (db: Queryable, { id, name, now }: { id: number; name: string; now: Date }) => {
  await unnamed(db, [id, name, now])
}

export const lockConsumer = async (tx: Tx, key: string): Promise<Consumer | null> =>
  (await tx.orm.select(columns).from(consumers).where(eq(consumers.key, key)).for('update'))[0] ?? null

/** Inserts a consumer. Returns null when the key or the name is taken. */
export const claimConsumer = async (
  db: Queryable,
  given: Pick<Consumer, 'key' | 'name' | 'isHosted'> & { sealedSecret: string },
): Promise<Consumer | null> =>
  (await db.orm.insert(consumers).values(given).onConflictDoNothing().returning(columns))[0] ?? null

export const saveConsumer = async (
  tx: Tx,
  id: number,
  change: Partial<Omit<Consumer, 'id' | 'key' | 'updatedAt'>>,
  now: Date,
): Promise<Consumer> =>
  (
    await tx.orm
      .update(consumers)
      .set({ ...change, updatedAt: now })
      .where(eq(consumers.id, id))
      .returning(columns)
  )[0]!

/** Replaces the secret. The previous one stays valid, so that the school has time to change it in its LMS. */
export const rotateSecret = async (tx: Tx, id: number, sealedSecret: string, now: Date): Promise<void> => {
  await tx.orm
    .update(consumers)
    .set({ sealedSecret, sealedPreviousSecret: sql`${consumers.sealedSecret}`, updatedAt: now })
    .where(eq(consumers.id, id))
}
