import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '#src/core/clock.ts'
import { mintReference } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { type Call, type HttpClient, type HttpResponse, redirectOf, statusText } from '#src/core/outbound.ts'
import { maybe, number, readJson } from '#src/core/outside/json.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'
import { findPlatform } from '#src/schools/platforms.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import { tokenAudience } from '#src/schools/rules/platform-presets.ts'
import { LaunchFault } from './platform-answers.ts'

/** Cache of platforms' public keys, by JWKS URL and key id. */
export type PlatformKeys = ReturnType<typeof makePlatformKeys>

/** Short limits, because a key set is small and a student is waiting. */
export const KEYS_LIMITS = { milliseconds: 5000, bytes: 1024 * 1024 }
const CACHE_MS = 60 * 60 * 1000
/** Platforms rotate keys at any time, so an unknown key id triggers a fetch, within this limit. */
const MOST_REFETCHES = 6
const REFETCH_WINDOW_MS = 60 * 1000

const KeySet = z.object({ keys: z.array(z.unknown()) })
/** A key for RS256 signatures (RFC 7517). */
const Jwk = z.object({
  kid: maybe(text),
  kty: z.literal('RSA'),
  use: z.literal('sig').nullish(),
  alg: z.literal('RS256').nullish(),
  n: z.string(),
  e: z.string(),
})
const Issued = z.object({ access_token: z.string(), expires_in: maybe(number).catch(null) })

/** A signing key, parsed once: that costs more than verifying a signature with it. */
interface SigningKey {
  kid: string | null
  key: KeyObject
}

interface Remembered {
  keys: SigningKey[]
  at: number
  /** The fetch in progress. Concurrent callers share it. */
  fetching?: Promise<SigningKey[]> | undefined
  refetches: number[]
  /** Error of the last fetch; undefined when it succeeded. */
  failed?: string | undefined
}

/**
 * Caches a platform's keys for an hour, and longer while the platform is down. An unknown key id triggers a fetch, and so
 * does a known one whose key does not match, at most six a minute. Call it only after state and nonce are verified, so
 * that strangers cannot use up these fetches.
 */
export const makePlatformKeys = (outbound: HttpClient, clock: Clock) => {
  const platforms = new Map<string, Remembered>()

  const fetchKeys = (url: string, known: Remembered): Promise<SigningKey[]> =>
    (known.fetching ??= load(outbound, url)
      .then(keys => {
        known.keys = keys
        known.at = clock.now().getTime()
        known.failed = undefined
        return keys
      })
      .finally(() => {
        known.fetching = undefined
      }))

  const knownAt = (url: string): Remembered => {
    const known = platforms.get(url) ?? { keys: [], at: Number.NEGATIVE_INFINITY, refetches: [] }
    platforms.set(url, known)
    return known
  }

  /** Counts a fetch. Returns false if there were too many in the last minute. */
  const mayFetch = (known: Remembered, now: number): boolean => {
    if (known.fetching) return true
    known.refetches = known.refetches.filter(at => now - at < REFETCH_WINDOW_MS)
    if (known.refetches.length >= MOST_REFETCHES) return false
    known.refetches.push(now)
    return true
  }

  return {
    /** Returns another key with the id, for a signature that `failed` does not match; fetches the keys again if none is cached. */
    async renew(url: string, kid: string, failed: KeyObject): Promise<KeyObject | null> {
      const known = knownAt(url)
      const other = (keys: SigningKey[]) => withId(keys, kid).find(key => !key.equals(failed))
      const cached = other(known.keys)
      if (cached || !mayFetch(known, clock.now().getTime())) return cached ?? null
      return other(await fetchKeys(url, known).catch(() => [])) ?? null
    },
    /** Throws a LaunchFault when the key does not exist, or the keys cannot be fetched and none are cached. */
    async find(url: string, kid: string): Promise<KeyObject> {
      const known = knownAt(url)
      const now = clock.now().getTime()
      const [remembered] = withId(known.keys, kid)
      if (remembered && now - known.at < CACHE_MS) return remembered
      if (!mayFetch(known, now)) {
        if (remembered) return remembered
        throw known.failed
          ? new LaunchFault('KEYS_UNREADABLE', known.failed)
          : new LaunchFault('KEY_NOT_FOUND', kid.slice(0, 100))
      }
      try {
        const [found] = withId(await fetchKeys(url, known), kid)
        if (found) return found
      } catch (error) {
        known.failed = `${new URL(url).host}: ${reasonOf(error)}`
        // A short outage of the platform must not block its school.
        if (remembered) return remembered
        throw new LaunchFault('KEYS_UNREADABLE', known.failed)
      }
      throw new LaunchFault('KEY_NOT_FOUND', kid.slice(0, 100))
    },
  }
}

