import type { SchoolSwitches } from './school.ts'

/** An LMS that launches by LTI 1.3, as the client_id names it: the spec's platform and credential. */
export interface Platform {
  id: number
  issuer: string
  clientId: string
  domain: string
  preset: PlatformPreset
  authorizationRedirect: string
  publicKeysUrl: string
  grantUrl: string
  /** What a token request names as its audience, where that is not the grant address (D2L). */
  audience: string | null
  isActive: boolean
}

export type DeploymentStatus = 'approved' | 'waiting' | 'refused'

/** One installation of the tool as staff see it in the inbox. */
export interface WaitingDeployment extends SchoolSwitches {
  id: number
  domain: string
  issuer: string
  clientId: string
  deploymentId: string
  name: string | null
  status: DeploymentStatus
  seenTitle: string | null
  seenAt: Date | null
}

export type PlatformPreset = 'd2l' | 'canvas' | 'moodle' | 'blackboard' | 'custom'

export const PRESETS = ['d2l', 'canvas', 'moodle', 'blackboard', 'custom'] as const satisfies PlatformPreset[]

export interface NewPlatform {
  domain: string
  clientId: string
  preset: PlatformPreset
  /** In place of the preset's, for `custom` and where a platform shows another. */
  given: { [Name in keyof NewAddresses]?: NewAddresses[Name] | undefined }
  deploymentIds: string[]
}

export const platformMessages = {
  required: 'Both domain and client ID fields must have values.',
  domain: 'The domain is not the name of a host, like school.brightspace.com.',
  exists: 'Platform already exists',
  created: 'Platform created.',
  notFound: 'Platform not found',
  whose: 'Say which school it is for.',
  switched: (domain: string, isOn: boolean) => `${domain} is switched ${isOn ? 'on' : 'off'}.`,
} as const

interface Reach {
  courses: number
  people: number
}

const reachSays = ({ courses, people }: Reach): string =>
  `Launched from there so far: ${courses} ${courses === 1 ? 'course' : 'courses'}, ${people} ${people === 1 ? 'person' : 'people'}. What they have stays theirs.`

/** What switching a platform off does, as staff read it before they press the button. */
export const describeSwitchOff = ({ domain, ...reach }: { domain: string } & Reach) => [
  `Nobody can open Signbook from ${domain} until it is switched on again.`,
  reachSays(reach),
]

/** The same for an installation of the tool that was approved and is to be refused. */
export const describeDeploymentRefusal = (name: string, reach: Reach) => [
  `Nobody can open Signbook from ${name} until it is approved again.`,
  reachSays(reach),
]

/** What a school of LTI 1.3 is called everywhere; queries say it as `deploymentSchool`. */
const schoolOf = (d: Pick<WaitingDeployment, 'name' | 'domain'>): string => d.name ?? d.domain

/** What staff call an installation: those without a name may share a host. */
export const deploymentName = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  d.name ? schoolOf(d) : `${schoolOf(d)}, deployment ${d.deploymentId}`

/** Which of a school's: it may have installed the tool twice. */
export const whichDeployment = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  `deployment ${d.deploymentId} of ${schoolOf(d)}`

export const deploymentMessages = {
  notFound: 'Deployment not found',
  decided: (deployment: Parameters<typeof whichDeployment>[0] & { status: string }) =>
    `The ${whichDeployment(deployment)} is ${deployment.status}.`,
  oneWay: 'A school takes codes or card payments, or both. One of them must stay on.',
} as const

export type NewAddresses = Pick<
  Platform,
  'issuer' | 'authorizationRedirect' | 'publicKeysUrl' | 'grantUrl' | 'audience'
>

/** The bare host of what staff typed: without scheme and path, in small letters (rules.md E4). Null: no host. */
export const platformDomain = (typed: string): string | null => {
  const text = typed.trim().toLowerCase()
  const address = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { host } = new URL(address)
  return /^[\w.-]+(:\d+)?$/.test(host) ? host : null
}

/** Canvas in the cloud has one issuer for all schools, and test servers with one of their own (facts/lti.md B1). */
const canvasCloud = (domain: string): { issuer: string; sso: string } | null => {
  const kind = domain.match(/\.(?:(beta|test)\.)?instructure\.com$/)
  if (!kind) return null
  const stage = kind[1] ? `${kind[1]}.` : ''
  return { issuer: `https://canvas.${stage}instructure.com`, sso: `https://sso.${stage}canvaslms.com` }
}

const canvas = (domain: string): NewAddresses => {
  const cloud = canvasCloud(domain)
  const base = cloud?.sso ?? `https://${domain}`
  return {
    issuer: cloud?.issuer ?? `https://${domain}`,
    authorizationRedirect: `${base}/api/lti/authorize_redirect`,
    publicKeysUrl: `${base}/api/lti/security/jwks`,
    grantUrl: `${base}/login/oauth2/token`,
    audience: null,
  }
}

/** The addresses of a platform by its make (rules.md E4, facts/lti.md B1). */
export const presetAddresses = (
  preset: Exclude<PlatformPreset, 'custom'>,
  { domain, clientId }: Pick<Platform, 'domain' | 'clientId'>,
): NewAddresses => {
  switch (preset) {
    case 'd2l':
      return {
        issuer: `https://${domain}`,
        authorizationRedirect: `https://${domain}/d2l/lti/authenticate`,
        publicKeysUrl: `https://${domain}/d2l/.well-known/jwks`,
        grantUrl: 'https://auth.brightspace.com/core/connect/token',
        audience: 'https://api.brightspace.com/auth/token',
      }
    case 'canvas':
      return canvas(domain)
    case 'moodle':
      return {
        issuer: `https://${domain}`,
        authorizationRedirect: `https://${domain}/mod/lti/auth.php`,
        publicKeysUrl: `https://${domain}/mod/lti/certs.php`,
        grantUrl: `https://${domain}/mod/lti/token.php`,
        audience: null,
      }
    case 'blackboard':
      return {
        issuer: 'https://blackboard.com',
        authorizationRedirect: 'https://developer.blackboard.com/api/v1/gateway/oidcauth',
        publicKeysUrl: `https://developer.blackboard.com/api/v1/management/applications/${encodeURIComponent(clientId)}/jwks.json`,
        grantUrl: 'https://developer.blackboard.com/api/v1/gateway/oauth2/jwttoken',
        audience: null,
      }
    default:
      return preset satisfies never
  }
}

/** Whether many schools share an issuer: there a new deployment may be anybody's, and is never approved unseen. */
export const isSharedIssuer = (issuer: string): boolean =>
  /^https:\/\/(canvas\.((beta|test)\.)?instructure\.com|blackboard\.com)$/.test(issuer)
