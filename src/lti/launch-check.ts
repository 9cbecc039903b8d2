import type { KeyObject } from 'node:crypto'
import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Launch, WINDOW_SECONDS } from './rules/launch.ts'
import type { LaunchBinding, Refusal } from './rules/launch-refusals.ts'
import type { Login } from './store/logins.ts'
import { launchFaults, missingFaults, received, refusalFaults, understood } from './texts/launch-check.ts'
import { CLAIM, type Claims, readClaims } from './v1p3/claims.ts'
import { checkTimes, isStrong } from './v1p3/ltijs.ts'
import { LaunchFault, readJwt, refusalOf } from './v1p3/platform-answers.ts'

export interface ReceivedLaunch {
  version: '1.1' | '1.3'
  /** Parameters (with all their values) or claims, by name. Unverified when the launch was refused. */
  given: Record<string, unknown>
  launch: Launch | null
  skew: number | null
}

const NEEDS = {
  '1.1': [
    'lti_message_type',
    'lti_version',
    'resource_link_id',
    'context_id',
    'user_id',
    'roles',
    'oauth_consumer_key',
  ],
  '1.3': [
    'iss',
    'aud',
    'sub',
    'exp',
    'iat',
    'nonce',
    ...['message_type', 'version', 'deployment_id', 'target_link_uri', 'resource_link', 'context', 'roles'].map(
      name => CLAIM + name,
    ),
  ],
}

/** Further faults of a refused launch, and whether its LMS signed it (null when not examined). */
interface Examination {
  faults: Refusal[]
  isSigned: boolean | null
}

/** Makes the report of a launch for its LMS administrator or teacher. `refusal` is null if the launch is good. */
export const makeLaunchCheck = (
  arrived: ReceivedLaunch,
  refusal: Refusal | null,
  examination: Examination,
  timezone: string,
  language: Language,
) => {
  const { launchCheck } = textsIn(language)
  const { version, launch, skew } = arrived
  const given = version === '1.1' ? joined(arrived.given) : arrived.given
  return {
    version,
    refusal,
    signature: refusal && version === '1.3' ? signatureText(examination.isSigned, launchCheck.signature) : null,
    received: received(given, launchCheck),
    understood: launch ? understood(launch, timezone, language) : [],
    faults: [
      ...refusalFaults(examination.faults, refusal),
      ...missingFaults(version === '1.1' ? given : identified(given), NEEDS[version], launchCheck),
      ...(launch ? launchFaults({ launch, given, version, skew }, launchCheck) : []),
    ],
  }
}

export type LaunchCheck = ReturnType<typeof makeLaunchCheck>

/** Null if it is wrong, which the faults state. */
const signatureText = (isSigned: boolean | null, texts: { unchecked: string; valid: string }): string | null =>
  isSigned === null ? texts.unchecked : isSigned ? texts.valid : null

