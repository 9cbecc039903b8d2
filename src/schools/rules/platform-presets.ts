import { webOrigin } from '#src/core/rules/web-addresses.ts'
import {
  type NewAddresses,
  type Platform,
  type PlatformAddresses,
  type PlatformEdit,
  type PlatformPreset,
  PRESETS,
  presetNames,
} from './platform.ts'

/** Returns the lower-case host of a typed address, or null. */
export const platformDomain = (typed: string): string | null => {
  const text = typed.trim().toLowerCase()
  const address = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { host } = new URL(address)
  return /^[\w.-]+(:\d+)?$/.test(host) ? host : null
}

/** Canvas cloud uses one issuer for all schools, and separate issuers for beta and test. */
const canvasCloud = (domain: string): { issuer: string; sso: string } | null => {
  const kind = domain.match(/\.(?:(beta|test)\.)?instructure\.com$/)
  if (!kind) return null
  const stage = kind[1] ? `${kind[1]}.` : ''
  return { issuer: `https://canvas.${stage}instructure.com`, sso: `https://sso.${stage}canvaslms.com` }
}

/** The addresses of an LMS that has everything on its own host. */
const addressesAt = (issuer: string, login: string, keys: string, grant: string): PlatformAddresses => ({
  issuer,
  authorizationRedirect: issuer + login,
  publicKeysUrl: issuer + keys,
  grantUrl: issuer + grant,
})

const D2L_GRANT = 'https://auth.brightspace.com/core/connect/token'

/** Token endpoints that accept another audience than themselves. */
const PRESET_AUDIENCES: ReadonlyMap<string, string> = new Map([[D2L_GRANT, 'https://api.brightspace.com/auth/token']])

/** Returns the addresses of a platform type (docs/rules/schools.md). */
export const presetAddresses = (
  preset: Exclude<PlatformPreset, 'custom'>,
  { domain, clientId }: Pick<Platform, 'domain' | 'clientId'>,
): PlatformAddresses => {
  const own = `https://${domain}`
  switch (preset) {
    case 'd2l':
      return { ...addressesAt(own, '/d2l/lti/authenticate', '/d2l/.well-known/jwks', ''), grantUrl: D2L_GRANT }
    case 'canvas': {
      const { issuer, sso } = canvasCloud(domain) ?? { issuer: own, sso: own }
      return {
        ...addressesAt(sso, '/api/lti/authorize_redirect', '/api/lti/security/jwks', '/login/oauth2/token'),
        issuer,
      }
    }
    case 'moodle':
      return addressesAt(own, '/mod/lti/auth.php', '/mod/lti/certs.php', '/mod/lti/token.php')
    case 'blackboard':
      return {
        issuer: 'https://blackboard.com',
        authorizationRedirect: 'https://developer.blackboard.com/api/v1/gateway/oidcauth',
        publicKeysUrl: `https://developer.blackboard.com/api/v1/management/applications/${encodeURIComponent(clientId)}/jwks.json`,
        grantUrl: 'https://developer.blackboard.com/api/v1/gateway/oauth2/jwttoken',
      }
    default:
      return preset satisfies never
  }
}

export const chosenPreset = (isD2l: boolean, chosen: string | undefined): PlatformPreset =>
  PRESETS.find(preset => preset === chosen) ?? (isD2l ? 'd2l' : 'canvas')

/** Says what will be created, before the form is sent. */
export const plannedPlatform = (typed: string, clientId: string, preset: PlatformPreset): string => {
  const domain = platformDomain(typed)
  if (preset === 'custom') return 'This creates a platform with the addresses that you enter.'
  const kind = `This creates a ${presetNames[preset]} platform`
  if (!domain) return `${kind}.`
  const { issuer, authorizationRedirect } = presetAddresses(preset, { domain, clientId })
  return `${kind}: issuer ${issuer}, login at ${authorizationRedirect}.`
}

