import { parseJson } from '#src/core/outside/json.ts'
import { isRecord } from '#src/core/rules/guards.ts'
import { firstValue, type Parameters } from '../rules/launch.ts'
import type { Refusal, RefusalReason } from '../rules/launch-refusals.ts'

/** Maximum length of a JWT in characters. A real id_token has a few thousand. */
export const JWT_MAX = 64 * 1024
/** Maximum depth of nested values. Claims of LTI need four levels. */
const DEPTH_MAX = 16

type Part = Record<string, unknown>

/**
 * Decodes a JWT's header and claims without verifying them; null when it is not a JWT. Use the result only to refuse
 * the token or to show it to its sender. A stranger may send anything, so length and number of parts are checked before
 * a part is decoded.
 */
export const readJwt = (jwt: string): { head: Part; claims: Part } | null => {
  if (jwt.length > JWT_MAX) return null
  const parts = jwt.split('.', 4)
  if (parts.length !== 3) return null
  const head = readPart(parts[0])
  const claims = head && readPart(parts[1])
  return head && claims ? { head, claims } : null
}

const readPart = (part = ''): Part | null => {
  const value = parseJson(Buffer.from(part, 'base64url').toString())
  return isRecord(value) && isPlain(value) ? value : null
}

/** Returns true if the values can be printed: not too deep, and without own `toString`. Needs no recursion. */
const isPlain = (value: Part): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter(each => typeof each === 'object' && each !== null)
    if (depth > DEPTH_MAX || nested.some(isUnprintable)) return false
    level = nested.flatMap(each => Object.values(each))
  }
  return true
}

const isUnprintable = (value: object): boolean => Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')

/** A fault of a 1.3 launch, with one of our codes or one that ltijs throws. `detail` is for the administrator. */
export class LaunchFault extends Error {
  readonly detail: string | undefined
  constructor(code: string, detail?: string) {
    super(code)
    this.detail = detail
  }
}

const token = (detail: string) => ({ reason: 'id-token' as const, detail })
const claim = (name: string) => ({ reason: 'parameter' as const, detail: `the claim ${name} is missing` })

/** Maps each code, ours or ltijs's, to a refusal reason. */
const FAULTS: Record<string, { reason: RefusalReason; detail: string }> = {
  INVALID_JWT_RECEIVED: token('the id_token is not a JWT'),
  ALG_NOT_RS256: token('the id_token must be signed with RS256'),
  WEAK_KEY: token('the key of the platform has fewer than 2048 bits'),
  KID_NOT_FOUND: token('the id_token does not name a key (kid)'),
  KEY_NOT_FOUND: token('the key that the id_token names is not among the public keys of the platform'),
  BAD_SIGNATURE: token('the signature does not match the public key of the platform'),
  KEYS_UNREADABLE: { reason: 'platform-keys', detail: 'the public keys could not be read' },
  ISS_CLAIM_DOES_NOT_MATCH: { reason: 'issuer', detail: 'iss is not the issuer that started the login' },
  UNREGISTERED_PLATFORM: { reason: 'audience', detail: 'aud is not our client_id' },
  AUDIENCE: { reason: 'audience', detail: 'aud is not our client_id' },
  AZP_REQUIRED: { reason: 'audience', detail: 'aud names more than one client, and azp is missing' },
  AZP_DOES_NOT_MATCH_CLIENTID: { reason: 'audience', detail: 'azp is not our client_id' },
  PLATFORM_NOT_ACTIVATED: { reason: 'platform-off', detail: 'this platform is not activated here' },
  MISSING_IAT: { reason: 'parameter', detail: 'the claim iat is missing' },
  MISSING_EXP: { reason: 'parameter', detail: 'the claim exp is missing' },
  IAT_IN_FUTURE: { reason: 'token-time', detail: 'the id_token was issued in the future' },
  NOT_YET: { reason: 'token-time', detail: 'the id_token is not valid yet (nbf)' },
  TOKEN_TOO_OLD: { reason: 'token-time', detail: 'the id_token was issued too long ago' },
  EXPIRED: { reason: 'token-time', detail: 'the id_token has expired (exp)' },
  NONCE_MISSING: claim('nonce'),
  NONCE_ALREADY_RECEIVED: { reason: 'state', detail: 'the nonce does not belong to this login' },
  NO_MESSAGE_TYPE_CLAIM: { reason: 'message-type', detail: 'message_type is not supported' },
  NO_LTI_VERSION_CLAIM: { reason: 'version', detail: 'version is missing' },
  WRONG_LTI_VERSION_CLAIM: { reason: 'version', detail: 'version is not 1.3.0' },
  NO_TARGET_LINK_URI_CLAIM: claim('target_link_uri'),
  BAD_TARGET_LINK_URI: { reason: 'target', detail: 'target_link_uri is not an address of this tool' },
  NO_RESOURCE_LINK_ID_CLAIM: claim('resource_link.id'),
  NO_DEPLOYMENT_ID_CLAIM: claim('deployment_id'),
  NO_SUB_CLAIM: claim('sub'),
  NO_ROLES_CLAIM: claim('roles'),
  NO_CONTEXT_CLAIM: claim('context.id'),
  TOO_LONG: { reason: 'parameter', detail: 'a value is too long' },
  MISSING_DEEP_LINK_SETTINGS: claim('deep_linking_settings'),
}

/** Converts a fault to a refusal. Returns null for any other error: a bug or an outage is no refusal. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof Error) || !Object.hasOwn(FAULTS, error.message)) return null
  const { reason, detail } = FAULTS[error.message]!
  const more = error instanceof LaunchFault && error.detail ? `: ${error.detail}` : ''
  return { reason, detail: `${detail}${more}` }
}

/** The platform's answer to a login request. */
export interface PlatformAnswer {
  idToken: string
  state: string
  /** Value from platform storage; undefined when it was not asked yet. */
  stored: string | undefined
}

/** Reads the answer, or returns why it cannot be one. */
export const readAnswer = (parameters: Parameters): PlatformAnswer | Refusal => {
  const error = firstValue(parameters, 'error')
  if (error !== undefined) return platformError(error, firstValue(parameters, 'error_description'))
  const [idToken, state] = [firstValue(parameters, 'id_token'), firstValue(parameters, 'state')]
  if (!idToken) return { reason: 'parameter', detail: 'id_token is missing' }
  if (!state) return { reason: 'parameter', detail: 'state is missing' }
  if (idToken.length > JWT_MAX) return { reason: 'parameter', detail: 'id_token is too long' }
  return { idToken, state, stored: firstValue(parameters, 'lti_storage_value') }
}

/** Canvas answers a login once. For a second login of the same click it sends `launch_no_longer_valid`. */
const ALREADY_USED = /no.longer.valid|already.(been.)?(used|consumed)/i

const platformError = (error: string, description = ''): Refusal => {
  const reported = [error.slice(0, 100), description.slice(0, 300)].filter(Boolean).join(': ')
  return { reason: ALREADY_USED.test(reported) ? 'platform-spent' : 'platform-error', detail: reported }
}
