import type { Platform } from './platform.ts'
import { CLOUDS, isSharedIssuer, PRESET_AUDIENCES } from './platform-presets.ts'

/**
 * Returns the audience of the assertion that we sign for a platform's access token (LTI Security Framework §4.1.1): its
 * token endpoint, the fixed value of a preset, or another address on the host of the token endpoint. Returns null for
 * an audience on another host, because the platform could use our signature there.
 */
export const tokenAudience = ({ grantUrl, audience }: Pick<Platform, 'grantUrl' | 'audience'>): string | null => {
  const host = hostOf(grantUrl)
  if (host === null) return null
  const usual = PRESET_AUDIENCES.get(grantUrl) ?? grantUrl
  // Canvas names the bare host in its configuration, and accepts only its token endpoint.
  if (!audience || audience === usual || audience.toLowerCase() === host) return usual
  return hostOf(audience) === host ? audience : null
}

/** Identity of a platform, and the place that issues its access tokens. */
export type TokenClient = Pick<Platform, 'issuer' | 'clientId' | 'grantUrl'>

/**
 * Returns true if two platforms of different issuers get access tokens as the same client at the same place: one of
 * them would receive tokens for the other's courses. Two shared issuers may, since Canvas copies its client ids to beta
 * and test.
 */
export const isSameTokenClient = (a: TokenClient, b: TokenClient): boolean =>
  a.issuer !== b.issuer &&
  a.clientId === b.clientId &&
  placeOf(a.grantUrl) === placeOf(b.grantUrl) &&
  !(isSharedIssuer(a.issuer) && isSharedIssuer(b.issuer))

/** Returns the host that issues tokens, or its cloud: Canvas issues them at the host of every school. */
const placeOf = (grantUrl: string): string | null => {
  const host = hostOf(grantUrl)
  const cloud = CLOUDS.find(domains => domains.some(domain => `.${host}`.endsWith(`.${domain}`)))
  return cloud?.[0] ?? host
}

/** Returns the host and port of a web address, without the final dot that DNS allows; null for anything else. */
const hostOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { protocol, host } = new URL(address)
  return /^https?:$/.test(protocol) ? host.replace(/\.(?=:\d+$|$)/, '') : null
}
