import { randomBytes } from 'node:crypto'
import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { languageOf } from '#src/core/rules/language.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-names.ts'
import { findConsumerCredentials } from '#src/schools/consumers.ts'
import {
  clockSkew,
  clocksText,
  firstValue,
  isTestUser,
  type Launch,
  launchApp,
  mainRole,
  type Parameters,
  splitRoles,
  WINDOW_SECONDS,
} from '../rules/launch.ts'
import { ID_MAX, isCourse, launchOrigin, launchText, launchUnit, readCourse } from '../rules/launch-course.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import { isSignatureMethod, isSignedBy } from './signature.ts'

/** A consumer's id and the secrets its launches may be signed with: the current and the previous one. */
interface SchoolSecrets {
  consumerId: number
  secrets: string[]
  /** Its school, if that has only the key for a name. */
  namelessSchoolId: number | null
}

export type SchoolSecretsCache = ReturnType<typeof makeSchoolSecrets>

/** A removed secret still works so long. A class that launches at once reads the secrets once. */
const CACHE_MS = 1000

export const makeSchoolSecrets = (db: Database, vault: Vault, clock: Clock) => {
  const kept = new Map<string, { school: SchoolSecrets; until: number }>()
  return {
    /** Returns cached secrets, up to one second old; null when not cached. */
    recent(key: string): SchoolSecrets | null {
      const found = kept.get(key)
      return found && clock.now().getTime() < found.until ? found.school : null
    },
    /** Reads the secrets from the database and caches them. Returns null for an unknown key. */
    async find(key: string): Promise<SchoolSecrets | null> {
      const until = clock.now().getTime() + CACHE_MS
      const found = await findConsumerCredentials(db, key)
      if (!found) {
        kept.delete(key)
        return null
      }
      const sealed = [found.sealedSecret, found.sealedPreviousSecret].filter(s => s !== null)
      const { id: consumerId, namelessSchoolId } = found
      const school = { consumerId, secrets: sealed.map(s => vault.open(s)), namelessSchoolId }
      kept.set(key, { school, until })
      return school
    },
  }
}

const NONCE_MAX = 255
/** Real launches send fewer than 100. The limit caps the signing work a stranger can cause. */
const PARAMETERS_MAX = 500

type Verified =
  | { ok: true; consumerId: number; namelessSchoolId: number | null; nonce: string }
  | ({ ok: false } & Refusal)

