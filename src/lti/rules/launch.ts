import { type Role, teaches } from '#src/access/rules/role.ts'
import { endOfDay, readDay, startOfDay } from '#src/core/rules/business-day.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { storable } from '#src/core/rules/postgres-text.ts'
import type { DeepLinkSettings } from '../../access/rules/opened-launch.ts'

/** Target of a launch: the payment page, the teacher page, or What's the Sign? alone. */
export type LaunchApp = 'pay' | 'teacher' | 'wts'

/**
 * One launch of either LTI version. Absent facts are null and never overwrite stored values (docs/rules/launches.md).
 */
export interface Launch {
  app: LaunchApp | 'observer' | 'deep_link'
  /** Unit of a placed link; the teacher page opens it if the course includes it. */
  unit: number | null
  role: Role
  /** Canvas Student View: gets access with source `test`, never billed. */
  isTestUser: boolean
  person: {
    ltiUserId: string
    email: string | null
    name: string | null
    givenName: string | null
    familyName: string | null
  }
  course: {
    contextId: string
    title: string | null
    label: string | null
    canvasCourseId: string | null
    canvasDomain: string | null
    workflowState: string | null
    lmsOrigin: string | null
    termStartsAt: Date | null
    termEndsAt: Date | null
  }
  /** LTI 1.1 Basic Outcomes: where to send this person's grade. */
  outcome: { id: string; serviceUrl: string } | null
  /** LTI 1.3 services that the LMS offers for this course and link. */
  services: LaunchServices | null
  deepLink: DeepLinkSettings | null
  moved: MovedFrom | null
}

/** The person's LTI 1.1 identity before their school moved to LTI 1.3 (docs/rules/launches.md). */
export interface MovedFrom {
  consumerId: number
  contextId: string
  ltiUserId: string
  /** True if signed with the old shared secret. Otherwise the LMS merely claims it. */
  isProven: boolean
}

export interface LaunchServices {
  lineItemUrl: string | null
  lineItemsUrl: string | null
  gradeScopes: string[]
  rosterUrl: string | null
}

const NAMES: Record<string, Role> = {
  learner: 'learner',
  student: 'learner',
  instructor: 'instructor',
  faculty: 'instructor',
  lecturer: 'instructor',
  teachingassistant: 'assistant',
  administrator: 'administrator',
  sysadmin: 'administrator',
  contentdeveloper: 'developer',
  mentor: 'observer',
  observer: 'observer',
}

/** Precedence of roles: teaching, then observing, then learning. With several roles, any teaching role wins. */
const RANK: Role[] = ['instructor', 'assistant', 'administrator', 'developer', 'observer', 'learner']

/**
 * Returns the role that decides. Course roles precede school and system roles, so that a student who works for the
 * school stays a student. Unknown or no role: learner. Accepts LTI 1.1 names and URNs and LTI 1.3 URIs.
 */
export const mainRole = (roles: string[]): Role => {
  const read = roles.map(readRole).filter(r => r !== null)
  const ofCourse = read.filter(r => r.ofCourse)
  const deciding = ofCourse.length > 0 ? ofCourse : read
  return RANK.find(rank => deciding.some(r => r.role === rank)) ?? 'learner'
}

const readRole = (role: string): { role: Role; ofCourse: boolean } | null => {
  const text = role.trim()
  const ofCourse = !/^urn:lti:(instrole|sysrole):|\/(institution|system)\/person#/.test(text)
  // LTI 1.1: the main role decides. LTI 1.3: the sub-role after the #, if known. Learner/Instructor is a learner in
  // both.
  const [path = '', fine = ''] = text.replace(/^urn:lti:\w+:ims\/lis\//, '').split('#')
  const coarse = NAMES[(fine ? path.split('/').at(-1) : path.split('/')[0])?.toLowerCase() ?? '']
  const known = coarse === 'learner' ? coarse : (NAMES[fine.toLowerCase()] ?? coarse)
  return known ? { role: known, ofCourse } : null
}

export const isTestUser = (roles: string[]): boolean => roles.some(r => /(^|[/#:])TestUser$/.test(r.trim()))

/**
 * Returns the target of a launch. The role decides between paying and teaching; What's the Sign? opens for both on
 * request.
 */
export const launchApp = (asked: string | null, role: Role): Launch['app'] => {
  if (role === 'observer') return 'observer'
  if (asked === 'wts') return 'wts'
  return teaches(role) ? 'teacher' : 'pay'
}

/** Maximum length of an id in bytes. A database index entry holds at most 2,700. */
export const ID_MAX = 1024

const MAX_TEXT = 500

/** Returns the value, or null if it is empty or an unexpanded variable ('$Canvas.term.endAt'). */
export const launchText = (value: string | undefined): string | null => {
  const text = storable(value ?? '').trim()
  return text === '' || /^\$[A-Za-z][\w.]*$/.test(text) ? null : text.slice(0, MAX_TEXT)
}

/** Parses the unit number of a link: 1 to 19. */
export const launchUnit = (value: string | undefined): number | null => {
  const text = launchText(value)
  return text && /^([1-9]|1\d)$/.test(text) ? Number(text) : null
}

export const launchEmail = (value: string | undefined): string | null => cleanEmail(value)

/** Milliseconds from 1970 beyond which the database cannot store a date (4713 BC). */
const FAR = 2e14

/** Returns the start of a term: an instant as sent, or the start of a bare day in the business time zone. */
export const termStart = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => startOfDay(day, timezone))

/** Returns the end of a term; a bare day counts in full. */
export const termEnd = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => endOfDay(day, timezone))

const launchDate = (value: string | undefined, edgeOf: (day: string) => Date): Date | null => {
  const text = launchText(value) ?? ''
  const day = readDay(text)
  const time = day ? edgeOf(day).getTime() : Date.parse(text)
  return Number.isNaN(time) || Math.abs(time) > FAR ? null : new Date(time)
}

/** Host pattern: URL allows `*`, `;` and `'` in a host, which would change the meaning of a CSP header. */
const PLAIN_HOST = /^[\w.-]+(:\d+)?$/

/** Returns the host of a URL or host name, for canvas_domain; null if invalid. */
export const launchHost = (value: string | undefined): string | null => {
  const text = launchText(value)?.toLowerCase()
  if (!text) return null
  const address = text.includes('://') ? text : `https://${text}`
  const host = URL.canParse(address) ? new URL(address).host : ''
  return PLAIN_HOST.test(host) ? host : null
}

/** Returns the origin of a web address, or null. */
export const launchOrigin = (value: string | undefined): string | null => {
  const text = launchText(value)
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.host) ? url.origin : null
}
