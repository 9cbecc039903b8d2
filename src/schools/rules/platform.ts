import type { SchoolSwitches } from './school.ts'

/** An LTI 1.3 platform registration, identified by issuer and client_id. */
export interface Platform {
  id: number
  issuer: string
  clientId: string
  domain: string
  preset: PlatformPreset
  authorizationRedirect: string
  publicKeysUrl: string
  grantUrl: string
  /** Audience of token requests if it differs from the grant address (D2L). */
  audience: string | null
  isActive: boolean
}

export const deploymentStatuses = ['approved', 'waiting', 'refused'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** A deployment in the staff inbox. */
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

export const PRESETS = ['d2l', 'canvas', 'moodle', 'blackboard', 'custom'] as const
export type PlatformPreset = (typeof PRESETS)[number]

export interface NewPlatform {
  domain: string
  clientId: string
  preset: PlatformPreset
  /** Addresses that replace the preset's. */
  given: { [Name in keyof NewAddresses]?: NewAddresses[Name] | undefined }
  deploymentIds: string[]
}

export const platformMessages = {
  required: 'Both domain and client ID fields must have values.',
  domain: 'Enter a host name, like school.brightspace.com.',
  exists: 'Platform already exists',
  created: 'Platform created.',
  notFound: 'Platform not found',
  whose: 'Choose the school.',
  switched: (domain: string, isOn: boolean) => `${domain} is turned ${isOn ? 'on' : 'off'}.`,
} as const

interface Reach {
  courses: number
  people: number
}

const reachSays = ({ courses, people }: Reach): string =>
  `Launched from there so far: ${courses} ${courses === 1 ? 'course' : 'courses'}, ${people} ${people === 1 ? 'person' : 'people'}. They keep what they have.`

/** Describes the effects of turning a platform off, for staff to read before they confirm. */
export const describeSwitchOff = ({ domain, ...reach }: { domain: string } & Reach) => [
  `No one can open Signbook from ${domain} until you turn it on again.`,
  reachSays(reach),
]

/** Describes the effects of refusing an approved deployment. */
export const describeDeploymentRefusal = (name: string, reach: Reach) => [
  `No one can open Signbook from ${name} until you approve it again.`,
  reachSays(reach),
]

/** Returns the name of an LTI 1.3 school. The SQL fragment `deploymentSchool` does the same. */
const schoolOf = (d: Pick<WaitingDeployment, 'name' | 'domain'>): string => d.name ?? d.domain

/** Returns the staff name of a deployment. Unnamed ones may share a host, so the deployment id is added. */
export const deploymentName = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  d.name ? schoolOf(d) : `${schoolOf(d)}, deployment ${d.deploymentId}`

/** Names one deployment of a school, which may have several. */
export const whichDeployment = (d: Pick<WaitingDeployment, 'name' | 'domain' | 'deploymentId'>): string =>
  `deployment ${d.deploymentId} of ${schoolOf(d)}`

export const deploymentMessages = {
  notFound: 'Deployment not found',
  decided: (deployment: Parameters<typeof whichDeployment>[0] & { status: string }) =>
    `The ${whichDeployment(deployment)} is ${deployment.status}.`,
  oneWay: 'Keep access codes or card payments turned on.',
} as const

export type NewAddresses = Pick<
  Platform,
  'issuer' | 'authorizationRedirect' | 'publicKeysUrl' | 'grantUrl' | 'audience'
>

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

/** Returns the addresses of a platform type (docs/rules/schools.md). */
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

/**
 * Returns true if many schools share the issuer. A new deployment may then be anyone's and is never approved
 * automatically.
 */
export const isSharedIssuer = (issuer: string): boolean =>
  /^https:\/\/(canvas\.((beta|test)\.)?instructure\.com|blackboard\.com)$/.test(issuer)
