import { isRecord } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Launch } from './launch.ts'
import { CUSTOM_FIELDS, courseFacts } from './launch-course.ts'
import { type Refusal, refusals } from './launch-refusal.ts'

/** A problem in the LMS's configuration, and its fix. */
interface LaunchFault {
  what: string
  fix: string
}

/** Report of a launch for its LMS administrator or teacher. */
export interface LaunchCheck {
  version: '1.1' | '1.3'
  /** Reason of the refusal; null if the launch is good. */
  refusal: Refusal | null
  /** For a refused LTI 1.3 launch: the result of the signature check, unless a fault already states it. */
  signature: string | null
  received: [name: string, value: string][]
  understood: [name: string, value: string][]
  faults: LaunchFault[]
}

const NOTHING = 'not sent'

/** Parameters and claims that must not be shown, because their value grants something. */
const SECRET = /^(oauth_signature|id_token|state|nonce|lti_storage_value|lis_result_sourcedid)$/

/** Lists the received parameters as sent. Secret values are not shown. */
export const received = (given: Record<string, unknown>): [string, string][] =>
  Object.entries(given)
    .slice(0, 200)
    .map(([name, value]) => [
      name.slice(0, 200),
      SECRET.test(name) ? '(not shown)' : asText(value).slice(0, 1000) || '(empty)',
    ])

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const opens: Record<Launch['app'], string> = {
  pay: 'the payment page of the course',
  teacher: 'the teacher page',
  wts: textsIn('en').dictionary.title,
  observer: 'a plain page for observers',
  deep_link: 'the choice of links to place',
}

/** Lists how the launch was interpreted. Dates are shown in the business time zone. */
export const understood = (launch: Launch, timezone: string): [string, string][] => {
  const { course, person } = launch
  return [
    ['It opens', opens[launch.app]],
    ['Role', launch.isTestUser ? `${launch.role}, a test user` : launch.role],
    ['Person', person.ltiUserId],
    ['Name', person.name ?? ([person.givenName, person.familyName].filter(Boolean).join(' ') || NOTHING)],
    ['Email', person.email ?? NOTHING],
    ...courseFacts(course, timezone).map(([name, value]): [string, string] => [name, value ?? NOTHING]),
    [
      'Grades go to',
      launch.outcome?.serviceUrl ?? launch.services?.lineItemUrl ?? launch.services?.lineItemsUrl ?? NOTHING,
    ],
    ['Roster', launch.services?.rosterUrl ?? NOTHING],
  ]
}

interface Noticed {
  launch: Launch
  /** Everything that was sent, by name. */
  given: Record<string, unknown>
  version: '1.1' | '1.3'
  /** Seconds by which the LMS clock is ahead of ours. */
  skew: number | null
}

const MOST_SKEW = 30

/** Lists the problems of an accepted launch that will cause trouble later, with fixes. */
export const launchFaults = ({ launch, given, version, skew }: Noticed): LaunchFault[] => {
  const { course, person } = launch
  const faults: (LaunchFault | false)[] = [
    ...unexpanded(given).map(name => ({
      what: `Your LMS did not fill in the variable in ${name}.`,
      fix: 'Remove the parameter from the tool, or turn on the privacy setting that fills it.',
    })),
    person.email === null && {
      what: 'Your LMS did not send an email.',
      fix: 'This is optional. For receipts and help, turn on “share email” in the privacy settings of the tool.',
    },
    person.name === null &&
      person.givenName === null && {
        what: 'Your LMS did not send a name.',
        fix: 'This is optional. To see names, turn on “share name” in the privacy settings of the tool.',
      },
    course.title === null && {
      what: 'Your LMS did not send a course title.',
      fix: 'Place the link inside a course, and share the course title with the tool.',
    },
    course.lmsOrigin === null && {
      what: 'We do not know which site frames our page.',
      fix: 'Let the LMS send launch_presentation with a return_url. Until then any https site may frame the page.',
    },
    course.clearsTermEnd && {
      what: 'Your LMS sent an empty end date.',
      fix: 'Set an end date for the course in your LMS. Without it, access lasts six months.',
    },
    course.termEndsAt === null &&
      !course.clearsTermEnd && {
        what: 'Your LMS did not send the end date of the term.',
        fix: 'Add the custom parameter section_end_at=$CourseSection.timeFrame.end (Canvas: canvas_term_end_at=$Canvas.term.endAt). Without it, access lasts six months.',
      },
    launch.outcome === null &&
      !launch.services?.lineItemUrl &&
      !launch.services?.lineItemsUrl && {
        what: 'Your LMS did not send an address for grades.',
        fix:
          version === '1.3'
            ? 'To send grades, allow the tool to use Assignment and Grade Services.'
            : 'To send grades, place the link as a graded assignment.',
      },
    version === '1.3' &&
      !launch.services?.rosterUrl && {
        what: 'Your LMS did not send an address for the class list.',
        fix: 'To show teachers who is missing, allow the tool to use Names and Roles.',
      },
    skew !== null &&
      Math.abs(skew) > MOST_SKEW && {
        what: `The clock of the LMS is ${Math.abs(skew)} seconds ${skew < 0 ? 'behind' : 'ahead of'} ours.`,
        fix: 'Sync the LMS clock with a time server. Launches fail when it is minutes off.',
      },
  ]
  return faults.filter(fault => fault !== false)
}

/** Lists the other faults of a refused launch, besides the first reason and missing parameters. */
export const refusalFaults = (faults: Refusal[], first: Refusal | null): LaunchFault[] => {
  const others = faults.filter(({ detail = '' }) => detail !== first?.detail && !detail.endsWith(' is missing'))
  return [...new Map(others.map(f => [f.detail, f])).values()].map(({ reason, detail = refusals[reason].title }) => ({
    what: `${detail[0]?.toUpperCase()}${detail.slice(1)}.`,
    fix: refusals[reason].administrator,
  }))
}

/**
 * Returns the result of the signature check; null if wrong, which the faults already state. `isSigned` is null if it
 * was not checked.
 */
export const signatureSentence = (isSigned: boolean | null): string | null => {
  if (isSigned === null)
    return 'We did not check the signature. That needs a login that began here, in the same browser.'
  return isSigned ? 'The signature is valid: the message came from your LMS.' : null
}

/** Lists the required parameters that are missing. */
export const missingFaults = (given: Record<string, unknown>, needed: string[]): LaunchFault[] =>
  needed
    .filter(name => given[name] === undefined || given[name] === '')
    .map(name => ({
      what: `${name} is missing.`,
      fix: 'Every launch needs it. Check the privacy and launch settings in your LMS.',
    }))

/**
 * Lists parameters with unexpanded variables like '$Person.email.primary', also in LTI 1.3 custom parameters. Leaves out
 * those of our own registration, which asks every LMS for Canvas's variables too.
 */
const unexpanded = (given: Record<string, unknown>): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (typeof value === 'string') return /^\$[A-Z][\w.]+$/.test(value) && !isOurs(name, value) ? [name] : []
    return isRecord(value) ? unexpanded(value) : []
  })

const isOurs = (name: string, value: string): boolean => CUSTOM_FIELDS[name.replace(/^custom_/, '')] === value
