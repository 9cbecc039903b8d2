import { endOfDay, startOfDay } from '#src/core/rules/business-day.ts'
import { readDate } from '#src/core/rules/dates.ts'
import { decodeEntities } from '#src/core/rules/entities.ts'
import { storable } from '#src/core/rules/plain-text.ts'
import { PLAIN_HOST, webOrigin } from '#src/core/rules/web-addresses.ts'

/** Facts of a signed launch that lead to the course's page in the LMS. */
export interface CoursePlace {
  /** `return_url` of the launch. */
  returnUrl: string | null
  /** Product family code of the LMS. */
  family: string | null
  /** Issuer of a 1.3 launch: the LMS itself, except for Canvas cloud and Blackboard. */
  issuer: string | null
  contextId: string
}

type Pattern = (place: { back: URL | null; home: URL | null; contextId: string }) => string | null

const NUMBER = /^\d{1,18}$/

/** Moodle's return address has a session key. The course page is beside it, or below the issuer. */
const moodle: Pattern = ({ back, home, contextId }) => {
  const site = back?.pathname.endsWith('/mod/lti/return.php') ? new URL('../..', back) : home && withSlash(home)
  return site && NUMBER.test(contextId) ? new URL(`course/view.php?id=${contextId}`, site).href : null
}

/** Canvas's return address ends on a page for content, not on the course. */
const canvas: Pattern = ({ back }) => {
  const course = back?.pathname.match(/^\/courses\/\d+(?=\/)/)?.[0]
  return back && course ? back.origin + course : null
}

/** The context id of Brightspace is the number of the course's org unit. */
const brightspace: Pattern = ({ back, home, contextId }) => {
  const site = back ?? home
  return site && NUMBER.test(contextId) ? `${site.origin}/d2l/home/${contextId}` : null
}

/** Blackboard's return address has a nonce and a launch id. The launcher opens Original and Ultra courses. */
const blackboard: Pattern = ({ back }) => {
  const id = back?.searchParams.get('course_id') ?? ''
  return back && /^_\d+_\d+$/.test(id)
    ? `${back.origin}/webapps/blackboard/execute/launcher?type=Course&id=${id}&url=`
    : null
}

/** Uses the return address of another LMS, which others will see, only if it cannot have a session key. */
const other: Pattern = ({ back }) =>
  back && back.search === '' && back.hash === '' && !/[\w-]{24}/.test(back.pathname) ? back.href : null

const patterns: [family: RegExp, pattern: Pattern][] = [
  [/^moodle/i, moodle],
  [/^canvas/i, canvas],
  [/^(desire2learn|d2l|brightspace)/i, brightspace],
  [/^blackboard/i, blackboard],
]

/** Returns the address of the course in the LMS, or null. Always https, on the host of the return address or issuer. */
export const coursePage = ({ returnUrl, family, issuer, contextId }: CoursePlace): string | null => {
  const [, pattern] = patterns.find(([name]) => name.test(family ?? '')) ?? [null, other]
  return pattern({ back: site(returnUrl), home: site(issuer), contextId })
}

