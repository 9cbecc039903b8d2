import { deletesInBatches, queryHasRow, queryRow } from '#src/core/db/statements.ts'

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
