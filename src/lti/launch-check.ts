import { teaches } from '#src/access/rules/entitlement.ts'
import { texts } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Launch, mainRole, splitRoles } from './rules/launch.ts'
import type { Refusal } from './rules/launch-refusals.ts'
import { launchFaults, missingFaults, received, understood } from './texts/launch-check.ts'
import { CLAIM } from './v1p3/claims.ts'

export interface ReceivedLaunch {
  version: '1.1' | '1.3'
  /** Parameters (with all their values) or claims, by name. Unverified when the launch was refused. */
  given: Record<string, unknown>
  launch: Launch | null
  skew: number | null
}

const NEEDS = {
  '1.1': [
    'lti_message_type',
    'lti_version',
    'resource_link_id',
    'context_id',
    'user_id',
    'roles',
    'oauth_consumer_key',
  ],
  '1.3': [
    'iss',
    'aud',
    'sub',
    'exp',
    'iat',
    'nonce',
    ...['message_type', 'version', 'deployment_id', 'target_link_uri', 'resource_link', 'context', 'roles'].map(
      name => CLAIM + name,
    ),
  ],
}

/** Returns whether a teacher or administrator asked for a launch check: `check` in the URL or custom parameters. */
export const isCheckRequested = (version: ReceivedLaunch['version'], given: ReceivedLaunch['given']): boolean => {
  if (!isCheckNamed[version](given)) return false
  const roles = version === '1.1' ? splitRoles(String(given.roles ?? '')) : texts.parse(given[`${CLAIM}roles`])
  return teaches(mainRole(roles))
}

const isCheckNamed: Record<ReceivedLaunch['version'], (given: ReceivedLaunch['given']) => boolean> = {
  '1.1': given => 'check' in given || 'custom_check' in given,
  '1.3': given => {
    const custom = given[`${CLAIM}custom`]
    if (typeof custom === 'object' && custom !== null && 'check' in custom) return true
    const target = String(given[`${CLAIM}target_link_uri`])
    return URL.canParse(target) && new URL(target).searchParams.has('check')
  },
}

/** Makes the report of a launch for its LMS administrator or teacher. `refusal` is null if the launch is good. */
export const makeLaunchCheck = (
  arrived: ReceivedLaunch,
  refusal: Refusal | null,
  timezone: string,
  language: Language,
) => {
  const { launchCheck } = textsIn(language)
  const { version, launch, skew } = arrived
  const given = version === '1.1' ? joined(arrived.given) : arrived.given
  return {
    version,
    refusal,
    received: received(given, launchCheck),
    understood: launch ? understood(launch, timezone, language) : [],
    faults: [
      ...missingFaults(version === '1.1' ? given : identified(given), NEEDS[version], launchCheck),
      ...(launch ? launchFaults({ launch, given, version, skew }, launchCheck) : []),
    ],
  }
}

export type LaunchCheck = ReturnType<typeof makeLaunchCheck>

const joined = (parameters: ReceivedLaunch['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, values]) => [name, [values].flat().join(', ')]))

/** Replaces claims that are objects by their id, so that a course without an id counts as missing. */
const identified = (claims: Record<string, unknown>): Record<string, unknown> => {
  const idOf = (name: string) => recordOf(claims[CLAIM + name]).id
  // A deep linking request has no resource link.
  const isDeepLink = claims[`${CLAIM}message_type`] === 'LtiDeepLinkingRequest'
  return {
    ...claims,
    [`${CLAIM}context`]: idOf('context'),
    [`${CLAIM}resource_link`]: isDeepLink ? 'none' : idOf('resource_link'),
  }
}
