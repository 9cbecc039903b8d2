import type { Tx } from '#src/core/db/db.ts'
import { deletesInBatches, execute, queryHasRow, queryRow } from '#src/core/db/statements.ts'
import type { Consumer } from '../rules/consumer.ts'
import type { Reach } from '../rules/platform.ts'
import { consumers } from './schema.ts'

/** Without the secrets, which only the functions for launches and calls below read. */
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

export const findConsumerReach = queryRow<Reach & { name: string }, [key: string]>(
  'consumer_reach',
  `select s.name, (select count(*)::int from courses c where c.consumer_id = k.id) as courses,
     (select count(*)::int from people p where p.consumer_id = k.id) as people
   from consumers k join schools s on s.id = k.school_id where k.key = $1`,
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

/** Secrets for verifying a 1.1 launch. Not part of any domain type; only the LTI code reads them. */
interface ConsumerCredentials {
  id: number
  sealedSecret: string
  sealedPreviousSecret: string | null
  /** Its school, if that has only the key for a name, because staff did not know another. */
  namelessSchoolId: number | null
}

export const findConsumerCredentials = queryRow<ConsumerCredentials, [key: string]>(
  'consumer_credentials',
  `select k.id, k.sealed_secret as "sealedSecret", k.sealed_previous_secret as "sealedPreviousSecret",
     case when lower(s.name) = lower(k.key) then s.id end as "namelessSchoolId"
   from consumers k join schools s on s.id = k.school_id where k.key = $1`,
)

/** Returns whether a key belongs to a K-12 school. We log nothing about those launches that could identify a person. */
export const isK12Key = queryHasRow<[key: string]>(
  'consumer_k12',
  'select from consumers k join schools s on s.id = k.school_id where k.key = $1 and s.is_k12',
)

/** Returns the key and secrets for signing calls to a school's LMS; null when the consumer does not exist. */
export const findConsumerSecrets = queryRow<
  { key: string; sealedSecret: string; sealedPreviousSecret: string | null },
  [id: number]
>(
  'consumer_secrets',
  `select key, sealed_secret as "sealedSecret", sealed_previous_secret as "sealedPreviousSecret"
   from consumers where id = $1`,
)

/** Returns one encrypted consumer secret and the encrypted current signing key, to verify APP_SECRET at start. */
export const findSealedSamples = queryRow<{ consumer: string | null; key: string | null }>(
  'sealed_samples',
  `select (select sealed_secret from consumers limit 1) as consumer,
    (select sealed_private_key from tool_keys where state = 'current') as key`,
)

export const deleteNoncesBefore = deletesInBatches<[before: Date]>(
  'nonces_before',
  most => `delete from nonces where ctid = any(array(select ctid from nonces where expires_at < $1 limit ${most}))`,
)
