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

export type AccessMethod = 'code' | 'card'

export interface Gate {
  status: 403 | 409
  message: string
}

export const gateMessages = {
  notActivated: 'This course is not activated yet. Please let your teacher know.',
  ended: 'Sign-up for this course has ended. Please ask your teacher.',
  noCodes: 'This school does not take access codes.',
  noCards: 'This school does not take card payments.',
} as const

/**
 * Returns why no one can enter this course now, however they pay; null if they can. A person whose access ended may
 * start a new period even after sign-up has ended.
 */
export const courseGate = (
  course: Pick<Course, 'expiresAt' | 'termEndsAt'> & { products: unknown[] },
  now: Date,
  wasIn = false,
): Gate | null => {
  if (course.products.length === 0) return { status: 409, message: gateMessages.notActivated }
  if (isExpired(course, now) && !wasIn) return { status: 403, message: gateMessages.ended }
  return null
}

/** Applies courseGate, then checks that the school accepts the method. */
export const accessMethodGate = (
  course: Course,
  school: School,
  means: AccessMethod,
  now: Date,
  wasIn = false,
): Gate | null => {
  const closed = courseGate(course, now, wasIn)
  if (closed) return closed
  if (means === 'code' && !school.acceptsAccessCode) return { status: 403, message: gateMessages.noCodes }
  if (means === 'card' && !school.acceptsPayment) return { status: 403, message: gateMessages.noCards }
  return null
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

/** Lists the products that a person must cover by code or card: M of 'N of M codes validated'. */
export const requiredProducts = (course: Course): Product[] => sold(course.products)