/** Returns an address as it was meant: without spaces, quotes and doubled slashes, and an issuer without a slash at its end. */
export const pastedAddress = (typed: string | undefined): string | undefined => {
  const text = typed
    ?.replace(/[\s\p{Cf}"“”<>]+/gu, '')
    .replace(/^[^?#]*/, path => path.replace(/([^:/])\/{2,}/g, '$1/'))
    .replace(/^https?:\/\/[^/?#]+/i, origin => origin.toLowerCase())
  return text && /^\w+:\/\/[^/]+\/$/.test(text) ? text.slice(0, -1) : text || undefined
}

/**
 * Returns the addresses of a platform that staff change. What they typed counts. An address that they left follows the
 * type if it is another or gave the address, else the domain if it is on its host.
 */
export const editedAddresses = (was: Platform, { given, ...is }: PlatformEdit): NewAddresses => {
  const addressesOf = (of: Omit<PlatformEdit, 'given'>) =>
    of.preset === 'custom' ? null : presetAddresses(of.preset, of)
  const [before, after] = [addressesOf(was), addressesOf(is)]
  const follow = (name: keyof PlatformAddresses): string => {
    const typed = pastedAddress(given[name])
    if (typed && typed !== was[name]) return typed
    if (after && (was.preset !== is.preset || before?.[name] === was[name])) return after[name]
    return onDomain(was[name], was.domain, is.domain)
  }
  const audience = given.audience === undefined ? was.audience : given.audience?.trim() || null
  const isOld = audience === was.audience
  return {
    issuer: follow('issuer'),
    authorizationRedirect: follow('authorizationRedirect'),
    publicKeysUrl: follow('publicKeysUrl'),
    grantUrl: follow('grantUrl'),
    audience: !isOld
      ? audience
      : was.preset === is.preset
        ? audience && onDomain(audience, was.domain, is.domain)
        : null,
  }
}

const onDomain = (address: string, was: string, is: string): string => {
  if (was === is || !URL.canParse(address) || new URL(address).host !== was) return address
  return address.replace(`//${was}`, `//${is}`)
}

export const SHARED_ISSUERS = [
  'https://canvas.instructure.com',
  'https://canvas.beta.instructure.com',
  'https://canvas.test.instructure.com',
  'https://blackboard.com',
  'https://schoology.schoology.com',
] as const

/** Hosts that tell no school: those of shared issuers, and those from which their clouds launch. */
export const SHARED_HOSTS = [
  ...SHARED_ISSUERS.map(issuer => new URL(issuer).host),
  ...['sso.canvaslms.com', 'developer.blackboard.com', 'app.schoology.com', 'lti.schoology.com'],
]

/** Returns true if many schools share the issuer, so that a new deployment may be anyone's. */
export const isSharedIssuer = (issuer: string): boolean => SHARED_ISSUERS.some(shared => shared === issuer)

export const isSharedHost = (host: string): boolean => SHARED_HOSTS.includes(host)

/** Clouds where each school has a host of its own, below the first domain. */
const CLOUDS: readonly (readonly [string, ...string[]])[] = [
  ['instructure.com', 'canvaslms.com'],
  ['brightspace.com'],
  ['blackboard.com'],
  ['schoology.com'],
]

/** Prefix of an origin that means all hosts below a domain. */
const ANY_HOST = 'https://*'

/** Returns the origins of a platform's pages, for frame-ancestors: its addresses, and for a cloud all its schools. */
export const platformOrigins = ({
  domain,
  issuer,
  authorizationRedirect,
}: Pick<Platform, 'domain' | 'issuer' | 'authorizationRedirect'>): string[] => {
  const named = [isSharedIssuer(issuer) ? null : issuer, `https://${domain}`, authorizationRedirect]
  const own = named.flatMap(address => webOrigin(address) ?? [])
  const clouds = CLOUDS.map(([domain]) => domain).filter(cloud =>
    own.some(origin => `.${new URL(origin).hostname}`.endsWith(`.${cloud}`)),
  )
  return [...new Set([...own, ...clouds.map(cloud => `${ANY_HOST}.${cloud}`)])]
}

/** Returns true if an origin is one of `platformOrigins`, also below the domain of a cloud. */
export const isPlatformOrigin = (platform: Parameters<typeof platformOrigins>[0], origin: string): boolean =>
  platformOrigins(platform).some(known =>
    known.startsWith(ANY_HOST)
      ? origin.startsWith('https://') && origin.endsWith(known.slice(ANY_HOST.length))
      : known === origin,
  )

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

/**
 * Returns true if the addresses for tokens, keys and authorization belong to the LMS of the issuer: they are on its site
 * or in its cloud. A school that names the address of somebody else's LMS could get what that LMS issues to us. D2L issues
 * tokens for all schools at one place. `isOwn` says which addresses are of the practice LMS.
 */
export const areOfOneLms = (
  { issuer, authorizationRedirect, publicKeysUrl, grantUrl }: PlatformAddresses,
  isOwn: (url: URL) => boolean = () => false,
): boolean => {
  const site = siteOf(issuer)
  const addresses = [authorizationRedirect, publicKeysUrl, ...(grantUrl === D2L_GRANT ? [] : [grantUrl])]
  const isOfSite = (address: string) => siteOf(address) === site || (URL.canParse(address) && isOwn(new URL(address)))
  return site !== null && addresses.every(isOfSite)
}

/** Second levels below which everybody may have a name. */
const SHARED_SUFFIX = /\.((ac|co|com|edu|go|gob|gouv|gov|ne|net|or|org|sch|school)\.[a-z]{2}|[a-z]{2}\.us)$/

/** Returns the labels of a host that one organization has, or its cloud: mostly two; `ac.uk` and `k12.tx.us` take more. */
const siteOf = (address: string): string | null => {
  const host = placeOf(address)?.replace(/:\d+$/, '')
  if (!host || /^[\d.]+$|^\[/.test(host)) return host ?? null
  const labels = host.split('.')
  const own = /\.k12\.[a-z]{2}\.us$/.test(host) ? 4 : SHARED_SUFFIX.test(host) ? 3 : 2
  return labels.slice(-own).join('.')
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

/** Returns the host of an address, or its cloud: Canvas issues tokens at the host of every school. */
const placeOf = (address: string): string | null => {
  const host = hostOf(address)
  const cloud = CLOUDS.find(domains => domains.some(domain => `.${host}`.endsWith(`.${domain}`)))
  return cloud?.[0] ?? host
}

/** Returns the host and port of a web address, without the final dot that DNS allows; null for anything else. */
const hostOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { protocol, host } = new URL(address)
  return /^https?:$/.test(protocol) ? host.replace(/\.(?=:\d+$|$)/, '') : null
}
