import type { KnownPrice } from './card.ts'
import { type Course, courseGate } from './course.ts'
import type { Role } from './launch.ts'
import type { School } from './school.ts'

/** How a person came to be in (rules.md A4). */
export type Source = 'code' | 'card' | 'staff' | 'free' | 'test' | 'migrated'

/** The same in the words of staff. */
export const sourceLabels: Record<Source, string> = {
  code: 'by access code',
  card: 'by card',
  staff: 'by a colleague',
  free: 'since the course is free',
  test: "in the LMS's Student View, as a test",
  migrated: 'since the same person was in already',
}

/** And of what is written in the audit. */
export const auditedSourceLabel = (written: unknown): string | null =>
  typeof written === 'string' && Object.hasOwn(sourceLabels, written) ? sourceLabels[written as Source] : null

export type SubjectKind = 'enrollment' | 'membership'

/** Which row: the two kinds live in two tables (rules.md A1). */
export interface Subject {
  kind: SubjectKind
  id: number
}

export const sameSubject = (a: Subject, b: Subject): boolean => a.kind === b.kind && a.id === b.id

/** A code that a person holds in one course. A voided one was taken back by staff or a refund. */
export interface AttachedCode {
  couponId: number
  code: string
  productId: number
  voidedAt: Date | null
}

/** Another row of the same person in the same course of the same Canvas (rules.md A11). */
export interface OtherRow extends Subject {
  token: string
  processedAt: Date | null
  accessEndsAt: Date | null
  /** When staff said that the two are one person; null: the same person without saying. */
  linkedAt: Date | null
  /** What its course is activated for. */
  productIds: number[]
}

/**
 * One person in one course: the spec's lti_enrollment (LTI 1.1 and sign-up) or membership (LTI 1.3). Codes, cards, staff
 * and pages treat both alike; only the wire names them apart.
 */
export interface Entitlement extends Subject {
  token: string
  sessionId: string
  personId: number
  email: string | null
  name: string | null
  /** Who came by a launch is in the LMS course already; who signed up is brought there by us (rules.md D7, D10). */
  bornBy: 'launch' | 'sign_up'
  /** Where the LMS takes a grade for this person, if it does: an LTI 1.1 sourcedid, or the line item of LTI 1.3. */
  gradePassbackId: string | null
  /** The role of a membership's last launch; an enrollment is always a learner's. */
  role: Role
  agreedAt: Date | null
  agreedTerms: string | null
  processedAt: Date | null
  processedBy: number | null
  source: Source | null
  /** When the person was taken out last; time that ran out takes nobody out (`accessEndsAt`). */
  unprocessedAt: Date | null
  stripeEventId: string | null
  accessEndsAt: Date | null
  updatedAt: Date
  codes: AttachedCode[]
  others: OtherRow[]
  /** The products that a card has paid for, as things stand. */
  paid: number[]
  /** A checkout was begun, whatever came of it. */
  hasCheckouts: boolean
  /** What is known of the prices of the course's products. */
  prices: KnownPrice[]
  course: Course
  school: School
}

/**
 * The steps of the payment page (spec §2). `loading` shows only while a hydrated page waits; `already_enrolled` belongs to
 * the pay page of a teacher's link.
 */
export type PayStep = 'loading' | 'agree' | 'coupons' | 'thank_you' | 'already_enrolled' | 'not_found'

/** The step a page opens with: `wanted` is what its address asks for, and counts only once the terms are agreed to. */
export const payStep = (
  entitlement: Entitlement | null,
  wanted: string | undefined,
  terms: string,
  now: Date,
): PayStep => {
  if (!entitlement) return 'not_found'
  if (isIn(entitlement)) return 'thank_you'
  if (wanted !== 'coupons' || !hasAgreed(entitlement, terms)) return 'agree'
  return courseGate(entitlement.course, now, wasIn(entitlement)) || !entitlement.school.acceptsAccessCode
    ? 'agree'
    : 'coupons'
}

/** What staff call a person by. */
export const calledName = ({ name, email }: Pick<Entitlement, 'name' | 'email'>): string =>
  name ?? email ?? 'A person without a name'

export const isIn = (entitlement: Pick<Entitlement, 'processedAt'>): boolean => entitlement.processedAt !== null

/** Whether a person has agreed to the terms as they stand now. */
export const hasAgreed = (entitlement: Pick<Entitlement, 'agreedAt' | 'agreedTerms'>, terms: string): boolean =>
  entitlement.agreedAt !== null && entitlement.agreedTerms === terms

const LICENSE_MONTHS = 6

/** Until when a person who enters now is in: the end of the course, or six months where no end is known (rules.md D4). */
export const accessEnd = (course: Pick<Course, 'termEndsAt'>, now: Date): Date => {
  if (course.termEndsAt && course.termEndsAt.getTime() > now.getTime()) return course.termEndsAt
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + LICENSE_MONTHS)
  // Six months after the 31st of August is the last day of February, not the third of March.
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0)
  return end
}

/** Whether the time of a person who is in is over; whoever sees it first ends it (rules.md D4). */
export const isOver = (entitlement: Pick<Entitlement, 'processedAt' | 'accessEndsAt'>, now: Date): boolean =>
  isIn(entitlement) && entitlement.accessEndsAt !== null && entitlement.accessEndsAt.getTime() <= now.getTime()

/** When the last period of a person who is not in ended; null: there was none, or staff took the person out. */
export const endedAt = (entitlement: Pick<Entitlement, 'processedAt' | 'accessEndsAt'>): Date | null =>
  isIn(entitlement) ? null : entitlement.accessEndsAt

/** Whether a person was in until their time was over. */
export const wasIn = (entitlement: Pick<Entitlement, 'processedAt' | 'accessEndsAt'>): boolean =>
  endedAt(entitlement) !== null

/** The date comes as MM/DD/YY. */
export const accessEndedMessage = (date: string): string => `Your access ended on ${date}`

export const agreeMessage = 'Please agree to the Terms of Use and the Privacy Policy first.'

export const entitlementMessages = {
  tokenNotFound: 'Your token can not found. Typo?',
  noToken: 'This page opens from the link in your course.',
  /** The title of a page whose link opens nothing. */
  linkNotFound: 'Link not found',
} as const
