import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalText, RefusalTexts, Refused } from '#src/core/rules/outcome.ts'
import { type AddressFault, addressFaults } from '#src/core/rules/web-addresses.ts'

export const platformSorts = { off_first: 'Off first', domain: 'Domain', newest: 'Newest first' } as const

export const platformStates = { on: 'On', off: 'Off' } as const

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
  /** Audience of token requests if it differs from the grant address (D2L). `tokenAudience` decides. */
  audience: string | null
  isActive: boolean
  /** Lets a person open a launch by a click if the browser blocks cookies and the platform stores nothing. */
  opensWithoutCookies: boolean
  /** We sign with keys that are valid there alone, at /lti/keys/<id>. */
  hasOwnKeys: boolean
}

export type PlatformSwitches = Pick<Platform, 'isActive' | 'opensWithoutCookies' | 'hasOwnKeys'>

export const PRESETS = ['d2l', 'canvas', 'moodle', 'blackboard', 'custom'] as const
export type PlatformPreset = (typeof PRESETS)[number]

export const presetNames: Record<PlatformPreset, string> = {
  d2l: 'D2L Brightspace',
  canvas: 'Canvas',
  moodle: 'Moodle',
  blackboard: 'Blackboard',
  custom: 'Other',
}

export type PlatformAddresses = Pick<Platform, 'issuer' | 'authorizationRedirect' | 'publicKeysUrl' | 'grantUrl'>
export type NewAddresses = PlatformAddresses & Pick<Platform, 'audience'>

/** Each address: its name in forms and calls, and its label. */
export const ADDRESSES = [
  { name: 'issuer', field: 'issuer', label: 'Issuer' },
  { name: 'authorizationRedirect', field: 'authorization_redirect', label: 'Authorization redirect' },
  { name: 'publicKeysUrl', field: 'public_keys_url', label: 'Public keys URL' },
  { name: 'grantUrl', field: 'grant_url', label: 'Grant URL' },
  { name: 'audience', field: 'audience', label: 'Token audience' },
] as const satisfies { name: keyof NewAddresses; field: string; label: string }[]

export const addressFields = ADDRESSES.map(({ field }) => field)

export const addressHints: Fields = { audience: 'Usually empty. Otherwise on the host of the grant URL' }

type Fields = Partial<Record<(typeof ADDRESSES)[number]['field'], string | undefined>>

/** Reads what was typed into these fields, or sent by their names. */
export const givenAddresses = (given: Fields): NewPlatform['given'] =>
  Object.fromEntries(ADDRESSES.map(({ name, field }) => [name, given[field]]))

export interface NewPlatform {
  domain: string
  clientId: string
  preset: PlatformPreset
  /** Addresses that replace the preset's. */
  given: { [Name in keyof NewAddresses]?: NewAddresses[Name] | undefined }
  deploymentIds: string[]
}

/** Form values that change a platform. An unchanged address follows the new domain or type. */
export interface PlatformEdit extends Pick<Platform, 'domain' | 'clientId' | 'preset'> {
  given: NewPlatform['given']
}

export const platformMessages = {
  changed: (domain: string) => `${domain} is changed. Everybody keeps their access.`,
  deleted: (domain: string) => `${domain} is deleted.`,
  revoked: (note: string) => `The invitation of ${note} no longer works.`,
  created: 'Platform created.',
  noKeys: (url: string, answered: string) =>
    `But there is no key set at ${url}: it ${answered}. Check the domain and the type.`,
  noLogin: (url: string, answered: string) =>
    `But no launch can begin at ${url}: it ${answered}. Check the domain and the type.`,
  switched: (domain: string, isOn: boolean) => `${domain} is turned ${isOn ? 'on' : 'off'}.`,
  withoutCookies: (domain: string, isOn: boolean) =>
    isOn
      ? `People at ${domain} can continue without cookies.`
      : `People at ${domain} need cookies, or storage in their LMS.`,
  ownKeys: (domain: string, isOn: boolean) =>
    `Signbook signs for ${domain} with ${isOn ? 'its own' : 'the shared'} keys.`,
} as const

