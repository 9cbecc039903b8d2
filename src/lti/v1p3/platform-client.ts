import type { Clock } from '#src/core/clock.ts'
import { mintReference } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { type Call, type HttpClient, type HttpResponse, readJson } from '#src/core/outbound/outbound.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import { tokenAudience } from '#src/schools/rules/token-audience.ts'
import { findPlatform } from '#src/schools/store/platforms.ts'

export interface PlatformClientDeps {
  db: Database
  clock: Clock
  outbound: HttpClient
  signingKey(): Promise<{ kid: string; privatePem: string }>
}

/**
 * Calls a platform's services with an access token. Throws Error without a complete answer, and PlatformUnavailable for
 * a platform that gets no calls.
 */
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
export const makePlatformClient = ({ db, clock, outbound, signingKey }: PlatformClientDeps): PlatformClient => {
  const tokens = new Map<string, Promise<Token>>()

  const assertion = async ({ clientId, ...platform }: Platform): Promise<string> => {
    const audience = tokenAudience(platform)
    // Older rows may name another LMS, which would accept our signature.
    if (!audience)
      throw new PlatformUnavailable(
        `the token audience ${platform.audience} is not on the host of ${platform.grantUrl}`,
      )
    const { importPKCS8, SignJWT } = await import('jose')
    const { kid, privatePem } = await signingKey()
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
    const { status, text } = await outbound({
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
    const answer = status === 200 ? readJson(text) : null
    if (typeof answer?.access_token !== 'string')
      throw new Error(`${platform.issuer} did not issue a token (HTTP ${status}, ${text.slice(0, 200)})`)
    const seconds = Number(answer.expires_in ?? 0)
    return { value: answer.access_token, goodUntil: clock.now().getTime() + seconds * 1000 - EARLY_MS }
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
