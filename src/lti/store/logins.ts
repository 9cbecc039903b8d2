import { deletesInBatches, execute, preparedByName, queryRow } from '#src/core/db/statements.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import { PLATFORM_JSON } from '#src/schools/store/schema.ts'
import type { ltiLogins } from './schema.ts'

type Row = typeof ltiLogins.$inferSelect
export type Login = Omit<Row, 'platformId' | 'continueHash' | 'createdAt'> & { platform: Platform }
type NewLogin = Omit<Row, 'continueHash' | 'claims' | 'claimsExpireAt' | 'consumedAt'>

export const saveLogin = preparedByName<object, NewLogin>(
  'login_save',
  `insert into lti_logins (state_hash, nonce_hash, binding_hash, storage_hash, platform_id, storage_target, lms_origin,
     network_hash, user_agent_hash, created_at, expires_at)
   select $1::text as state_hash, $2::text as nonce_hash, $3::text as binding_hash, $4::text as storage_hash,
     $5::bigint as platform_id, $6::text as storage_target, $7::text as lms_origin, $8::text as network_hash,
     $9::text as user_agent_hash, $10::timestamptz as created_at, $11::timestamptz as expires_at`,
)

/** Deletes all but the newest `most` logins of one network. Used logins are deleted first. */
export const trimLogins = execute<[networkHash: string, most: number]>(
  'login_trim',
  `delete from lti_logins where state_hash in (
     select state_hash from lti_logins where network_hash = $1 order by consumed_at is null desc, created_at desc offset $2)`,
)

/** Deletes all but the newest `most` logins. Used logins are deleted first. */
export const trimAllLogins = execute<[most: number]>(
  'login_trim_all',
  `delete from lti_logins where state_hash in (
     select state_hash from lti_logins order by consumed_at is null desc, created_at desc offset $1)`,
)

/** Selects a login and its platform at once, as each 1.3 launch needs both. */
const loginBy = (column: 'state_hash' | 'continue_hash') =>
  queryRow<Login, [hash: string]>(
    `login_by_${column}`,
    `select l.state_hash as "stateHash", l.nonce_hash as "nonceHash", l.binding_hash as "bindingHash",
       l.storage_hash as "storageHash", l.storage_target as "storageTarget", l.lms_origin as "lmsOrigin", l.network_hash as "networkHash",
       l.user_agent_hash as "userAgentHash", l.claims, l.claims_expire_at as "claimsExpireAt",
       l.expires_at as "expiresAt", l.consumed_at as "consumedAt", ${PLATFORM_JSON} as platform
     from lti_logins l join platforms p on p.id = l.platform_id where l.${column} = $1`,
  )

export const findLogin = loginBy('state_hash')

/** Returns the login whose launch waits, or waited, for the click with this id. */
export const findLoginToContinue = loginBy('continue_hash')

/** Keeps the claims of a launch until the person continues. A reload replaces its id. Does nothing for a used login. */
export const keepClaims = execute<[stateHash: string, continueHash: string, claims: string, expiresAt: Date]>(
  'login_keep_claims',
  `update lti_logins set continue_hash = $2, claims = $3, claims_expire_at = $4, expires_at = greatest(expires_at, $4)
   where state_hash = $1 and consumed_at is null`,
)

/** Deletes the kept claims whose time is over. */
export const forgetClaims = execute<[now: Date]>(
  'login_forget_claims',
  'update lti_logins set claims = null, claims_expire_at = null where claims_expire_at <= $1',
)

export const deleteLoginsBefore = deletesInBatches<[before: Date]>(
  'logins_before',
  most =>
    `delete from lti_logins where ctid = any(array(select ctid from lti_logins where expires_at < $1 limit ${most}))`,
)