const site = (text: string | null): URL | null => {
  const url = text && text.length <= 2000 && URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

/** Returns the address with a slash at its end. The path is not parsed again, since `//host` would be another host. */
const withSlash = ({ origin, pathname }: URL): URL => new URL(`${origin}${pathname.replace(/\/?$/, '/')}`)

/** Maximum length of an id in bytes. A database index entry holds at most 2,700. */
export const ID_MAX = 1024

const MAX_TEXT = 500

/** Returns the value, or null if it is empty or an unexpanded variable ('$Canvas.term.endAt'). */
export const launchText = (value: string | undefined): string | null => {
  const text = storable(value ?? '').trim()
  return text === '' || /^\$[A-Za-z][\w.]*$/.test(text) ? null : text.slice(0, MAX_TEXT)
}

const VENDORS = new Set(
  'anthology blackboard brightspace canvas chamilo d2l desire2learn edx ilias instructure itslearning learn moodle moodlecloud newsite openedx openlms powerschool sakai schoology totara'.split(
    ' ',
  ),
)
const OF_VENDOR =
  /\b(by|the|inc|llc|ltd|corp|corporation|company|lms|cloud|saas|ultra|learn|learning|management|my|platform|project|system|as|gmbh|site|\d+|us|usa|prod|production)\b/g

/** Returns the name of a school as its LMS sent it; null for the name of a vendor or product, which is no school's. */
export const launchSchoolName = (value: string | undefined): string | null => {
  const name = launchText(value)?.slice(0, 200) ?? null
  const words =
    name
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() ?? ''
  const told = words.replace(OF_VENDOR, ' ').split(' ').filter(Boolean)
  const isVendor = VENDORS.has(words.replaceAll(' ', '')) || told.every(word => VENDORS.has(word))
  return isVendor ? null : name
}

export const launchUnit = (value: string | undefined): number | null => {
  const text = launchText(value)
  return text && /^([1-9]|1\d)$/.test(text) ? Number(text) : null
}

/** Returns the start of a term: an instant as sent, or the start of a bare day in the business time zone. */
export const termStart = (value: string | undefined, timezone: string): Date | null =>
  readDate(launchText(value) ?? '', day => startOfDay(day, timezone))

/** Returns the end of a term; a bare day counts in full. */
export const termEnd = (value: string | undefined, timezone: string): Date | null =>
  readDate(launchText(value) ?? '', day => endOfDay(day, timezone))

/** Returns the host of a URL or host name, for canvas_domain; null if invalid. */
export const launchHost = (value: string | undefined): string | null => {
  const text = launchText(value)?.toLowerCase()
  if (!text) return null
  const address = text.includes('://') ? text : `https://${text}`
  const host = URL.canParse(address) ? new URL(address).host : ''
  return PLAIN_HOST.test(host) ? host : null
}

export const launchOrigin = (value: string | undefined): string | null => webOrigin(launchText(value))

/** Returns true if the context of a launch may be a course. Canvas opens tools in an account and for a user, too. */
export const isCourse = (contextId: string, types: string[]): boolean =>
  contextId !== '' && (types.length === 0 || types.some(type => !/(^|[/#:])(account|user)$/i.test(type.trim())))

/** Facts of a course that a launch sent, with the names of their columns in camelCase. */
export interface LaunchCourse {
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string | null
  lmsOrigin: string | null
  /** Address of the course in the LMS. */
  lmsCourseUrl: string | null
  termStartsAt: Date | null
  termEndsAt: Date | null
  /** An end date that cannot be read, if none of them can. */
  unreadTermEnd: string | null
  /** True if the LMS sent an empty end date, because somebody removed it there. */
  clearsTermEnd: boolean
}

/** Custom parameters that a registration asks for. A platform sends an unknown variable as is; it counts as absent. */
export const CUSTOM_FIELDS: Record<string, string> = {
  canvas_course_id: '$Canvas.course.id',
  canvas_api_domain: '$Canvas.api.domain',
  canvas_workflow_state: '$Canvas.course.workflowState',
  canvas_enrollment_state: '$Canvas.enrollment.enrollmentState',
  canvas_term_start_at: '$Canvas.term.startAt',
  canvas_term_end_at: '$Canvas.term.endAt',
  section_start_at: '$CourseSection.timeFrame.begin',
  section_end_at: '$CourseSection.timeFrame.end',
}

const END_DATE_FIELDS = ['section_start_at', 'section_end_at', 'canvas_term_end_at']

/** Lines to paste into the custom parameters of the tool, so that an LMS sends when a course ends. The last is for Canvas. */
export const END_DATE_LINES = END_DATE_FIELDS.map(name => `${name}=${CUSTOM_FIELDS[name]}`).join('\n')

/** Values that LTI 1.1 and 1.3 send in different places. */
interface Sent extends Record<'title' | 'label' | 'returnUrl' | 'family' | 'issuer', string | undefined> {
  contextId: string
  /** Returns the first custom parameter that has a value. Names are without the `custom_` of LTI 1.1. */
  custom: (...names: string[]) => string | undefined
  /** Returns true if this custom parameter was sent without a value. */
  isCustomEmpty: (name: string) => boolean
}

const TERM_ENDS = ['canvas_term_end_at', 'term_end_at', 'section_end_at']

/** Reads the course of a launch of either LTI version. Canvas ids and term dates are custom parameters. */
export const readCourse = (sent: Sent, timezone: string): LaunchCourse => {
  const { contextId, title, label, returnUrl, family, issuer, custom, isCustomEmpty } = sent
  const ends = TERM_ENDS.flatMap(name => custom(name) ?? [])
  const termEndsAt = ends.map(end => termEnd(end, timezone)).find(end => end !== null) ?? null
  return {
    contextId,
    title: launchText(decodeEntities(title ?? '')),
    label: launchText(decodeEntities(label ?? '')),
    canvasCourseId: launchText(custom('canvas_course_id')),
    canvasDomain: launchHost(custom('canvas_api_domain')),
    workflowState: launchText(custom('canvas_workflow_state')),
    lmsOrigin: launchOrigin(returnUrl),
    lmsCourseUrl: coursePage({
      contextId,
      family: launchText(family),
      returnUrl: launchOrigin(returnUrl) && (returnUrl?.trim() ?? null),
      issuer: launchOrigin(issuer) && (issuer ?? null),
    }),
    termStartsAt: termStart(custom('canvas_term_start_at', 'term_start_at', 'section_start_at'), timezone),
    termEndsAt,
    unreadTermEnd: termEndsAt ? null : (launchText(ends[0])?.slice(0, 100) ?? null),
    clearsTermEnd: ends.length === 0 && TERM_ENDS.some(isCustomEmpty),
  }
}
