import { isKeyOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { accessEnd, type Course, courseGate } from '#src/courses/rules/course.ts'
import type { School } from '#src/schools/rules/school.ts'

export const roles = ['learner', 'instructor', 'assistant', 'administrator', 'developer', 'observer'] as const
export type Role = (typeof roles)[number]

/** Role letter shown to staff. */
export const roleLetter: Record<Role, string> = {
  learner: 'L',
  instructor: 'I',
  assistant: 'T',
  administrator: 'A',
  developer: 'C',
  observer: 'O',
}

export const teaches = (role: Role | 'none'): boolean => role !== 'learner' && role !== 'observer' && role !== 'none'

/** Ways a person can get access (docs/rules/access.md). */
export const sources = ['code', 'card', 'staff', 'free', 'test', 'migrated'] as const
export type Source = (typeof sources)[number]

/** Labels for staff, to follow a date or a name. */
export const sourceLabels: Record<Source, string> = {
  code: 'by access code',
  card: 'by card',
  staff: 'by a colleague',
  free: 'because the course is free',
  test: "in the LMS's Student View, as a test",
  migrated: 'because the same person already had access',
}

/** Returns the label of a source stored in the audit, or null if unknown. */
export const auditedSourceLabel = (written: unknown): string | null =>
  typeof written === 'string' && isKeyOf(sourceLabels, written) ? sourceLabels[written] : null

export const entitlementKinds = ['enrollment', 'membership'] as const
export type EntitlementKind = (typeof entitlementKinds)[number]

/** A code that a person used in one course. Voided means taken back by staff or by a refund. */
export interface AttachedCode {
  couponId: number
  code: string
  productId: number
  /** Someone else could still use it. */
  hasUsesLeft: boolean
  voidedAt: Date | null
}

/** Another row of the same person in the same Canvas course (docs/rules/access.md). */
export interface OtherRow {
  id: number
  token: string
  processedAt: Date | null
  accessEndsAt: Date | null
  /** When staff linked the two rows; null if they are the same person without a link. */
  linkedAt: Date | null
  schoolId: number
  productIds: number[]
}

/** Ways a row is created. */
export const origins = ['launch', 'sign_up'] as const
type Origin = (typeof origins)[number]

/** One person in one course. Only the JSON calls tell an enrollment (LTI 1.1 or sign-up) from a membership (LTI 1.3). */
export interface Entitlement {
  kind: EntitlementKind
  id: number
  token: string
  sessionId: string
  personId: number
  email: string | null
  /** Only an LMS says that the address is theirs: nobody proved it, and the school's domain is another one. */
  isEmailClaimed: boolean
  name: string | null
  /** The language that they chose, or else the one of their last launch; null if neither is known. */
  language: Language | null
  /** The way the row was created. We enroll only people who signed up in Canvas; launched people are already there. */
  createdVia: Origin
  /** The newest target of grades in the LMS, if any: an LTI 1.1 sourcedid or an LTI 1.3 line item. */
  gradePassbackId: string | null
  /** Role of a membership's last launch. Always learner for an enrollment. */
  role: Role
  /** True if the last launch had the TestUser role. */
  isTest: boolean
  /** True if the person also opened this course as a teacher. */
  hasTaught: boolean
  agreedAt: Date | null
  agreedTerms: string | null
  processedAt: Date | null
  processedBy: number | null
  source: Source | null
  /** When the person was last removed. Expiry is not a removal (see `accessEndsAt`). */
  unprocessedAt: Date | null
  stripeEventId: string | null
  accessEndsAt: Date | null
  /** When the period before the current or last one ended; null if there was none (see `lastPeriodEnd`). */
  lastPeriodEndedAt: Date | null
  /** Origin of the LMS page that sent the last launch. Unsigned, so do not trust it. */
  seenOrigin: string | null
  updatedAt: Date
  codes: AttachedCode[]
  others: OtherRow[]
  /** Products currently paid by card. */
  paid: number[]
  /** True if a checkout was ever started. */
  hasCheckouts: boolean
  /** Cached prices of the course's products. */
  prices: KnownPrice[]
  course: Course
  school: School
  schoolId: number
}

/** Refers to one person in one course. */
export type EntitlementRef = Pick<Entitlement, 'id'>

/** Steps of the payment page. `loading` appears only while a hydrated page waits; `already_enrolled` only on /pay. */
export type PayStep = 'loading' | 'agree' | 'coupons' | 'thank_you' | 'already_enrolled'

/** Returns the first step of a page. `wanted` comes from the address and counts only after the terms are accepted. */
export const payStep = (entitlement: Entitlement, wanted: string | undefined, terms: string, now: Date): PayStep => {
  if (hasAccess(entitlement)) return 'thank_you'
  if (wanted !== 'coupons' || !hasAgreed(entitlement, terms)) return 'agree'
  return courseGate(entitlement.course, now, hadAccess(entitlement)) || !entitlement.school.acceptsAccessCode
    ? 'agree'
    : 'coupons'
}

/** Returns the name that staff see. */
export const calledName = ({ name, email }: Pick<Entitlement, 'name' | 'email'>): string =>
  name ?? email ?? 'A person without a name'

export const hasAccess = (entitlement: Pick<Entitlement, 'processedAt'>): boolean => entitlement.processedAt !== null

/** Returns true if the person agreed to the current terms. */
export const hasAgreed = (entitlement: Pick<Entitlement, 'agreedAt' | 'agreedTerms'>, terms: string): boolean =>
  entitlement.agreedAt !== null && entitlement.agreedTerms === terms

export const testAccessEnd = (now: Date): Date => new Date(now.getTime() + DAY_MS)

type Period = Pick<Entitlement, 'processedAt' | 'accessEndsAt'>

/** Returns true if access has expired but is not ended yet; the next reader or job ends it. */
export const hasAccessExpired = (entitlement: Period, now: Date): boolean =>
  hasAccess(entitlement) && entitlement.accessEndsAt !== null && entitlement.accessEndsAt <= now

/** Returns when the last period expired; null if there was none, the person has access, or staff removed them. */
export const endedAt = (entitlement: Period): Date | null => (hasAccess(entitlement) ? null : entitlement.accessEndsAt)

/**
 * Returns when the person's last period of access ended; null if none has. A period that staff cut short still ends on the
 * date that the rules gave when they did. Codes and payments voided by then are used up for good.
 */
export const lastPeriodEnd = (
  entitlement: Period & Pick<Entitlement, 'unprocessedAt' | 'lastPeriodEndedAt' | 'course' | 'school'>,
  now: Date,
): Date | null => {
  const { unprocessedAt, lastPeriodEndedAt, course, school } = entitlement
  const ended = endedAt(entitlement)
  if (ended) return ended
  if (hasAccess(entitlement) || !unprocessedAt) return lastPeriodEndedAt
  const wouldHaveEnded = accessEnd(course, school, unprocessedAt).at
  return wouldHaveEnded <= now ? wouldHaveEnded : lastPeriodEndedAt
}

/** Returns true if the person's access expired. */
export const hadAccess = (entitlement: Period): boolean => endedAt(entitlement) !== null

/** Begins a code of which only the last two characters are shown. */
const MASK = '…'

export const isMasked = (code: string): boolean => code.startsWith(MASK)

export const maskedCode = (code: string): string => `${MASK}${code.slice(-2)}`

/**
 * Returns a row as its own link shows it. A code with uses left opens the course to others, and more people than the
 * student see the link: staff who may not read codes, the help chat. `typed` is the code that was just typed.
 */
export const maskOpenCodes = (row: Entitlement, typed: { id: number } | null = null): Entitlement => ({
  ...row,
  codes: row.codes.map(c => (c.hasUsesLeft && c.couponId !== typed?.id ? { ...c, code: maskedCode(c.code) } : c)),
})

/** A note for people who view the student's page without being a student. */
export type StudentViewNote = 'in' | 'over' | 'none' | 'teacher'

/**
 * Returns the note for a person who views the student's page without being a student; null for students. The LMS sends
 * the TestUser role. If it sends only Learner, the note is for people who opened this course as a teacher before.
 */
export const studentView = (viewer: Period & Pick<Entitlement, 'isTest' | 'hasTaught'>): StudentViewNote | null => {
  if (viewer.isTest) return hasAccess(viewer) ? 'in' : endedAt(viewer) ? 'over' : 'none'
  return viewer.hasTaught ? 'teacher' : null
}
