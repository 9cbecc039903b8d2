import type { Tx } from '#src/core/db/db.ts'
import { execute, queryRow } from '#src/core/db/statements.ts'
import type { Consumer } from '../rules/consumer.ts'
import { consumers } from './schema.ts'

/** Without the secrets, which only credentials.ts reads. */
const SELECT = `select k.id, k.school_id as "schoolId", k.key, k.is_hosted as "isHosted", s.name, s.email_domain as "emailDomain",
    s.accepts_payment as "acceptsPayment", s.accepts_access_code as "acceptsAccessCode", s.is_k12 as "isK12",
    s.passes_grades as "passesGrades", s.yearly_access as "yearlyAccess", s.adds_unit_columns as "addsUnitColumns"
  from consumers k join schools s on s.id = k.school_id`

export const findConsumerByKey = queryRow<Consumer, [key: string]>('consumer_by_key', `${SELECT} where k.key = $1`)

/** Finds the consumer of the school with this name, of several the first. */
export const findConsumerByName = queryRow<Consumer, [name: string]>(
  'consumer_by_name',
  `${SELECT} where lower(s.name) = lower($1) order by k.id limit 1`,
)

export const lockConsumer = async (tx: Tx, key: string): Promise<Consumer | null> => {
  await tx.client.query('select from consumers where key = $1 for update', [key])
  return findConsumerByKey(tx, key)
}

export const claimConsumer = async (tx: Tx, values: typeof consumers.$inferInsert): Promise<boolean> =>
  (await tx.orm.insert(consumers).values(values).onConflictDoNothing().returning({ id: consumers.id })).length > 0

/** Replaces the secret. The previous one stays valid, so that the school has time to change it in its LMS. */
export const rotateSecret = execute<[id: number, sealedSecret: string, now: Date]>(
  'consumer_secret_rotated',
  'update consumers set sealed_secret = $2, sealed_previous_secret = sealed_secret, updated_at = $3 where id = $1',
)