const required = 'Both domain and client ID fields must have values.'

/** Sentences of the reasons to refuse a platform, a switch of it, or an invitation to register one. */
export const platformRefusals = {
  domain_required: { message: required, field: 'domain' },
  client_id_required: { message: required, field: 'client_id' },
  invalid_domain: { message: 'Enter a host name, like school.brightspace.com.', field: 'domain' },
  platform_exists: { message: 'Platform already exists', field: 'client_id' },
  audience_on_other_host: {
    message: 'The token audience must be on the same host as the grant URL.',
    field: 'audience',
  },
  addresses_of_others: {
    message: 'The addresses for sign-in, keys and tokens must be on the site of the issuer.',
    field: 'issuer',
  },
  client_id_taken: {
    message: 'Another platform uses this client ID at the same grant URL. If that one is wrong, turn it off first.',
    field: 'client_id',
  },
  platform_not_found: { message: 'Platform not found' },
  platform_unchanged: { message: 'Nothing is different yet. Change the domain, the type or an address.' },
  platform_changed: { message: 'A colleague changed this platform meanwhile. Check it and try again.' },
  platform_in_use: { message: 'People came from this platform, so it cannot be deleted. Switch it off instead.' },
  invitation_used: { message: 'This invitation was used or revoked already.' },
  reason_required: { message: adminMessages.reason, field: 'reason' },
  invalid_host: { message: 'Enter the host of one school, like moodle.school.edu.', field: 'host' },
  school_required: { message: 'Enter the name of the school.', field: 'note' },
} as const satisfies RefusalTexts

/** An address that is missing, or that may not be called. */
export interface AddressRefused extends Refused<'invalid_address'> {
  field: (typeof addressFields)[number]
  fault: AddressFault | 'missing'
}

export type PlatformReason = keyof typeof platformRefusals | AddressRefused['reason']

export const platformRefusalText = (
  refused: Refused<Exclude<PlatformReason, 'invalid_address'>> | AddressRefused,
): RefusalText => {
  if (refused.reason !== 'invalid_address') return platformRefusals[refused.reason]
  const { field, fault } = refused
  return { message: `The address ${field} ${fault === 'missing' ? 'is missing' : addressFaults[fault]}.`, field }
}

/** Number of courses and people that were launched from a platform or deployment. */
export interface Reach {
  courses: number
  people: number
}

export const reachText = ({ courses, people }: Reach): string =>
  `Launched from there so far: ${courses} ${courses === 1 ? 'course' : 'courses'}, ${people} ${people === 1 ? 'person' : 'people'}`

export const reachSays = (reach: Reach): string => `${reachText(reach)}. They keep what they have.`

const FACTS = [
  { name: 'domain', label: 'Domain' },
  { name: 'preset', label: 'Type' },
  { name: 'clientId', label: 'Client ID' },
  ...ADDRESSES,
] as const

export const platformFacts = (platform: Platform) => Object.fromEntries(FACTS.map(({ name }) => [name, platform[name]]))

export const describePlatformChange = (was: Platform, is: Platform, reach: Reach): string[] => [
  ...FACTS.filter(({ name }) => was[name] !== is[name]).map(
    ({ name, label }) => `${label}: ${was[name] ?? 'none'} → ${is[name] ?? 'none'}`,
  ),
  reachSays(reach),
  ...(was.issuer === is.issuer ? [] : [`Launches from ${was.issuer} no longer open.`]),
  'Grades and class lists use the new addresses from the next launch of each course.',
]

/** Tells staff what to change at the LMS before we sign with other keys. */
export const describeKeyChange = (address: string) => [
  `First enter this key set address (JWKS) in the LMS: ${address}`,
  'Until you do, grades, class lists and placed links fail there.',
]

export const describeSwitchOff = (domain: string, reach: Reach) => [
  `No one can open Signbook from ${domain} until you turn it on again.`,
  reachSays(reach),
]
