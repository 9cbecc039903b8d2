import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { Clock } from '#src/core/clock.ts'
import type { HttpClient } from '#src/core/outbound/outbound.ts'
import { isRecord, recordOf } from '#src/core/rules/guards.ts'
import { LaunchFault } from './fault.ts'

/** Cache of platforms' public keys, by JWKS URL and key id. */
export interface PlatformKeys {
  /** Throws a Fault when the key does not exist, or the keys cannot be fetched and none are cached. */
  find(url: string, kid: string): Promise<Jwk>
}

/** Short limits, because a key set is small and a student is waiting. */
export const KEYS_LIMITS = { milliseconds: 5000, bytes: 256 * 1024 }
const CACHE_MS = 60 * 60 * 1000
/** Platforms rotate keys at any time, so an unknown key id triggers a fetch, within this limit. */
const MOST_REFETCHES = 6
const REFETCH_WINDOW_MS = 60 * 1000
const MOST_KEYS = 100

/** A key of a JWKS. Its members are texts (RFC 7517). */
interface Jwk extends JsonWebKey {
  kid?: string
  use?: string
  alg?: string
}

const isJwk = (key: unknown): key is Jwk =>
  isRecord(key) && ['kid', 'kty', 'use', 'alg', 'n', 'e'].every(name => /^(string|undefined)$/.test(typeof key[name]))

interface Remembered {
  keys: Jwk[]
  at: number
  /** The fetch in progress. Concurrent callers share it. */
  fetching?: Promise<Jwk[]> | undefined
  refetches: number[]
  /** Error of the last fetch; undefined when it succeeded. */
  failed?: string | undefined
}

/**
 * Caches a platform's keys for an hour, and longer while the platform is down. An unknown key id triggers a fetch, at
 * most six a minute. Call it only after state and nonce are verified, so that strangers cannot use up these fetches.
 */
export const makePlatformKeys = (outbound: HttpClient, clock: Clock): PlatformKeys => {
  const platforms = new Map<string, Remembered>()

  const fetchKeys = (url: string, known: Remembered): Promise<Jwk[]> =>
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

  return {
    async find(url, kid) {
      const known = platforms.get(url) ?? { keys: [], at: Number.NEGATIVE_INFINITY, refetches: [] }
      platforms.set(url, known)
      const now = clock.now().getTime()
      const remembered = pick(known.keys, kid)
      if (remembered && now - known.at < CACHE_MS) return remembered
      known.refetches = known.refetches.filter(at => now - at < REFETCH_WINDOW_MS)
      if (!known.fetching && known.refetches.length >= MOST_REFETCHES) {
        if (remembered) return remembered
        throw known.failed
          ? new LaunchFault('KEYS_UNREADABLE', known.failed)
          : new LaunchFault('KEY_NOT_FOUND', kid.slice(0, 100))
      }
      if (!known.fetching) known.refetches.push(now)
      try {
        const found = pick(await fetchKeys(url, known), kid)
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

const load = async (outbound: HttpClient, url: string): Promise<Jwk[]> => {
  const { status, text } = await outbound({ url, headers: { accept: 'application/json' } })
  if (status !== 200) throw new Error(`it answered with status ${status}`)
  const keys = keysIn(text)
  if (!keys) throw new Error('the answer is not a JWKS')
  return keys.slice(0, MOST_KEYS)
}

/** Returns the error for the platform's administrator, without a stack trace. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const keysIn = (text: string): Jwk[] | null => {
  try {
    const { keys } = recordOf(JSON.parse(text))
    return Array.isArray(keys) ? keys.filter(isJwk) : null
  } catch {
    return null
  }
}

/** Returns the key with this id, if it is an RS256 signing key. */
const pick = (keys: Jwk[], kid: string): Jwk | undefined =>
  keys.find(
    key =>
      key.kid === kid &&
      key.kty === 'RSA' &&
      (key.use === undefined || key.use === 'sig') &&
      (key.alg === undefined || key.alg === 'RS256') &&
      isKey(key),
  )

const isKey = (key: JsonWebKey): boolean => {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
