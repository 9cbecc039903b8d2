import type { KeyObject } from 'node:crypto'
import type * as Jose from 'jose'
import type Auth from 'ltijs/dist/Utils/Auth.js'
import type { EngineChecks, EngineClaims, EngineNonces, EnginePlatform } from 'ltijs/dist/Utils/Auth.js'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import type { DeepLinkFrom } from '../rules/deep-link.ts'
import { clocksText, WINDOW_SECONDS } from '../rules/launch.ts'
import type { Login } from '../store/logins.ts'
import { CLAIM, DL_SETTINGS } from './claims.ts'
import { LaunchFault, readJwt } from './platform-answers.ts'
import type { PlatformKeys } from './platforms.ts'

/**
 * The only importer of ltijs 5.9.9. We use its token validation and its deep linking, not its server, cookies,
 * database, grade service or roster service. This module closes the gaps in its checks.
 */

const MIN_KEY_BITS = 2048

interface Checks extends EngineChecks {
  now: Date
  /** Returns another key than the one that failed, if the platform has published it under the same id. */
  renewKey(failed: KeyObject): Promise<KeyObject | null>
}

/** ltijs's validation with stricter checks of algorithm, key, clock, times, azp, deep linking and submission review. */
const strict = (Base: typeof Auth, { jwtVerify, errors }: typeof Jose) =>
  class StrictAuth extends Base {
    static override async verifyToken(
      token: string,
      key: KeyObject,
      checks: Checks,
      platform: EnginePlatform,
      nonces: EngineNonces,
    ): Promise<EngineClaims> {
      if (checks.alg !== 'RS256') throw new LaunchFault('ALG_NOT_RS256')
      const clientId = await platform.platformClientId()
      const verifyWith = (tried: KeyObject) => {
        if (!isStrong(tried)) throw new LaunchFault('WEAK_KEY')
        return jwtVerify(token, tried, {
          algorithms: ['RS256'],
          clockTolerance: WINDOW_SECONDS,
          audience: clientId,
          issuer: checks.iss,
          currentDate: checks.now,
        })
      }
      const { payload } = await verifyWith(key)
        .catch(async error => {
          const renewed = error instanceof errors.JWSSignatureVerificationFailed ? await checks.renewKey(key) : null
          if (!renewed) throw error
          return verifyWith(renewed)
        })
        .catch(error => throwFault(error, errors, checks.now))
      const claims: EngineClaims = payload
      checkTimes(claims, checks.now)
      if (Array.isArray(claims.aud) && claims.aud.length > 1 && !claims.azp) throw new LaunchFault('AZP_REQUIRED')
      if (claims.azp !== undefined && claims.azp !== clientId) throw new LaunchFault('AZP_DOES_NOT_MATCH_CLIENTID')
      if (typeof claims.nonce !== 'string' || claims.nonce === '') throw new LaunchFault('NONCE_MISSING')
      await StrictAuth.claimValidation(claims)
      // checkTimes has checked the age. ltijs would use the system time instead of the given clock.
      await StrictAuth.oidcValidation(claims, platform, { ...checks, maxAge: false }, nonces)
      return claims
    }

    static override async claimValidation(claims: EngineClaims): Promise<void> {
      const type = claims[`${CLAIM}message_type`]
      // A submission review is a resource link launch that also names whose work is reviewed (LTI-AGS §5).
      if (type === 'LtiSubmissionReviewRequest')
        return Base.claimValidation({ ...claims, [`${CLAIM}message_type`]: 'LtiResourceLinkRequest' })
      await Base.claimValidation(claims)
      if (type !== 'LtiDeepLinkingRequest') return
      const settings = recordOf(claims[DL_SETTINGS])
      if (typeof settings.deep_link_return_url !== 'string' || !Array.isArray(settings.accept_types))
        throw new LaunchFault('MISSING_DEEP_LINK_SETTINGS')
    }
  }

export const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS

export const checkTimes = ({ iat, exp }: EngineClaims, now: Date): void => {
  const seconds = now.getTime() / 1000
  if (typeof iat !== 'number' || !Number.isFinite(iat)) throw new LaunchFault('MISSING_IAT')
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new LaunchFault('MISSING_EXP')
  if (iat > seconds + WINDOW_SECONDS) throw new LaunchFault('IAT_IN_FUTURE', clocksText(iat, now))
  if (iat < seconds - WINDOW_SECONDS) throw new LaunchFault('TOKEN_TOO_OLD', clocksText(iat, now))
}

const clocksOf = (seconds: unknown, now: Date) => (typeof seconds === 'number' ? clocksText(seconds, now) : undefined)