const joined = (parameters: ReceivedLaunch['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, values]) => [name, [values].flat().join(', ')]))

/** Replaces claims that are objects by their id, so that a course without an id counts as missing. */
const identified = (claims: Record<string, unknown>): Record<string, unknown> => {
  const idOf = (name: string) => recordOf(claims[CLAIM + name]).id
  // A deep linking request has no resource link.
  const isDeepLink = claims[`${CLAIM}message_type`] === 'LtiDeepLinkingRequest'
  return {
    ...claims,
    [`${CLAIM}context`]: idOf('context'),
    [`${CLAIM}resource_link`]: isDeepLink ? 'none' : idOf('resource_link'),
  }
}

/**
 * Lists everything wrong with a refused launch's token, for the check page. Verification stops at the first fault; a
 * platform administrator needs all of them. It has no effect on access. Without a login of ours the token is checked
 * only against itself and the clock; platform data is compared only with a login, and keys are fetched only for the
 * right nonce.
 */
export const examineToken = async (
  app: Needs<'clock' | 'platformKeys' | 'publicUrl' | 'timezone'>,
  { reason }: Refusal,
  idToken: string,
  { login, binding }: { login?: Login; binding?: LaunchBinding | null },
): Promise<Examination> => {
  const now = app.clock.now()
  const read = readJwt(idToken)
  if (!read) return { faults: [refusalFor('INVALID_JWT_RECEIVED')], isSigned: null }
  const { head, claims } = read
  const faults = [
    ...faultIf(head.alg !== 'RS256', 'ALG_NOT_RS256'),
    ...faultIf(typeof head.kid !== 'string' || head.kid === '', 'KID_NOT_FOUND'),
    ...catchFaults(() => checkTimes(claims, now)),
    ...faultIf(Number(claims.exp) <= now.getTime() / 1000 - WINDOW_SECONDS, 'EXPIRED'),
    ...faultIf(Number(claims.nbf) > now.getTime() / 1000 + WINDOW_SECONDS, 'NOT_YET'),
    ...faultIf(!MESSAGES.includes(String(claims[`${CLAIM}message_type`])), 'NO_MESSAGE_TYPE_CLAIM'),
    ...faultIf((claims[`${CLAIM}version`] ?? '1.3.0') !== '1.3.0', 'WRONG_LTI_VERSION_CLAIM'),
    ...catchFaults(() => readClaims(claims, app)),
    ...(login ? comparedWith(login, claims) : []),
  ]
  // Do not wait again for a platform that just failed to respond.
  const mayAskForKeys = binding && reason !== 'platform-keys' && login && isNonce(login, claims)
  const { kid } = head
  if (!mayAskForKeys || head.alg !== 'RS256' || typeof kid !== 'string') return { faults, isSigned: null }
  const signature = await lookAtSignature(idToken, () => app.platformKeys.find(login.platform.publicKeysUrl, kid))
  return { faults: [...faults, ...signature.faults], isSigned: signature.isSigned }
}

const MESSAGES = ['LtiResourceLinkRequest', 'LtiDeepLinkingRequest', 'LtiSubmissionReviewRequest']

const refusalFor = (code: string): Refusal => {
  const refusal = refusalOf(new LaunchFault(code))
  if (!refusal) throw new Error(`no such fault: ${code}`)
  return refusal
}

const faultIf = (is: boolean, code: string): Refusal[] => (is ? [refusalFor(code)] : [])

const catchFaults = (check: () => unknown): Refusal[] => {
  try {
    check()
    return []
  } catch (error) {
    return [faultOf(error)]
  }
}

/** Rethrows an error that is not a fault. */
const faultOf = (error: unknown): Refusal => {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return refusal
}

const isNonce = ({ nonceHash }: Login, { nonce }: Claims): boolean =>
  typeof nonce === 'string' && sha256(nonce) === nonceHash

const comparedWith = (login: Login, claims: Claims): Refusal[] => {
  const { issuer, clientId, isActive } = login.platform
  const audience = [claims.aud].flat()
  return [
    ...faultIf(!isActive, 'PLATFORM_NOT_ACTIVATED'),
    ...faultIf(claims.iss !== undefined && claims.iss !== issuer, 'ISS_CLAIM_DOES_NOT_MATCH'),
    ...faultIf(claims.aud !== undefined && !audience.includes(clientId), 'AUDIENCE'),
    ...faultIf(audience.length > 1 && claims.azp === undefined, 'AZP_REQUIRED'),
    ...faultIf(claims.azp !== undefined && claims.azp !== clientId, 'AZP_DOES_NOT_MATCH_CLIENTID'),
    ...faultIf(claims.nonce !== undefined && !isNonce(login, claims), 'NONCE_ALREADY_RECEIVED'),
  ]
}

const lookAtSignature = async (idToken: string, findKey: () => Promise<KeyObject>): Promise<Examination> => {
  try {
    const key = await findKey()
    if (!isStrong(key)) return { faults: [refusalFor('WEAK_KEY')], isSigned: null }
    const { compactVerify } = await import('jose')
    const isSigned = await compactVerify(idToken, key, { algorithms: ['RS256'] }).then(
      () => true,
      () => false,
    )
    return { faults: faultIf(!isSigned, 'BAD_SIGNATURE'), isSigned }
  } catch (error) {
    return { faults: [faultOf(error)], isSigned: null }
  }
}
