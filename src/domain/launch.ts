import { endOfDay, readDay, startOfDay } from './business-day.ts'
import { cleanEmail } from './person.ts'
import { storable } from './storable.ts'

/** What a launch may open: the payment page, the teacher page, or What's the Sign? alone (contract.md, LTI). */
export type LaunchApp = 'pay' | 'teacher' | 'wts'

export type Role = 'learner' | 'instructor' | 'assistant' | 'administrator' | 'developer' | 'observer'

/** The letter staff see for a role (rules.md A10). */
export const roleLetter: Record<Role, string> = {
  learner: 'L',
  instructor: 'I',
  assistant: 'T',
  administrator: 'A',
  developer: 'C',
  observer: 'O',
}

/** What a platform asks for when a teacher places links (LTI Deep Linking 2.0). */
export interface DeepLinkSettings {
  returnUrl: string
  acceptTypes: string[]
  acceptsMany: boolean
  /** Given back as it came. */
  data: string | null
}

/** One launch, whatever version it came by. Absent facts are null and never overwrite what is stored (rules.md G). */
export interface Launch {
  app: LaunchApp | 'observer' | 'deep_link'
  /** The unit that a placed link leads to; the teacher page opens it if the course may see it. */
  unit: number | null
  role: Role
  /** Canvas's Student View: let in with source `test`, never billed. */
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
  /** LTI 1.1 Basic Outcomes: where this person's grade goes. */
  outcome: { id: string; serviceUrl: string } | null
  /** LTI 1.3: the services that the LMS offers for this course and link. */
  services: LaunchServices | null
  deepLink: DeepLinkSettings | null
  moved: MovedFrom | null
}

/** Who a person was before their school moved from LTI 1.1 to 1.3 (rules.md D11). */
export interface MovedFrom {
  consumerId: number
  contextId: string
  ltiUserId: string
  /** Signed with the old shared secret. Without that it is only what an LMS says. */
  isProven: boolean
}

export interface LaunchServices {
  lineItemUrl: string | null
  lineItemsUrl: string | null
  gradeScopes: string[]
  rosterUrl: string | null
}

/** What a launch opened for two hours: the page of its link. */
export interface LaunchOpened {
  app: 'teacher' | 'wts' | 'deep_link'
  contextId: string
  title: string | null
  label: string | null
  /** The units of the course's products, as a teacher may see them. */
  units: number[]
  /** The origins of the LMS that may frame the page. */
  framers: string[]
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

/** Teaching first, then watching, then learning: with several roles any teaching role wins (rules.md A10). */
const RANK: Role[] = ['instructor', 'assistant', 'administrator', 'developer', 'observer', 'learner']

/**
 * The one role that decides. Roles of the course come before roles of the school or the system, so that a student
 * who works for the school stays a student. Unknown or none: learner. Takes LTI 1.1 names and URNs and LTI 1.3 URIs.
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
  // 1.1: the coarse word decides. 1.3: the fine one, behind the #, where we know it. Learner/Instructor learns in both.
  const [path = '', fine = ''] = text.replace(/^urn:lti:\w+:ims\/lis\//, '').split('#')
  const coarse = NAMES[(fine ? path.split('/').at(-1) : path.split('/')[0])?.toLowerCase() ?? '']
  const known = coarse === 'learner' ? coarse : (NAMES[fine.toLowerCase()] ?? coarse)
  return known ? { role: known, ofCourse } : null
}

export const isTestUser = (roles: string[]): boolean => roles.some(r => /(^|[/#:])TestUser$/.test(r.trim()))

export const teaches = (role: Role): boolean => role !== 'learner' && role !== 'observer'

/** Where a launch goes: the role decides between paying and teaching; What's the Sign? opens for both when asked for. */
export const launchApp = (asked: string | null, role: Role): Launch['app'] => {
  if (role === 'observer') return 'observer'
  if (asked === 'wts') return 'wts'
  return teaches(role) ? 'teacher' : 'pay'
}

/** The longest id that is taken, in bytes: an index of the database holds no more than 2,700. */
export const ID_MAX = 1024

const MAX_TEXT = 500

/** A value as sent, or null where there is none: empty, or a variable that the LMS did not fill in ('$Canvas.term.endAt'). */
export const launchText = (value: string | undefined): string | null => {
  const text = storable(value ?? '').trim()
  return text === '' || /^\$[A-Za-z][\w.]*$/.test(text) ? null : text.slice(0, MAX_TEXT)
}

/** A unit's number as a link carries it. */
export const launchUnit = (value: string | undefined): number | null => {
  const text = launchText(value)
  return text && /^([1-9]|1\d)$/.test(text) ? Number(text) : null
}

export const launchEmail = (value: string | undefined): string | null => cleanEmail(value)

/** Further away than this from 1970, in milliseconds, the database cannot store a date (4713 BC). */
const FAR = 2e14

/** When a term begins: an instant as sent, or the beginning of a bare day in the business zone. */
export const termStart = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => startOfDay(day, timezone))

/** When a term ends: all of a bare day belongs to it. */
export const termEnd = (value: string | undefined, timezone: string): Date | null =>
  launchDate(value, day => endOfDay(day, timezone))

const launchDate = (value: string | undefined, edgeOf: (day: string) => Date): Date | null => {
  const text = launchText(value) ?? ''
  const day = readDay(text)
  const time = day ? edgeOf(day).getTime() : Date.parse(text)
  return Number.isNaN(time) || Math.abs(time) > FAR ? null : new Date(time)
}

/** URL keeps `*`, `;` and `'` in a host: in a policy header those would say more than the name of a host. */
const PLAIN_HOST = /^[\w.-]+(:\d+)?$/

/** The bare host of an address or host name, for canvas_domain. */
export const launchHost = (value: string | undefined): string | null => {
  const text = launchText(value)?.toLowerCase()
  if (!text) return null
  const address = text.includes('://') ? text : `https://${text}`
  const host = URL.canParse(address) ? new URL(address).host : ''
  return PLAIN_HOST.test(host) ? host : null
}

/** The origin of a web address, or null. */
export const launchOrigin = (value: string | undefined): string | null => {
  const text = launchText(value)
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.host) ? url.origin : null
}
