import { createPublicKey, type KeyObject } from 'node:crypto'
import type * as Jose from 'jose'
import type Auth from 'ltijs/dist/Utils/Auth.js'
import type { EngineChecks, EngineClaims, EngineNonces, EnginePlatform } from 'ltijs/dist/Utils/Auth.js'
import { mintSecret } from '../../crypto.ts'
import type { DeepLinkFrom } from '../../domain/deep-link.ts'
import type { DeepLinkSettings } from '../../domain/launch.ts'
import { CLAIM, DL_SETTINGS } from './claims.ts'
import { Fault } from './fault.ts'
import { readJwt } from './jwt.ts'

/**
 * The one importer of ltijs 5.9.9, which is the engine of LTI 1.3 and nothing else: its token validation and its deep
 * linking, never its server, its cookies or its database. What it lets pass is closed here. Its grade and roster services
 * are not used: docs/decisions.md has the figures.
 */

/** Clocks of platforms are off: D2L issues tokens that begin in the future (ltijs issue 198). */
export const LEEWAY_SECONDS = 60
const MAX_AGE_SECONDS = 300
const MIN_KEY_BITS = 2048

interface Checks extends EngineChecks {
  now: Date
}

/** ltijs's validation with its gaps closed: algorithm, key, clock, times, azp, deep linking, submission review. */
const strict = (Base: typeof Auth, { jwtVerify, errors }: typeof Jose) =>
  class StrictAuth extends Base {
    static override async verifyToken(
      token: string,
      pem: string,
      checks: Checks,
      platform: EnginePlatform,
      nonces: EngineNonces,
    ): Promise<EngineClaims> {
      if (checks.alg !== 'RS256') throw new Fault('ALG_NOT_RS256')
      const key = createPublicKey(pem)
      if (!isStrong(key)) throw new Fault('WEAK_KEY')
      const clientId = await platform.platformClientId()
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['RS256'],
        clockTolerance: LEEWAY_SECONDS,
        audience: clientId,
        issuer: checks.iss,
        currentDate: checks.now,
      }).catch(error => told(error, errors))
      const claims: EngineClaims = payload
      checkTimes(claims, checks.now)
      if (Array.isArray(claims.aud) && claims.aud.length > 1 && !claims.azp) throw new Fault('AZP_REQUIRED')
      if (claims.azp !== undefined && claims.azp !== clientId) throw new Fault('AZP_DOES_NOT_MATCH_CLIENTID')
      if (typeof claims.nonce !== 'string' || claims.nonce === '') throw new Fault('NONCE_MISSING')
      await StrictAuth.claimValidation(claims)
      // Our own age check stands above: ltijs would take the time from the machine and not from the clock given to us.
      await StrictAuth.oidcValidation(claims, platform, { ...checks, maxAge: false }, nonces)
      return claims
    }

    static override async claimValidation(claims: EngineClaims): Promise<void> {
      const type = claims[`${CLAIM}message_type`]
      // A submission review is a resource link launch that names whose work is looked at (LTI-AGS §5).
      if (type === 'LtiSubmissionReviewRequest')
        return Base.claimValidation({ ...claims, [`${CLAIM}message_type`]: 'LtiResourceLinkRequest' })
      await Base.claimValidation(claims)
      if (type !== 'LtiDeepLinkingRequest') return
      const settings = claims[DL_SETTINGS] as { deep_link_return_url?: unknown; accept_types?: unknown } | undefined
      if (typeof settings?.deep_link_return_url !== 'string' || !Array.isArray(settings.accept_types))
        throw new Fault('MISSING_DEEP_LINK_SETTINGS')
    }
  }

export const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS

export const checkTimes = ({ iat, exp }: EngineClaims, now: Date): void => {
  const seconds = now.getTime() / 1000
  if (typeof iat !== 'number' || !Number.isFinite(iat)) throw new Fault('MISSING_IAT')
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Fault('MISSING_EXP')
  if (iat > seconds + LEEWAY_SECONDS) throw new Fault('IAT_IN_FUTURE', `${Math.round(iat - seconds)} seconds from now`)
  if (iat < seconds - MAX_AGE_SECONDS - LEEWAY_SECONDS)
    throw new Fault('TOKEN_TOO_OLD', `${Math.round(seconds - iat)} seconds ago`)
}

/** What jose found, by our codes. */
const told = (error: unknown, errors: typeof Jose.errors): never => {
  if (error instanceof errors.JWTExpired) throw new Fault('EXPIRED')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') throw new Fault('NOT_YET')
    if (error.claim === 'aud') throw new Fault('AUDIENCE')
    if (error.claim === 'iss') throw new Fault('ISS_CLAIM_DOES_NOT_MATCH')
    throw new Fault(`MISSING_${error.claim.toUpperCase()}`)
  }
  if (error instanceof errors.JOSEError) throw new Fault('BAD_SIGNATURE')
  throw error
}

let engine: Promise<ReturnType<typeof strict>> | undefined
/** Loaded with the first 1.3 launch: a quarter of a second and 17 MB that a school on 1.1 does not need. */
const load = () =>
  (engine ??= Promise.all([import('ltijs/dist/Utils/Auth.js'), import('jose')]).then(([auth, jose]) =>
    strict(auth.default, jose),
  ))

export interface Validation {
  idToken: string
  issuer: string
  clientId: string
  isActive: boolean
  now: Date
  /** The platform's public key of this name; asked for once the nonce is known to be right. */
  findKey(kid: string): Promise<object>
  isNonce(nonce: string): boolean
}

/** The claims of a token that passes every check. Throws a Fault, or an Error with a code of ltijs, for one that does not. */
export const validateIdToken = async (given: Validation): Promise<EngineClaims> => {
  const Engine = await load()
  const { kid, nonce } = peek(given.idToken)
  const platform: EnginePlatform = {
    platformActive: async () => given.isActive,
    platformClientId: async () => given.clientId,
    platformKid: async () => '',
    platformAuthConfig: async () => {
      if (nonce === undefined) throw new Fault('NONCE_MISSING')
      // A stranger's token must not make us ask the platform for its keys.
      if (!given.isNonce(nonce)) throw new Fault('NONCE_ALREADY_RECEIVED')
      if (kid === undefined) throw new Fault('KID_NOT_FOUND')
      return { method: 'JWK_KEY', key: await given.findKey(kid) }
    },
  }
  const checks: Checks = { iss: given.issuer, now: given.now }
  const claims = await Engine.validateToken(
    given.idToken,
    false,
    checks,
    async (issuer, clientId) => issuer === given.issuer && clientId === given.clientId && platform,
    null,
    {
      Get: async (_encryption, _collection, query) => (given.isNonce(String(query.nonce)) ? false : [{}]),
      // Claimed with the launch itself, in the statement that writes it: a launch that fails burns nothing.
      Insert: async () => {},
    },
  )
  return claims
}

/** Without a script a teacher presses a button before it is sent. It is signed for one LMS, which takes it once. */
const ANSWER_SECONDS = 10 * 60

/**
 * The answer to a deep linking request; ltijs writes it and leaves out what the platform does not accept. It draws the
 * nonce from Math.random, which can be guessed, and the time from the machine: both are ours in what is signed and sent.
 */
export const signDeepLinks = async (
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
  if (!read) throw new Fault('INVALID_JWT_RECEIVED')
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return { kid: text(read.head.kid), nonce: text(read.claims.nonce) }
}
