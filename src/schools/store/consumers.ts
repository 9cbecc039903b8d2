import { eq, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Consumer } from '../rules/consumer.ts'
import { consumers } from './schema.ts'

/** Without the secrets, which only credentials.ts reads. */
const SELECT = `select k.id, k.school_id as "schoolId", k.key, k.is_hosted as "isHosted", s.name, s.email_domain as "emailDomain",
    s.accepts_payment as "acceptsPayment", s.accepts_access_code as "acceptsAccessCode", s.is_k12 as "isK12",
    s.passes_grades as "passesGrades", s.yearly_access as "yearlyAccess"
  from consumers k join schools s on s.id = k.school_id`

const byKey = prepared<Consumer>('consumer_by_key', `${SELECT} where k.key = $1`)
const byName = prepared<Consumer>('consumer_by_name', `${SELECT} where lower(s.name) = lower($1) order by k.id limit 1`)

export const findConsumerByKey = async (db: Queryable, key: string): Promise<Consumer | null> =>
  (await byKey(db, [key]))[0] ?? null

/** Finds the consumer of the school with this name, of several the first. */
export const findConsumerByName = async (db: Queryable, name: string): Promise<Consumer | null> =>
  (await byName(db, [name]))[0] ?? null

const reach = prepared<{ name: string; courses: number; people: number }>(
  'consumer_reach',
  `select s.name, (select count(*)::int from courses c where c.consumer_id = k.id) as courses,
     (select count(*)::int from people p where p.consumer_id = k.id) as people
   from consumers k join schools s on s.id = k.school_id where k.key = $1`,
)

/** Counts the courses and people of a consumer. Returns null when it does not exist. */
export const findConsumerReach = async (db: Queryable, key: string) => (await reach(db, [key]))[0] ?? null

/** Locks a consumer's row, so that concurrent changes run one after the other. */
export const lockConsumer = async (tx: Tx, key: string): Promise<Consumer | null> => {
  await tx.client.query('select from consumers where key = $1 for update', [key])
  return findConsumerByKey(tx, key)
}

/** Inserts a consumer. Returns false when the key is taken. */
export const claimConsumer = async (tx: Tx, values: typeof consumers.$inferInsert): Promise<boolean> =>
  (await tx.orm.insert(consumers).values(values).onConflictDoNothing().returning({ id: consumers.id })).length > 0

/** Replaces the secret. The previous one stays valid, so that the school has time to change it in its LMS. */
export const rotateSecret = async (tx: Tx, id: number, sealedSecret: string, now: Date): Promise<void> => {
  await tx.orm
    .update(consumers)
    .set({ sealedSecret, sealedPreviousSecret: sql`${consumers.sealedSecret}`, updatedAt: now })
    .where(eq(consumers.id, id))
}
