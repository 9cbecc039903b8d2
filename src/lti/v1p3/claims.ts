import { teaches } from '#src/access/rules/entitlement.ts'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import { texts } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { languageOf } from '#src/core/rules/language.ts'
import { text } from '#src/core/rules/outside.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-names.ts'
import { isTestUser, type Launch, launchApp, mainRole } from '../rules/launch.ts'
import {
  ID_MAX,
  isCourse,
  launchOrigin,
  launchSchoolName,
  launchText,
  launchUnit,
  readCourse,
} from '../rules/launch-course.ts'
import { LaunchFault } from './platform-answers.ts'

export const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/'
export const DL_SETTINGS = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'

export type Claims = Record<string, unknown>

const string = (value: unknown): string | undefined => text.safeParse(value).data
const strings = (value: unknown): string[] => texts.parse(value)

/** Returns an identifier unchanged. Throws a LaunchFault when it is missing, too long or cannot be stored. */
const identifier = (value: unknown, missing: string): string => {
  const id = string(value) ?? ''
  if (id === '' || (typeof value === 'string' && id !== value)) throw new LaunchFault(missing)
  if (Buffer.byteLength(id) > ID_MAX) throw new LaunchFault('TOO_LONG')
  return id
}

export const deploymentOf = (claims: Claims): string =>
  identifier(claims[`${CLAIM}deployment_id`], 'NO_DEPLOYMENT_ID_CLAIM')

/** Returns the name that the platform gives itself, used as school name until staff set one. */
export const platformName = (claims: Claims): string | null =>
  launchSchoolName(string(recordOf(claims[`${CLAIM}tool_platform`]).name))

/** Returns a service URL unchanged; null when it is not a web address. */
const address = (value: unknown): string | null => {
  const text = string(value)
  return text && text.length <= 2000 && launchOrigin(text) ? text : null
}

export interface Place {
  publicUrl: string
  timezone: string
}

/** Converts the claims of a verified 1.3 launch to a `Launch`. Throws a fault when a required one is missing. */
export const readClaims = (claims: Claims, { publicUrl, timezone }: Place): Launch => {
  const target = targetOf(claims, publicUrl)
  const custom = recordOf(claims[`${CLAIM}custom`])
  const value = (...names: string[]) => names.map(name => string(custom[name])).find(v => launchText(v) !== null)
  const asked = (name: string) => value(name) ?? target.searchParams.get(name) ?? undefined
  const roles = strings(claims[`${CLAIM}roles`])
  const role = mainRole(roles)
  const context = recordOf(claims[`${CLAIM}context`])
  const hasCourse = isCourse(string(context.id) ?? '', texts.parse(context.type))
  const presentation = recordOf(claims[`${CLAIM}launch_presentation`])
  const grades = recordOf(claims[AGS])
  const lineItemUrl = address(grades.lineitem)
  const link = recordOf(claims[`${CLAIM}resource_link`])
  const deepLink = claims[`${CLAIM}message_type`] === 'LtiDeepLinkingRequest' ? readDeepLink(claims) : null
  return {
    app: deepLink && hasCourse ? 'deep_link' : launchApp(launchText(asked('app')), role, hasCourse),
    unit: launchUnit(asked('unit')),
    role,
    isTestUser: isTestUser(roles),
    person: {
      ltiUserId: identifier(claims.sub, 'NO_SUB_CLAIM'),
      email: cleanEmail(string(claims.email)),
      name: cleanName(launchText(string(claims.name)), FULL_NAME_MAX),
      givenName: cleanName(launchText(string(claims.given_name))),
      familyName: cleanName(launchText(string(claims.family_name))),
      language: languageOf(string(presentation.locale) ?? string(claims.locale)),
    },
    course: readCourse(
      {
        contextId: hasCourse ? identifier(context.id, 'NO_CONTEXT_CLAIM') : '',
        title: string(context.title),
        label: string(context.label),
        returnUrl: string(presentation.return_url),
        family: string(recordOf(claims[`${CLAIM}tool_platform`]).product_family_code),
        issuer: string(claims.iss),
        custom: value,
        isCustomEmpty: name => custom[name] === null || string(custom[name])?.trim() === '',
      },
      timezone,
    ),
    outcome: null,
    services: {
      lineItemUrl,
      lineItemsUrl: address(grades.lineitems),
      // OAuth writes scopes as one text with spaces, and so do some platforms.
      gradeScopes: strings(grades.scope)
        .flatMap(scope => scope.split(' '))
        .slice(0, 20),
      rosterUrl: address(recordOf(claims[NRPS]).context_memberships_url),
    },
    resourceLink: lineItemUrl === null ? '' : identifier(link.id ?? lineItemUrl, 'NO_RESOURCE_LINK_ID_CLAIM'),
    deepLink,
    moved: null,
  }
}

/** Returns whether a teacher or administrator asked for a launch check: `check` in the URL or custom parameters. */
export const isCheckRequested = (claims: Claims): boolean => {
  const custom = claims[`${CLAIM}custom`]
  const target = String(claims[`${CLAIM}target_link_uri`])
  const isNamed =
    (typeof custom === 'object' && custom !== null && 'check' in custom) ||
    (URL.canParse(target) && new URL(target).searchParams.has('check'))
  return isNamed && teaches(mainRole(strings(claims[`${CLAIM}roles`])))
}

const targetOf = (claims: Claims, publicUrl: string): URL => {
  const given = string(claims[`${CLAIM}target_link_uri`]) ?? publicUrl
  const target = URL.canParse(given) ? new URL(given) : null
  if (target?.origin !== publicUrl) throw new LaunchFault('BAD_TARGET_LINK_URI')
  return target
}

const DATA_MAX = 20_000

const readDeepLink = (claims: Claims): DeepLinkSettings => {
  const settings = recordOf(claims[DL_SETTINGS])
  const returnUrl = address(settings.deep_link_return_url)
  if (!returnUrl) throw new LaunchFault('MISSING_DEEP_LINK_SETTINGS')
  // The LMS compares it, so a part of it would be refused there.
  const data = string(settings.data) ?? null
  if (data !== null && data.length > DATA_MAX) throw new LaunchFault('TOO_LONG', 'deep_linking_settings.data')
  return {
    returnUrl,
    acceptTypes: strings(settings.accept_types).slice(0, 20),
    acceptsLineItem: settings.accept_lineitem !== false,
    acceptsMany: settings.accept_multiple !== false && settings.accept_multiple !== 'false',
    data,
  }
}

/** Returns the LTI 1.1 identity of a person, as a migrated platform reports it (LTI migration claim), or null. */
export const readMigrationClaim = (claims: Claims) => {
  const moved = recordOf(claims[`${CLAIM}lti1p1`])
  const consumerKey = string(moved.oauth_consumer_key)
  if (!consumerKey) return null
  return {
    consumerKey: consumerKey.slice(0, 300),
    signature: string(moved.oauth_consumer_key_sign) ?? '',
    ltiUserId: string(moved.user_id) ?? string(claims.sub) ?? '',
    contextId: string(moved.context_id) ?? string(recordOf(claims[`${CLAIM}context`]).id) ?? '',
  }
}