/** Follows redirects: the request has no secret, and each address is checked like the first. */
const load = async (outbound: HttpClient, url: string, redirects = 3): Promise<SigningKey[]> => {
  const answer = await outbound({ url, headers: { accept: 'application/json' } })
  const next = redirectOf(answer, url)
  if (next && redirects > 0) return load(outbound, next, redirects - 1)
  if (!isSuccess(answer.status)) throw new Error(`it answered with ${statusText(answer, url)}`)
  return readJson(KeySet, answer.text, 'it').keys.flatMap(readSigningKey)
}

/** Returns the error for the platform's administrator, without a stack trace. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Some platforms publish one key without an id, and some an old and a new key with the same. */
const withId = (keys: SigningKey[], kid: string): KeyObject[] =>
  keys.filter(key => key.kid === kid || (key.kid === null && keys.length === 1)).map(({ key }) => key)

/** Returns no key if it is not for RS256 signatures, or cannot be parsed. */
const readSigningKey = (given: unknown): SigningKey[] => {
  const { data: jwk } = Jwk.safeParse(given)
  if (!jwk) return []
  const { kid, kty, n, e } = jwk
  try {
    return [{ kid, key: createPublicKey({ key: { kty, n, e }, format: 'jwk' }) }]
  } catch {
    return []
  }
}

/** Calls a service with an access token. Throws without a complete answer: PlatformUnavailable if there was no call. */
export type PlatformClient = (platformId: number, scopes: string[], call: Call) => Promise<HttpResponse>

/** The platform was deleted or deactivated since the launch, or its token audience is on another host. */
export class PlatformUnavailable extends Error {}

interface Token {
  value: string
  goodUntil: number
}

const ASSERTION_SECONDS = 60
/** Tokens are renewed early, so that none expires on the way. */
const EARLY_MS = 60_000
const MOST_TOKENS = 2000

/**
 * OAuth 2 client credentials with a signed assertion (LTI Security Framework §4.1). Caches tokens until shortly before
 * they expire, with one request at a time per token. A 401 renews the token and retries once.
 */
export const makePlatformClient = (
  { db, clock, outbound }: { db: Database; clock: Clock; outbound: HttpClient },
  signingKey: (platform: Platform) => Promise<{ kid: string; privatePem: string }>,
): PlatformClient => {
  const tokens = new Map<string, Promise<Token>>()

  const assertion = async (platform: Platform): Promise<string> => {
    const { clientId } = platform
    const audience = tokenAudience(platform)
    // Older rows may name another LMS, which would accept our signature.
    if (!audience)
      throw new PlatformUnavailable(
        `the token audience ${platform.audience} is not on the host of ${platform.grantUrl}`,
      )
    const { importPKCS8, SignJWT } = await import('jose')
    const { kid, privatePem } = await signingKey(platform)
    const now = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT()
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .setJti(mintReference())
      .sign(await importPKCS8(privatePem, 'RS256'))
  }

  const fetchToken = async (platform: Platform, scope: string): Promise<Token> => {
    const answer = await outbound({
      method: 'POST',
      url: platform.grantUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(platform),
        scope,
      }).toString(),
    })
    if (!isSuccess(answer.status))
      throw new Error(
        `${platform.issuer} did not issue a token (HTTP ${statusText(answer, platform.grantUrl)}, ${answer.text.slice(0, 200)})`,
      )
    const { access_token: value, expires_in: seconds } = readJson(
      Issued,
      answer.text,
      `${platform.issuer}, asked for a token,`,
    )
    return { value, goodUntil: clock.now().getTime() + (seconds ?? 0) * 1000 - EARLY_MS }
  }

  const token = async (platform: Platform, scope: string): Promise<Token> => {
    const key = `${platform.id} ${scope}`
    const known = await tokens.get(key)?.catch(() => null)
    if (known && known.goodUntil > clock.now().getTime()) return known
    if (tokens.size >= MOST_TOKENS) tokens.clear()
    const asked = fetchToken(platform, scope)
    tokens.set(key, asked)
    asked.catch(() => tokens.delete(key))
    return asked
  }

  return async (platformId, scopes, call) => {
    const platform = await findPlatform(db, platformId)
    if (!platform?.isActive) throw new PlatformUnavailable('this platform is not active')
    const scope = scopes.toSorted().join(' ')
    const send = async ({ value }: Token) =>
      outbound({ ...call, headers: { ...call.headers, authorization: `Bearer ${value}` } })
    const first = await send(await token(platform, scope))
    if (first.status !== 401) return first
    tokens.delete(`${platform.id} ${scope}`)
    return send(await token(platform, scope))
  }
}
