import { recordOf } from '#src/core/rules/guards.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import { text } from '#src/core/rules/outside.ts'
import { type AddressFault, addressFaults } from '#src/core/rules/web-addresses.ts'
import type { NewAddresses, PlatformPreset } from './platform.ts'
import { areOfOneLms, isSharedIssuer, tokenAudience } from './platform-presets.ts'

export const INVITED_LMS = {
  canvas: 'Canvas',
  moodle: 'Moodle',
  d2l: 'Brightspace (D2L)',
  blackboard: 'Blackboard',
  other: 'Another LMS',
} as const
export type InvitedLms = keyof typeof INVITED_LMS

/** Platform configuration (LTI Dynamic Registration §3.4), the part we need. */
export interface PlatformConfiguration extends NewAddresses {
  registrationUrl: string
  preset: PlatformPreset
}

/** The platform's answer: our client id there. */
interface Registered {
  clientId: string
  deploymentId: string | null
}

type PlainReason =
  | 'invitation_invalid'
  | 'configuration_address_invalid'
  | 'issuer_on_other_host'
  | 'addresses_of_others'
  | 'audience_on_other_host'
  | 'client_id_taken'
  | 'email_malformed'

/** The answer of the LMS could not be used; `detail` is the technical cause. */
type AnswerRefused = Refused<'configuration_unreadable' | 'registration_rejected'> & { detail: string }

export type RegistrationRefusal = Refused<PlainReason> | AnswerRefused
export type RegistrationReason = RegistrationRefusal['reason']

/** A failed registration, thrown while the two servers exchange messages. */
export class RegistrationRefused extends Error {
  readonly refusal: RegistrationRefusal
  constructor(refusal: Omit<AnswerRefused, 'ok'> | Omit<Refused<PlainReason>, 'ok'>) {
    super(refusal.reason)
    this.refusal = { ok: false, ...refusal }
  }
}

const FAMILIES = new Map<string, PlatformPreset>([
  ['canvas', 'canvas'],
  ['moodle', 'moodle'],
  ['blackboardlearn', 'blackboard'],
  ['desire2learn', 'd2l'],
  ['brightspace', 'd2l'],
])

/** Returns true if the host may serve the configuration of a shared issuer, which is not on the issuer's own host. */
const speaksFor = (issuer: string, host: string): boolean =>
  isSharedIssuer(issuer) && /(^|\.)(canvaslms\.com|instructure\.com|blackboard\.com)$/.test(host)

/** Decides about addresses of outsiders (`App`). */
interface OutsideAddresses {
  addressFault(address: string): AddressFault | null
  isOwn(url: URL): boolean
}

/** Reads a platform's configuration. Its issuer must fit the address it came from, so that nobody is another LMS. */
export const readConfiguration = (
  given: unknown,
  url: string,
  { addressFault: faultOf, isOwn }: OutsideAddresses,
): PlatformConfiguration => {
  const claims = recordOf(given)
  const platform = recordOf(claims['https://purl.imsglobal.org/spec/lti-platform-configuration'])
  const family = textOf(platform.product_family_code)?.toLowerCase() ?? ''
  const address = (name: string): string => {
    const value = textOf(claims[name])
    if (value === null) throw unreadable(`${name} is missing`)
    if (value.length > MOST_CHARACTERS) throw unreadable(`${name} is too long`)
    const fault = faultOf(value)
    if (fault) throw unreadable(`${name} ${addressFaults[fault]}`)
    return value
  }
  const issuer = address('issuer')
  const { host } = new URL(url)
  if (new URL(issuer).host !== host && !speaksFor(issuer, host))
    throw new RegistrationRefused({ reason: 'issuer_on_other_host' })
  const addresses = {
    issuer,
    authorizationRedirect: address('authorization_endpoint'),
    publicKeysUrl: address('jwks_uri'),
    grantUrl: address('token_endpoint'),
  }
  const registrationUrl = address('registration_endpoint')
  if (!areOfOneLms(addresses, isOwn)) throw new RegistrationRefused({ reason: 'addresses_of_others' })
  const { grantUrl } = addresses
  const audience = tokenAudience({ grantUrl, audience: textOf(claims.authorization_server) })
  if (!audience) throw new RegistrationRefused({ reason: 'audience_on_other_host' })
  return {
    ...addresses,
    registrationUrl,
    audience: audience === grantUrl ? null : audience,
    preset: FAMILIES.get(family) ?? 'custom',
  }
}

/** Limit of an address, the same as that of a login's issuer. */
const MOST_CHARACTERS = 500
const MOST_ID = 255

const textOf = (value: unknown): string | null => text.safeParse(value).data?.trim() || null

const unreadable = (detail: string) => new RegistrationRefused({ reason: 'configuration_unreadable', detail })

const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** Reads the registration answer. Throws RegistrationRefused if it names no client. */
export const readRegistered = (given: unknown): Registered => {
  const answer = recordOf(given)
  const clientId = textOf(answer.client_id)
  const deploymentId = textOf(recordOf(answer[TOOL]).deployment_id)
  const rejected = (detail: string) => new RegistrationRefused({ reason: 'registration_rejected', detail })
  if (!clientId || clientId.length > MOST_ID) throw rejected('it gave no client_id')
  if (deploymentId && deploymentId.length > MOST_ID) throw rejected('its deployment_id is too long')
  return { clientId, deploymentId }
}