/** Parameters required before the signature can be checked. */
const REQUIRED = ['oauth_consumer_key', 'oauth_signature', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce']
/** Parameters that identify the course and the person. */
const IDENTIFYING = ['resource_link_id', 'context_id', 'user_id']

const countValues = (parameters: Parameters): number => {
  let count = 0
  for (const name in parameters) count += parameters[name]?.length ?? 0
  return count
}

/**
 * Verifies a launch by LTI 1.1 and RFC 5849 §3.2: message, version, time and signature. Does not claim the nonce; the
 * statement that writes the launch does. An unknown key takes as long as a known one. `url`: as signed, without a query.
 */
export const verifyLaunch = async (
  parameters: Parameters,
  url: string,
  now: Date,
  secrets: SchoolSecretsCache,
): Promise<Verified> => {
  const value = (name: string) => firstValue(parameters, name) ?? ''
  const unfit = (name: string) => parameters[name]?.length !== 1 || value(name) === '' || value(name).includes('\0')
  if (countValues(parameters) > PARAMETERS_MAX)
    return refuse('parameter', `there are more than ${PARAMETERS_MAX} parameters`)
  const repeated = Object.keys(parameters).find(
    name => name.startsWith('oauth_') && (parameters[name]?.length ?? 0) > 1,
  )
  if (repeated) return refuse('parameter', `${repeated} is sent more than once`)
  // oauth-1.0a would compute a different base string.
  if (Object.hasOwn(parameters, '__proto__')) return refuse('parameter', '__proto__ cannot be read')
  const missing = REQUIRED.find(unfit)
  if (missing) return refuse('parameter', `${missing} is missing`)
  if ((firstValue(parameters, 'oauth_version') ?? '1.0') !== '1.0')
    return refuse('parameter', 'oauth_version must be 1.0')
  const signatureMethod = value('oauth_signature_method')
  if (!isSignatureMethod(signatureMethod)) return refuse('signature-method', signatureMethod.slice(0, 40))
  const skew = clockSkew(value('oauth_timestamp'), now)
  if (skew === null || Math.abs(skew) > WINDOW_SECONDS)
    return refuse(
      'timestamp',
      skew === null ? 'oauth_timestamp is not a time' : clocksText(Number(value('oauth_timestamp')), now),
    )
  if (value('oauth_nonce').length > NONCE_MAX) return refuse('parameter', 'oauth_nonce is too long')

  const key = value('oauth_consumer_key')
  const request = { method: 'POST', url, parameters, signatureMethod }
  const fits = (given: string[]) => isSignedBy(request, value('oauth_signature'), given)
  const recent = secrets.recent(key)
  // Reads the secrets again when the cached ones do not match, so that a new secret works at once.
  const school = recent && fits(recent.secrets) ? recent : await secrets.find(key)
  const signed = (recent && school === recent) || fits(school?.secrets ?? [randomBytes(16).toString('hex')])
  if (!school) return refuse('unknown-consumer', key.slice(0, 100))
  if (!signed) return refuse('signature')

  if (value('lti_message_type') !== 'basic-lti-launch-request')
    return refuse('message-type', value('lti_message_type').slice(0, 60))
  if (!/^LTI-1p[0-2]$/.test(value('lti_version'))) return refuse('version', value('lti_version').slice(0, 40))
  if (value('context_id').trim() === '') return refuse('no-course', 'context_id is missing')
  const unnamed = IDENTIFYING.find(name => unfit(name) || Buffer.byteLength(value(name)) > ID_MAX)
  if (unnamed) return refuse('parameter', `${unnamed} is missing, repeated or too long`)
  return {
    ok: true,
    consumerId: school.consumerId,
    namelessSchoolId: school.namelessSchoolId,
    nonce: value('oauth_nonce'),
  }
}

const refuse = (reason: Refusal['reason'], detail?: string): Verified => ({
  ok: false,
  reason,
  ...(detail ? { detail } : {}),
})

export const readLaunch = (parameters: Parameters, timezone: string): Launch => {
  const value = (...names: string[]) => {
    const name = names.find(each => parameters[each] && launchText(firstValue(parameters, each)) !== null)
    return name && firstValue(parameters, name)
  }
  const text = (...names: string[]) => {
    for (const name of names) {
      const sent = launchText(firstValue(parameters, name))
      if (sent !== null) return sent
    }
    return null
  }
  const roles = splitRoles(firstValue(parameters, 'roles'))
  const role = mainRole(roles)
  const outcome = {
    id: firstValue(parameters, 'lis_result_sourcedid') ?? '',
    serviceUrl: serviceAddress(value('lis_outcome_service_url')),
  }
  const hasOutcome = outcome.id !== '' && !outcome.id.includes('\0') && outcome.serviceUrl !== null
  const rosterUrl = rosterOf(value)
  return {
    app: launchApp(
      text('custom_app', 'app'),
      role,
      isCourse(firstValue(parameters, 'context_id') ?? '', (value('context_type') ?? '').split(',', 20)),
    ),
    unit: launchUnit(text('custom_unit', 'unit') ?? undefined),
    role,
    isTestUser: isTestUser([...roles, ...splitRoles(firstValue(parameters, 'ext_roles'))]),
    person: {
      ltiUserId: firstValue(parameters, 'user_id') ?? '',
      email: cleanEmail(value('lis_person_contact_email_primary')),
      name: cleanName(text('lis_person_name_full'), FULL_NAME_MAX),
      givenName: cleanName(text('lis_person_name_given')),
      familyName: cleanName(text('lis_person_name_family')),
      language: languageOf(value('launch_presentation_locale')),
    },
    course: readCourse(
      {
        contextId: firstValue(parameters, 'context_id') ?? '',
        title: value('context_title'),
        label: value('context_label'),
        returnUrl: value('launch_presentation_return_url'),
        family: value('tool_consumer_info_product_family_code'),
        issuer: undefined,
        custom: (...names) => value(...names.map(name => `custom_${name}`)),
        isCustomEmpty: name => firstValue(parameters, `custom_${name}`)?.trim() === '',
      },
      timezone,
    ),
    outcome: hasOutcome ? { id: outcome.id, serviceUrl: outcome.serviceUrl ?? '' } : null,
    resourceLink: hasOutcome ? (firstValue(parameters, 'resource_link_id') ?? '') : '',
    services: rosterUrl ? { lineItemUrl: null, lineItemsUrl: null, gradeScopes: [], rosterUrl } : null,
    deepLink: null,
    moved: null,
  }
}

/** Returns the class list URL, if the LMS offers Names and Roles 2.0. Moodle offers it to 1.1 tools too. */
const rosterOf = (value: (...names: string[]) => string | undefined): string | null => {
  const speaks2 = (value('custom_context_memberships_versions') ?? '').split(',', 20).includes('2.0')
  return serviceAddress(
    value('custom_context_memberships_v2_url', ...(speaks2 ? ['custom_context_memberships_url'] : [])),
  )
}

/** Returns a service URL, never shortened; null when it is invalid or too long. */
const serviceAddress = (given = ''): string | null => {
  const url = given.trim()
  return url.length <= 2000 && launchOrigin(url) ? url : null
}