/** Converts jose's errors to faults and throws them. */
const throwFault = (error: unknown, errors: typeof Jose.errors, now: Date): never => {
  if (error instanceof errors.JWTExpired) throw new LaunchFault('EXPIRED', clocksOf(error.payload.iat, now))
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') throw new LaunchFault('NOT_YET', clocksOf(error.payload.nbf, now))
    if (error.claim === 'aud') throw new LaunchFault('AUDIENCE')
    if (error.claim === 'iss') throw new LaunchFault('ISS_CLAIM_DOES_NOT_MATCH')
    throw new LaunchFault(`MISSING_${error.claim.toUpperCase()}`)
  }
  if (error instanceof errors.JOSEError) throw new LaunchFault('BAD_SIGNATURE')
  throw error
}

let engine: Promise<ReturnType<typeof strict>> | undefined
/** Imported at the first 1.3 launch: it takes a quarter of a second and 17 MB, which LTI 1.1 does not need. */
const load = () =>
  (engine ??= Promise.all([import('ltijs/dist/Utils/Auth.js'), import('jose')]).then(([auth, jose]) =>
    strict(auth.default, jose),
  ))

/** Returns the claims of a valid token. Throws a Fault, or an Error with a code of ltijs, otherwise. */
export const validateIdToken = async (
  idToken: string,
  { platform: { issuer, clientId, isActive, publicKeysUrl }, nonceHash }: Pick<Login, 'platform' | 'nonceHash'>,
  keys: PlatformKeys,
  now: Date,
): Promise<EngineClaims> => {
  const Engine = await load()
  const { kid, nonce } = peek(idToken)
  const isNonce = (value: string) => sha256(value) === nonceHash
  const platform: EnginePlatform = {
    platformActive: async () => isActive,
    platformClientId: async () => clientId,
    platformKid: async () => '',
    platformAuthConfig: async () => {
      if (nonce === undefined) throw new LaunchFault('NONCE_MISSING')
      // A stranger's token must not make us fetch the platform's keys.
      if (!isNonce(nonce)) throw new LaunchFault('NONCE_ALREADY_RECEIVED')
      if (kid === undefined) throw new LaunchFault('KID_NOT_FOUND')
      // By this method ltijs hands the key to verifyToken as it is. By JWK_KEY it would parse it anew at each launch.
      return { method: 'RSA_KEY', key: await keys.find(publicKeysUrl, kid) }
    },
  }
  const renewKey = async (failed: KeyObject) => (kid === undefined ? null : keys.renew(publicKeysUrl, kid, failed))
  const checks: Checks = { iss: issuer, now, renewKey }
  const findPlatform = async (iss: string, audience: string) => iss === issuer && audience === clientId && platform
  return Engine.validateToken(idToken, false, checks, findPlatform, null, {
    Get: async (_encryption, _collection, query) => (isNonce(String(query.nonce)) ? false : [{}]),
    // The statement that writes the launch claims the nonce, so a failed launch does not use it up.
    Insert: async () => {},
  })
}

/** Lifetime of the answer. Without JavaScript a teacher presses a button before it is sent. The LMS accepts it once. */
const ANSWER_SECONDS = 10 * 60

/**
 * Signs the answer to a deep linking request. ltijs builds it and drops items the platform does not accept. Its nonce
 * comes from Math.random, which is predictable, and its time from the system clock, so both are replaced.
 */
export const signDeepLinkingResponse = async (
  { issuer, clientId, deploymentId }: DeepLinkFrom,
  settings: DeepLinkSettings,
  items: object[],
  key: { kid: string; privatePem: string },
  now: Date,
): Promise<string> => {
  const { default: DeepLinking } = await import('ltijs/dist/Provider/Services/DeepLinking.js')
  const { decodeJwt, importPKCS8, SignJWT } = await import('jose')
  const platform = {
    platformActive: async () => true,
    platformClientId: async () => clientId,
    platformKid: async () => key.kid,
    platformPrivateKey: async () => key.privatePem,
  }
  const deepLinkingSettings = {
    deep_link_return_url: settings.returnUrl,
    accept_types: settings.acceptTypes,
    accept_multiple: settings.acceptsMany,
    ...(settings.data === null ? {} : { data: settings.data }),
  }
  const asked = { iss: issuer, clientId, deploymentId, platformContext: { deepLinkingSettings } }
  const written = await new DeepLinking(async () => platform, null, null).createDeepLinkingMessage(asked, items, {})
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ ...decodeJwt(written), nonce: mintSecret() })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ANSWER_SECONDS)
    .sign(await importPKCS8(key.privatePem, 'RS256'))
}

const peek = (idToken: string): { kid: string | undefined; nonce: string | undefined } => {
  const read = readJwt(idToken)
  if (!read) throw new LaunchFault('INVALID_JWT_RECEIVED')
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { kid: text(read.head.kid), nonce: text(read.claims.nonce) }
}
