import { type Launch, mainRole, teaches } from '../domain/launch.ts'
import { type LaunchCheck, launchFaults, missingFaults, received, understood } from '../domain/launch-check.ts'
import { CLAIM } from './v1p3/claims.ts'

/** A launch as it arrived, good or not. */
export interface Arrived {
  version: '1.1' | '1.3'
  /** Parameters or claims, by name. Of a launch that was refused they are only what somebody sent. */
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
    ...['message_type', 'version', 'deployment_id', 'target_link_uri', 'context', 'roles'].map(name => CLAIM + name),
  ],
}

/** Whether a person who teaches or runs the LMS put `check` on the launch address, or among its custom parameters. */
export const asksForCheck = ({ version, given }: Arrived): boolean => {
  const roles = version === '1.1' ? String(given.roles ?? '').split(',') : given[`${CLAIM}roles`]
  if (!Array.isArray(roles) || !teaches(mainRole(roles.filter(r => typeof r === 'string')))) return false
  if (version === '1.1') return 'check' in given || 'custom_check' in given
  const custom = given[`${CLAIM}custom`]
  const target = given[`${CLAIM}target_link_uri`]
  const isOn = (text: string) => URL.canParse(text) && new URL(text).searchParams.has('check')
  return (typeof custom === 'object' && custom !== null && 'check' in custom) || isOn(String(target))
}

export const checkOf = (arrived: Arrived, isGood: boolean): LaunchCheck => {
  const { version, given, launch, skew } = arrived
  return {
    version,
    isGood,
    received: received(given),
    understood: launch ? understood(launch) : [],
    faults: [
      ...missingFaults(given, NEEDS[version]),
      ...(launch ? launchFaults({ launch, given, version, skew }) : []),
    ],
  }
}

/** What a token says of itself, unverified: shown to whoever sent it, never believed. */
export const peekClaims = (idToken: string): Record<string, unknown> => {
  try {
    const value = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
