import { sha256 } from '#src/core/crypto.ts'
import type { Examination } from '../launch-check.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import type { Login } from '../store/logins.ts'
import { CLAIM, type Claims, type Place, readClaims } from './claims.ts'
import { LaunchFault, refusalOf } from './fault.ts'
import { readJwt } from './jwt.ts'
import { checkTimes, isStrong, LEEWAY_SECONDS } from './ltijs.ts'
import type { PlatformKeys } from './platform-keys.ts'

interface TokenExamination {
  idToken: string
  now: Date
  place: Place
  /** The login that the launch answers. When null, the token is not compared with anything we know. */
  login: Login | null
  /** True when keys may be fetched: the browser began the login, and the platform responds. */
  mayAskForKeys: boolean
  findKey: PlatformKeys['find']
}

/**
 * Lists everything wrong with a refused launch's token, for the check page. Verification stops at the first fault; a
 * platform administrator needs all of them. It has no effect on access. Without a login of ours the token is checked
 * only against itself and the clock; platform data is compared only with a login, and keys are fetched only for the
 * right nonce.
 */
export const examineToken = async (given: TokenExamination): Promise<Examination> => {
  const { idToken, now, place, login } = given
  const read = readJwt(idToken)
  if (!read) return { faults: [refusalFor('INVALID_JWT_RECEIVED')], isSigned: null }
  const { head, claims } = read
  const faults = [
    ...faultIf(head.alg !== 'RS256', 'ALG_NOT_RS256'),
    ...faultIf(typeof head.kid !== 'string' || head.kid === '', 'KID_NOT_FOUND'),
    ...catchFaults(() => checkTimes(claims, now)),
    ...faultIf(Number(claims.exp) <= now.getTime() / 1000 - LEEWAY_SECONDS, 'EXPIRED'),
    ...faultIf(Number(claims.nbf) > now.getTime() / 1000 + LEEWAY_SECONDS, 'NOT_YET'),
    ...faultIf(!MESSAGES.includes(String(claims[`${CLAIM}message_type`])), 'NO_MESSAGE_TYPE_CLAIM'),
    ...faultIf((claims[`${CLAIM}version`] ?? '1.3.0') !== '1.3.0', 'WRONG_LTI_VERSION_CLAIM'),
    ...catchFaults(() => readClaims(claims, place)),
    ...(login ? comparedWith(login, claims) : []),
  ]
  const signature = await lookAtSignature(given, head, claims)
  return { faults: [...faults, ...signature.faults], isSigned: signature.isSigned }
}

const MESSAGES = ['LtiResourceLinkRequest', 'LtiDeepLinkingRequest', 'LtiSubmissionReviewRequest']

const refusalFor = (code: string, detail?: string): Refusal => {
  const refusal = refusalOf(new LaunchFault(code, detail))
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

const lookAtSignature = async (
  { idToken, login, mayAskForKeys, findKey }: TokenExamination,
  { alg, kid }: Claims,
  claims: Claims,
): Promise<Examination> => {
  const isWorthIt = mayAskForKeys && login && isNonce(login, claims)
  if (!isWorthIt || alg !== 'RS256' || typeof kid !== 'string') return { faults: [], isSigned: null }
  try {
    const key = await findKey(login.platform.publicKeysUrl, kid)
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
