import { shortDate } from '#src/core/rules/business-day.ts'
import { isRecord } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { type Launch, NOTABLE_SECONDS, nameOf } from '../rules/launch.ts'
import { CUSTOM_FIELDS } from '../rules/launch-course.ts'
import { type Refusal, refusals } from '../rules/launch-refusals.ts'

/** A problem in the LMS's configuration, and its fix. */
interface LaunchFault {
  what: string
  fix: string
  /** Technical words, which exist in English only. */
  isEnglish?: true
}

type CheckTexts = Texts['launchCheck']

/** Parameters and claims that must not be shown, because their value grants something. */
const SECRET = /^(oauth_signature|id_token|state|nonce|lti_storage_value|lis_result_sourcedid)$/

export const received = (given: Record<string, unknown>, texts: CheckTexts): [string, string][] =>
  Object.entries(given)
    .slice(0, 200)
    .map(([name, value]) => [
      name.slice(0, 200),
      SECRET.test(name) ? texts.notShown : asText(value).slice(0, 1000) || texts.empty,
    ])

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const understood = (
  { course, person, app, role, isTestUser, outcome, services }: Launch,
  timezone: string,
  language: Language,
): [name: string, value: string][] => {
  const { launchCheck: texts, dictionary } = textsIn(language)
  const { facts, opens, notSent } = texts
  const day = (at: Date | null) => at && shortDate(at, timezone)
  const read: [name: string, value: string | null | undefined][] = [
    [facts.opens, app === 'wts' ? dictionary.title : opens[app]],
    [facts.role, isTestUser ? texts.testUser(role) : role],
    [facts.person, person.ltiUserId],
    [facts.personName, nameOf(person)],
    [facts.email, person.email],
    [facts.contextId, course.contextId || null],
    [facts.title, course.title],
    [facts.label, course.label],
    [facts.canvasCourse, course.canvasCourseId],
    [facts.canvasHost, course.canvasDomain],
    [facts.workflowState, course.workflowState],
    [facts.termStart, day(course.termStartsAt)],
    [facts.termEnd, day(course.termEndsAt)],
    [facts.framer, course.lmsOrigin],
    [facts.wayBack, course.lmsCourseUrl ?? texts.frontPage],
    [facts.grades, outcome?.serviceUrl ?? services?.lineItemUrl ?? services?.lineItemsUrl],
    [facts.roster, services?.rosterUrl],
  ]
  return read.map(([name, value]) => [name, value ?? notSent])
}

interface Noticed {
  launch: Launch
  /** Everything that was sent, by name. */
  given: Record<string, unknown>
  version: '1.1' | '1.3'
  /** Seconds by which the LMS clock is ahead of ours. */
  skew: number | null
}

/** Lists the problems of an accepted launch that will cause trouble later, with fixes. */
export const launchFaults = (noticed: Noticed, { faults, fixes }: CheckTexts): LaunchFault[] => {
  const { launch, given, version, skew } = noticed
  const { course, person } = launch
  const missing = (isMissing: boolean, name: keyof CheckTexts['faults'] & keyof CheckTexts['fixes']) => {
    const what = faults[name]
    return isMissing && typeof what === 'string' && { what, fix: fixes[name] }
  }
  const found: (LaunchFault | false)[] = [
    ...unexpanded(given).map(name => ({ what: faults.variable(name), fix: fixes.variable })),
    missing(launch.app === 'no-role', 'noRole'),
    missing(launch.app === 'no-course', 'noCourse'),
    missing(person.email === null, 'noEmail'),
    missing(person.name === null && person.givenName === null, 'noName'),
    missing(course.title === null, 'noTitle'),
    missing(course.lmsOrigin === null, 'noFramer'),
    missing(course.clearsTermEnd, 'emptyEnd'),
    missing(course.termEndsAt === null && course.unreadTermEnd === null && !course.clearsTermEnd, 'noEnd'),
    course.unreadTermEnd !== null && { what: faults.unreadEnd(course.unreadTermEnd), fix: fixes.noEnd },
    takesNoGrades(launch) && {
      what: faults.noGrades,
      fix: version === '1.3' ? fixes.noGrades13 : fixes.noGrades11,
    },
    missing(version === '1.3' && !launch.services?.rosterUrl, 'noRoster'),
    skew !== null &&
      Math.abs(skew) >= NOTABLE_SECONDS && {
        what: skew < 0 ? faults.clockBehind(-skew) : faults.clockAhead(skew),
        fix: fixes.clock,
      },
  ]
  return found.filter(fault => fault !== false)
}

const takesNoGrades = ({ outcome, services }: Launch): boolean =>
  outcome === null && !services?.lineItemUrl && !services?.lineItemsUrl

/** Lists the other faults of a refused launch, besides the first reason and missing parameters. */
export const refusalFaults = (faults: Refusal[], first: Refusal | null): LaunchFault[] => {
  const others = faults.filter(({ detail = '' }) => detail !== first?.detail && !detail.endsWith(' is missing'))
  return [...new Map(others.map(f => [f.detail, f])).values()].map(({ reason, detail = refusals[reason].title }) => ({
    what: `${detail[0]?.toUpperCase()}${detail.slice(1)}.`,
    fix: refusals[reason].administrator,
    isEnglish: true,
  }))
}

export const missingFaults = (
  given: Record<string, unknown>,
  needed: string[],
  { faults, fixes }: CheckTexts,
): LaunchFault[] =>
  needed
    .filter(name => given[name] === undefined || given[name] === '')
    .map(name => ({ what: faults.missing(name), fix: fixes.missing }))

/** Lists parameters with unexpanded variables like '$Person.email.primary', except those of our own registration. */
const unexpanded = (given: Record<string, unknown>): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (typeof value === 'string') return /^\$[A-Z][\w.]+$/.test(value) && !isOurs(name, value) ? [name] : []
    return isRecord(value) ? unexpanded(value) : []
  })

const isOurs = (name: string, value: string): boolean => CUSTOM_FIELDS[name.replace(/^custom_/, '')] === value
