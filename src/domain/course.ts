import { type Product, sold } from './product.ts'
import type { School } from './school.ts'

export interface Course {
  id: number
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string
  /** The origins of the LMS pages around us, for frame-ancestors. */
  lmsOrigins: string[]
  termEndsAt: Date | null
  /** The end of sign-up as staff set it. */
  expiresAt: Date | null
  products: Product[]
}

/** What to call a course when its LMS sends no title. */
export const courseName = (course: Pick<Course, 'title' | 'label'>): string =>
  course.title ?? course.label ?? 'Your course'

/** Whether sign-up is over: the date staff set, else the end of the term, else never (rules.md D3). */
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
 * Why nobody can enter this course now, whatever they pay with; null when they can (rules.md B3). Who was in until their
 * time was over may begin anew, also when sign-up has ended (rules.md D3, D4).
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

/** The same for one way of paying, in the order of rules.md B3. */
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

/** Where 'Open the course' leads on the learning platform; built from our own facts, never from a query (rules.md D10). */
export const courseUrl = (course: Pick<Course, 'canvasDomain' | 'canvasCourseId'>): string | null =>
  course.canvasDomain && course.canvasCourseId
    ? `https://${course.canvasDomain}/courses/${encodeURIComponent(course.canvasCourseId)}`
    : null

/** Who may frame the pages of a course: the pages of its LMS that did so before, and its learning platform. */
export const framers = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string[] =>
  course.canvasDomain ? [...course.lmsOrigins, `https://${course.canvasDomain}`] : course.lmsOrigins

/** Where a person of a course goes back to when its own address is not known: the front page of its LMS, if there is but one. */
export const lmsUrl = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string | null => {
  const [origin = '', ...others] = new Set(framers(course))
  return origin.startsWith('https://') && others.length === 0 ? origin : null
}

/** What a course asks of a person, in the words of the line of steps; null: nothing, it is free. */
export const asksFor = (course: Course, school: School): string | null => {
  if (requiredProducts(course).length === 0) return null
  if (school.acceptsAccessCode && school.acceptsPayment) return 'Code or card'
  return school.acceptsAccessCode ? 'Access code' : 'Payment'
}

/** The products a person must cover by code or card: M of 'N of M codes validated'. */
export const requiredProducts = (course: Course): Product[] => sold(course.products)
