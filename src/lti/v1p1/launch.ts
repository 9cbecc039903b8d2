import { languageOf } from '#src/core/rules/languages/language.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-name.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import { isTestUser, type Launch, launchApp, mainRole, splitRoles } from '../rules/launch.ts'
import { readCourse } from '../rules/launch-course.ts'
import { launchEmail, launchOrigin, launchText, launchUnit } from '../rules/launch-values.ts'

/** Converts the parameters of a verified 1.1 launch to a `Launch`. */
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
    app: launchApp(text('custom_app', 'app'), role),
    unit: launchUnit(text('custom_unit', 'unit') ?? undefined),
    role,
    isTestUser: isTestUser([...roles, ...splitRoles(firstValue(parameters, 'ext_roles'))]),
    person: {
      ltiUserId: firstValue(parameters, 'user_id') ?? '',
      email: launchEmail(value('lis_person_contact_email_primary')),
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

/**
 * Returns a service URL; null when it is invalid or too long. It is never shortened, because that would be another URL.
 */
const serviceAddress = (given = ''): string | null => {
  const url = given.trim()
  return url.length <= 2000 && launchOrigin(url) ? url : null
}
