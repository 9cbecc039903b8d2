import { isSharedIssuer, type NewAddresses, type PlatformPreset } from './platform.ts'

/** What a platform says about itself (LTI Dynamic Registration §3.4), as far as we need it. */
export interface PlatformConfiguration extends NewAddresses {
  registrationUrl: string
  preset: PlatformPreset
  name: string | null
}

/** What the platform answered: who we are there. */
export interface Registered {
  clientId: string
  deploymentId: string | null
}

export const registrationMessages = {
  invite: 'This registration link was used already, or is older than a week. Ask us for a new one.',
  configuration: 'The LMS did not say how to register. Open the link from the page of your LMS that adds tools.',
  issuer: 'The LMS names an issuer on another host than the one that its configuration came from.',
  exists: 'This tool is registered in your LMS already, under the same client ID.',
  refused: (why: string) => `The LMS refused the registration: ${why}`,
  unreadable: (why: string) => `The configuration of the LMS could not be read: ${why}`,
} as const

/** Why a registration did not happen; the message is for the administrator of the LMS. */
export class RegistrationRefused extends Error {}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const FAMILIES: Record<string, PlatformPreset> = {
  canvas: 'canvas',
  moodle: 'moodle',
  blackboardlearn: 'blackboard',
  desire2learn: 'd2l',
  brightspace: 'd2l',
}

/** Hosts that speak for an issuer that many schools share: its configuration stands elsewhere (facts/lti.md B1). */
const speaksFor = (issuer: string, host: string): boolean =>
  isSharedIssuer(issuer) && /(^|\.)(canvaslms\.com|instructure\.com|blackboard\.com)$/.test(host)

/**
 * Reads a platform's configuration and holds its issuer against the address it came from: else anybody could register as
 * somebody else's LMS. Throws RegistrationRefused.
 */
export const readConfiguration = (
  given: unknown,
  url: string,
  problemOf: (address: string) => string | null,
): PlatformConfiguration => {
  const claims = object(given)
  const family = object(claims['https://purl.imsglobal.org/spec/lti-platform-configuration']).product_family_code
  const address = (name: string): string => {
    const value = claims[name]
    const problem = typeof value === 'string' ? problemOf(value) : 'is missing'
    if (problem) throw new RegistrationRefused(registrationMessages.unreadable(`${name} ${problem}`))
    return String(value)
  }
  const issuer = address('issuer')
  const { host } = new URL(url)
  if (new URL(issuer).host !== host && !speaksFor(issuer, host))
    throw new RegistrationRefused(registrationMessages.issuer)
  const server = claims.authorization_server
  return {
    issuer,
    authorizationRedirect: address('authorization_endpoint'),
    publicKeysUrl: address('jwks_uri'),
    grantUrl: address('token_endpoint'),
    registrationUrl: address('registration_endpoint'),
    audience: typeof server === 'string' && server !== '' ? server : null,
    preset: FAMILIES[String(family).toLowerCase()] ?? 'custom',
    name: typeof family === 'string' ? family.slice(0, 100) : null,
  }
}

const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** Throws RegistrationRefused when the answer names no client. */
export const readRegistered = (given: unknown): Registered => {
  const answer = object(given)
  const { client_id: clientId } = answer
  if (typeof clientId !== 'string' || clientId === '' || clientId.length > 255)
    throw new RegistrationRefused(registrationMessages.refused('it gave no client_id'))
  const { deployment_id: deploymentId } = object(answer[TOOL])
  return { clientId, deploymentId: typeof deploymentId === 'string' && deploymentId !== '' ? deploymentId : null }
}
