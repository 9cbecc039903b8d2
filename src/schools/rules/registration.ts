import { recordOf } from '#src/core/rules/guards.ts'
import { isSharedIssuer, type NewAddresses, type PlatformPreset } from './platform.ts'

/** Platform configuration (LTI Dynamic Registration §3.4), the part we need. */
export interface PlatformConfiguration extends NewAddresses {
  registrationUrl: string
  preset: PlatformPreset
  name: string | null
}

/** The platform's answer: our client id there. */
export interface Registered {
  clientId: string
  deploymentId: string | null
}

export const registrationMessages = {
  invite: 'This registration link was already used, or is older than a week. Ask us for a new one.',
  configuration: 'Your LMS did not say how to register. Open this link where your LMS adds tools.',
  issuer: 'The issuer of your LMS is on a different host than its configuration.',
  exists: 'This tool is already registered in your LMS, with the same client ID.',
  refused: (why: string) => `Your LMS refused the registration: ${why}`,
  unreadable: (why: string) => `We could not read the configuration of your LMS: ${why}`,
} as const

/** A failed registration. The message is for the LMS administrator. */
export class RegistrationRefused extends Error {}

const FAMILIES: Record<string, PlatformPreset> = {
  canvas: 'canvas',
  moodle: 'moodle',
  blackboardlearn: 'blackboard',
  desire2learn: 'd2l',
  brightspace: 'd2l',
}

/** Returns true if the host may serve the configuration of a shared issuer, which is not on the issuer's own host. */
const speaksFor = (issuer: string, host: string): boolean =>
  isSharedIssuer(issuer) && /(^|\.)(canvaslms\.com|instructure\.com|blackboard\.com)$/.test(host)

/**
 * Reads a platform's configuration and checks its issuer against the address it came from, so that no one can register
 * as another LMS. Throws RegistrationRefused.
 */
export const readConfiguration = (
  given: unknown,
  url: string,
  problemOf: (address: string) => string | null,
): PlatformConfiguration => {
  const claims = recordOf(given)
  const family = recordOf(claims['https://purl.imsglobal.org/spec/lti-platform-configuration']).product_family_code
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

/** Reads the registration answer. Throws RegistrationRefused if it names no client. */
export const readRegistered = (given: unknown): Registered => {
  const answer = recordOf(given)
  const { client_id: clientId } = answer
  if (typeof clientId !== 'string' || clientId === '' || clientId.length > 255)
    throw new RegistrationRefused(registrationMessages.refused('it gave no client_id'))
  const { deployment_id: deploymentId } = recordOf(answer[TOOL])
  return { clientId, deploymentId: typeof deploymentId === 'string' && deploymentId !== '' ? deploymentId : null }
}
