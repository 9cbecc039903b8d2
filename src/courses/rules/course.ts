import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { School } from '#src/schools/rules/school.ts'
import { type Product, sold } from './product.ts'

export interface Course {
  id: number
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string
  /** Origins of the LMS pages that frame us, for frame-ancestors. */
  lmsOrigins: string[]
  termEndsAt: Date | null
  /** End of sign-up, set by staff. */
  expiresAt: Date | null
  products: Product[]
}

/** Returns the display name of a course, also if the LMS sends no title. */
export const courseName = (course: Pick<Course, 'title' | 'label'>): string =>
  course.title ?? course.label ?? 'Your course'

/**
 * Returns true if sign-up is over: the date set by staff, else the end of the term, else never (docs/rules/access.md).
 */
export const isExpired = (course: Pick<Course, 'expiresAt' | 'termEndsAt'>, now: Date): boolean => {
  const end = course.expiresAt ?? course.termEndsAt
  return end !== null && end.getTime() < now.getTime()
}

type AccessMethod = 'code' | 'card'

/** Sentences of the reasons why nobody can enter a course now. */
export const courseGateRefusals = {
  course_not_activated: { message: 'This course is not activated yet. Please let your teacher know.' },
  sign_up_ended: { message: 'Sign-up for this course has ended. Please ask your teacher.' },
} as const satisfies RefusalTexts

/** The same, with the reasons why the school does not accept a code or a card. */
export const gateRefusals = {
  ...courseGateRefusals,
  codes_not_accepted: { message: 'This school does not take access codes.' },
  cards_not_accepted: { message: 'This school does not take card payments.' },
} as const satisfies RefusalTexts

type CourseGateReason = keyof typeof courseGateRefusals
export type GateReason = keyof typeof gateRefusals

/**
 * Returns why no one can enter this course now, however they pay; null if they can. A person whose access ended may
 * start a new period even after sign-up has ended.
 */
export const courseGate = (
  course: Pick<Course, 'expiresAt' | 'termEndsAt'> & { products: unknown[] },
  now: Date,
  wasIn = false,
): CourseGateReason | null => {
  if (course.products.length === 0) return 'course_not_activated'
  return isExpired(course, now) && !wasIn ? 'sign_up_ended' : null
}

/** Applies courseGate, then checks that the school accepts the method. */
export const accessMethodGate = (
  course: Course,
  school: School,
  means: AccessMethod,
  now: Date,
  wasIn = false,
): GateReason | null => {
  const closed = courseGate(course, now, wasIn)
  if (closed) return closed
  if (means === 'code' && !school.acceptsAccessCode) return 'codes_not_accepted'
  return means === 'card' && !school.acceptsPayment ? 'cards_not_accepted' : null
}

/** Returns the course's Canvas address, built from stored facts and never from a query; null if unknown. */
export const courseUrl = (course: Pick<Course, 'canvasDomain' | 'canvasCourseId'>): string | null =>
  course.canvasDomain && course.canvasCourseId
    ? `https://${course.canvasDomain}/courses/${encodeURIComponent(course.canvasCourseId)}`
    : null

/** Lists the origins that may frame the pages of a course: LMS pages that framed it before, and its Canvas host. */
export const framers = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string[] =>
  course.canvasDomain ? [...course.lmsOrigins, `https://${course.canvasDomain}`] : course.lmsOrigins

/**
 * Returns the LMS front page to go back to if the course's own address is unknown; null unless there is exactly one.
 */
export const lmsUrl = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string | null => {
  const [origin = '', ...others] = new Set(framers(course))
  return origin.startsWith('https://') && others.length === 0 ? origin : null
}

/** Returns the label of the code-or-card step, or null if the course is free. */
export const asksFor = (course: Course, school: School): string | null => {
  if (requiredProducts(course).length === 0) return null
  if (school.acceptsAccessCode && school.acceptsPayment) return 'Code or card'
  return school.acceptsAccessCode ? 'Access code' : 'Payment'
}

/** Lists the products that a person must cover by code or card. Their number is M in 'N of M codes validated'. */
export const requiredProducts = (course: Course): Product[] => sold(course.products)
