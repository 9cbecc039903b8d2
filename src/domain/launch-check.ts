import { shortDate } from './business-day.ts'
import { dictionaryMessages } from './dictionary.ts'
import type { Launch } from './launch.ts'
import { type Refusal, refusals } from './launch-refusal.ts'

/** One thing that could be better in the LMS, and how. */
export interface LaunchFault {
  what: string
  fix: string
}

/** A launch laid open for the person who runs the LMS or teaches the course. */
export interface LaunchCheck {
  version: '1.1' | '1.3'
  /** Why it would not have opened the course; null: it would have. */
  refusal: Refusal | null
  /** Of a launch of 1.3 that was refused: whether its LMS signed it, where the faults do not say so. */
  signature: string | null
  received: [name: string, value: string][]
  understood: [name: string, value: string][]
  faults: LaunchFault[]
}

const NOTHING = 'not sent'

/** Parameters and claims whose value would be a key to something. */
const SECRET = /^(oauth_signature|id_token|state|nonce|lti_storage_value|lis_result_sourcedid)$/

/** What arrived, as it arrived; what would be a key to something is named and not shown. */
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
  wts: dictionaryMessages.title,
  observer: 'a plain page for observers',
  deep_link: 'the choice of links to place',
}

/** How a launch was understood, in the order in which one would ask. Days are those of the business's zone. */
export const understood = (launch: Launch, timezone: string): [string, string][] => {
  const { course, person } = launch
  return [
    ['It opens', opens[launch.app]],
    ['Role', launch.isTestUser ? `${launch.role}, a test user` : launch.role],
    ['Person', person.ltiUserId],
    ['Name', person.name ?? ([person.givenName, person.familyName].filter(Boolean).join(' ') || NOTHING)],
    ['Email', person.email ?? NOTHING],
    ['Course', course.contextId],
    ['Course title', course.title ?? NOTHING],
    ['Course label', course.label ?? NOTHING],
    ['Canvas course', course.canvasCourseId ?? NOTHING],
    ['Canvas host', course.canvasDomain ?? NOTHING],
    ['Course state', course.workflowState ?? NOTHING],
    ['Term', term(course, day => shortDate(day, timezone))],
    [
      'Grades go to',
      launch.outcome?.serviceUrl ?? launch.services?.lineItemUrl ?? launch.services?.lineItemsUrl ?? NOTHING,
    ],
    ['Roster', launch.services?.rosterUrl ?? NOTHING],
    ['The LMS that frames us', course.lmsOrigin ?? NOTHING],
  ]
}

const term = ({ termStartsAt: from, termEndsAt: to }: Launch['course'], date: (day: Date) => string): string => {
  if (from && to) return `${date(from)} to ${date(to)}`
  if (to) return `until ${date(to)}`
  return from ? `from ${date(from)}` : NOTHING
}

interface Noticed {
  launch: Launch
  /** Everything that was sent, by name. */
  given: Record<string, unknown>
  version: '1.1' | '1.3'
  /** Seconds that the LMS's clock is ahead of ours. */
  skew: number | null
}

const MOST_SKEW = 30

/** Everything about a good launch that will hurt somebody later, with its fix. */
export const launchFaults = ({ launch, given, version, skew }: Noticed): LaunchFault[] => {
  const { course, person } = launch
  const faults: (LaunchFault | false)[] = [
    ...unexpanded(given).map(name => ({
      what: `${name} came as a variable that your LMS did not fill in.`,
      fix: 'Take the parameter out of the settings of the tool, or turn on the privacy setting that fills it. We treat it as absent.',
    })),
    person.email === null && {
      what: 'No email came.',
      fix: 'It works without. With it, receipts and help reach the student: turn on “share email” in the privacy settings of the tool.',
    },
    person.name === null &&
      person.givenName === null && {
        what: 'No name came.',
        fix: 'It works without. With it, you see who is in: turn on “share name” in the privacy settings of the tool.',
      },
    course.title === null && {
      what: 'The course came without a title.',
      fix: 'Place the link inside a course, and let the tool receive the title of the course.',
    },
    course.lmsOrigin === null && {
      what: 'We do not know which site frames us.',
      fix: 'Let the LMS send launch_presentation with a return_url; until then any secure site may frame the page.',
    },
    course.termEndsAt === null && {
      what: 'No end of the term came.',
      fix: 'Add the custom parameter section_end_at=$CourseSection.timeFrame.end (Canvas: canvas_term_end_at=$Canvas.term.endAt). Without it access lasts six months.',
    },
    launch.outcome === null &&
      !launch.services?.lineItemUrl &&
      !launch.services?.lineItemsUrl && {
        what: 'No place for a grade came.',
        fix:
          version === '1.3'
            ? 'Allow the tool to use the grade service (Assignment and Grade Services) if you want students who are in to have a grade.'
            : 'Place the link as an assignment with a grade if you want students who are in to have one.',
      },
    version === '1.3' &&
      !launch.services?.rosterUrl && {
        what: 'No roster service came.',
        fix: 'Allow the tool to read the members of the course (Names and Roles) if teachers should see who is not in yet.',
      },
    skew !== null &&
      Math.abs(skew) > MOST_SKEW && {
        what: `The clock of the LMS is ${Math.abs(skew)} seconds ${skew < 0 ? 'behind' : 'ahead of'} ours.`,
        fix: 'Set the clock of the LMS by a time server. Launches fail when it is off by minutes.',
      },
  ]
  return faults.filter(fault => fault !== false)
}

/** What else stands in the way of a launch that was refused, beside the first reason and what is missing. */
export const refusalFaults = (faults: Refusal[], first: Refusal | null): LaunchFault[] => {
  const others = faults.filter(({ detail = '' }) => detail !== first?.detail && !detail.endsWith(' is missing'))
  return [...new Map(others.map(f => [f.detail, f])).values()].map(({ reason, detail = refusals[reason].title }) => ({
    what: `${detail[0]?.toUpperCase()}${detail.slice(1)}.`,
    fix: refusals[reason].administrator,
  }))
}

/** What to say of the signature; null: that it is wrong is said with the faults. `isSigned` is null where nobody looked. */
export const signatureSentence = (isSigned: boolean | null): string | null => {
  if (isSigned === null)
    return 'We did not look at the signature: that takes a login that we began, in the same browser, with its own nonce.'
  return isSigned ? 'The signature is good: the message came from your LMS.' : null
}

/** What no launch can do without, where it is not there. */
export const missingFaults = (given: Record<string, unknown>, needed: string[]): LaunchFault[] =>
  needed
    .filter(name => given[name] === undefined || given[name] === '')
    .map(name => ({
      what: `${name} is missing.`,
      fix: 'Every launch needs it. Check the privacy and launch settings of the tool in your LMS.',
    }))

/** Values like '$Person.email.primary', also inside the custom parameters of a 1.3 launch. */
const unexpanded = (given: Record<string, unknown>): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (typeof value === 'string') return /^\$[A-Z][\w.]+$/.test(value) ? [name] : []
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return unexpanded(value as Record<string, unknown>)
    return []
  })
