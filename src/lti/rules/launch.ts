import { type Role, teaches } from '#src/access/rules/entitlement.ts'
import type { DeepLinkSettings } from '#src/access/rules/opened-launch.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { LaunchCourse } from './launch-course.ts'

/** Target of a launch: the payment page, the teacher page, or What's the Sign? alone. */
type LaunchApp = 'pay' | 'teacher' | 'wts'

/** People who get a plain page and no row: observers, people without a role in the course, launches without a course. */
export const visitors = ['observer', 'no-role', 'no-course'] as const
export type Visitor = (typeof visitors)[number]

export const isVisitor = (app: Launch['app']): app is Visitor => visitors.some(visitor => visitor === app)

/** The role of a launch; `none` for a person without a role in the course. */
export type LaunchRole = Role | 'none'

/** One launch of either LTI version. Absent facts are null and never overwrite stored values. */
export interface Launch {
  app: LaunchApp | Visitor | 'deep_link'
  /** Unit of a placed link; the teacher page opens it if the course includes it. */
  unit: number | null
  role: LaunchRole
  /** Canvas Student View: gets access with source `test`, never billed. */
  isTestUser: boolean
  person: {
    ltiUserId: string
    email: string | null
    name: string | null
    givenName: string | null
    familyName: string | null
    /** Language of the LMS, if we have it. */
    language: Language | null
  }
  course: LaunchCourse
  /** LTI 1.1 Basic Outcomes: where to send this person's grade. */
  outcome: { id: string; serviceUrl: string } | null
  /** LTI 1.3 services that the LMS offers for this course and link. */
  services: LaunchServices | null
  /** The resource link, if it names a grade column of its own; else empty. */
  resourceLink: string
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

interface LaunchServices {
  lineItemUrl: string | null
  lineItemsUrl: string | null
  gradeScopes: string[]
  rosterUrl: string | null
}

const NAMES: Record<string, LaunchRole> = {
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
  none: 'none',
  other: 'none',
}

/** Precedence of roles: teaching, then observing, then learning. With several roles, any teaching role wins. */
const RANK: LaunchRole[] = ['instructor', 'assistant', 'administrator', 'developer', 'observer', 'learner', 'none']

/** Roles at the school or in the system that also hold in a course. Whoever studies or teaches there has a role in it. */
const EVERYWHERE: LaunchRole[] = ['administrator', 'observer']

/**
 * Returns the role that decides. Course roles precede school and system roles, so that a student who works for the
 * school stays a student. An unknown course role and an empty list are a learner. Who has roles at the school or in the
 * system only is an administrator, an observer, or nobody in this course. Accepts LTI 1.1 names and URNs and LTI 1.3 URIs.
 */
export const mainRole = (roles: string[]): LaunchRole => {
  const read = roles.filter(role => role.trim() !== '').map(readRole)
  const ofCourse = read.filter(r => r.ofCourse)
  if (ofCourse.length > 0 || read.length === 0) return highest(ofCourse.map(r => r.role ?? 'learner')) ?? 'learner'
  if (isTestUser(roles)) return 'learner'
  return highest(EVERYWHERE.filter(role => read.some(r => r.role === role))) ?? 'none'
}

const highest = (roles: LaunchRole[]): LaunchRole | undefined => RANK.find(rank => roles.includes(rank))

/** Most roles that are read. Real launches send fewer than ten. */
const MOST_ROLES = 100

export const splitRoles = (roles = ''): string[] => roles.split(',', MOST_ROLES)

const readRole = (role: string): { role: LaunchRole | undefined; ofCourse: boolean } => {
  const text = role.trim()
  const ofCourse = !/^urn:lti:(instrole|sysrole):|\/person#/.test(text)
  // LTI 1.1: the main role decides, or the sub-role if only that is known (Manager/Observer). LTI 1.3: the sub-role after
  // the #, if known. Learner/Instructor is a learner in both.
  const [path = '', fine = ''] = text.replace(/^urn:lti:\w+:ims\/lis\//, '').split('#')
  const parts = path.toLowerCase().split('/')
  const coarse = fine ? NAMES[parts.at(-1) ?? ''] : (NAMES[parts[0] ?? ''] ?? NAMES[parts[1] ?? ''])
  const sub = NAMES[fine.toLowerCase()]
  return { role: coarse === 'learner' || sub === 'none' ? (coarse ?? sub) : (sub ?? coarse), ofCourse }
}

export const isTestUser = (roles: string[]): boolean => roles.some(r => /(^|[/#:])TestUser$/.test(r.trim()))

/** Returns the target of a launch. The role decides between paying and teaching; the dictionary opens on request. */
export const launchApp = (asked: string | null, role: LaunchRole, hasCourse = true): Launch['app'] => {
  if (!hasCourse) return 'no-course'
  if (role === 'none') return 'no-role'
  if (role === 'observer') return 'observer'
  if (asked === 'wts') return 'wts'
  return teaches(role) ? 'teacher' : 'pay'
}

export const nameOf = ({ name, givenName, familyName }: Launch['person']): string | null =>
  name ?? ([givenName, familyName].filter(Boolean).join(' ') || null)

/** Answers to a decision whether a person who came by LTI 1.3 is known from LTI 1.1. */
export const moveMessages = {
  same: 'Same person. They have access and do not pay again.',
  other: 'Not the same person. Nothing was changed.',
} as const

export const moveRefusals = {
  move_decided: { message: 'A colleague already decided this.' },
  move_spent: { message: 'Another person already got this access. Reject this one.' },
} as const satisfies RefusalTexts

export type MoveReason = keyof typeof moveRefusals

/** Seconds by which the time of a launch may differ from ours, before and after, in both LTI versions. */
export const WINDOW_SECONDS = 300

/** From this difference on, staff and administrators are warned. */
export const NOTABLE_SECONDS = 60

/** Returns how many seconds the clock of a 1.1 launch is ahead of ours; null when the timestamp is not a number. */
export const clockSkew = (timestamp: string, now: Date): number | null =>
  /^\d{1,12}$/.test(timestamp) ? Math.round(Number(timestamp) - now.getTime() / 1000) : null

const timeOf = (seconds: number): string => {
  const at = new Date(Math.round(seconds) * 1000)
  return Number.isNaN(at.getTime()) ? `second ${seconds}` : at.toISOString().replace('T', ' ').slice(0, 19)
}

/** Names both clocks and their difference. It does not say which is wrong: nobody can know it from one launch. */
export const clocksText = (theirSeconds: number, now: Date): string => {
  const ours = now.getTime() / 1000
  const apart = Math.round(Math.abs(theirSeconds - ours))
  return `the LMS wrote ${timeOf(theirSeconds)} UTC when it was ${timeOf(ours)} UTC here, ${apart} seconds ${theirSeconds < ours ? 'later' : 'earlier'}`
}

/** Launch parameters as OAuth 1.0a signs them: query and body together, with repeats and empty values. */
export type Parameters = Record<string, string[]>

/** Collects parsed query and body parameters, without a prototype, so that no name has a special meaning. */
export const collectLaunchParameters = (...sources: unknown[]): Parameters => {
  const parameters: Parameters = Object.create(null)
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      const given = Array.isArray(value) ? value.map(String) : [String(value)]
      parameters[name] = parameters[name]?.concat(given) ?? given
    }
  }
  return parameters
}

/** Returns the first value. The caller must refuse repeats where they are not allowed. */
export const firstValue = (parameters: Parameters, name: string): string | undefined => parameters[name]?.[0]
