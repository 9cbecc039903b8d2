import type { School } from '#src/schools/rules/school.ts'
import type { CourseChoices } from './course-settings.ts'
import { type Product, sold } from './product.ts'

export interface Course extends CourseChoices {
  id: number
  contextId: string
  title: string | null
  label: string | null
  canvasCourseId: string | null
  canvasDomain: string | null
  workflowState: string
  /** Origins of the LMS pages that frame us, signed by the LMS. */
  lmsOrigins: string[]
  /** Origins of the LMS pages that teachers launched from, by headers that nothing signs. */
  seenOrigins: string[]
  /** Address of the course in its LMS, if a launch sent it. */
  lmsCourseUrl: string | null
  /** The LMS's end of the course, its term or section. */
  termEndsAt: Date | null
  /** Staff have to decide whether its connection replaces an earlier one of the same LMS. Until then nobody pays. */
  isMoving: boolean
  products: Product[]
}

/** Returns the display name of a course: `nameless`, in the language of the reader, if the LMS sends no title. */
export const courseName = (course: Pick<Course, 'title' | 'label'>, nameless = 'Your course'): string =>
  course.title ?? course.label ?? nameless

/** Dates of a course that decide when sign-up ends. */
export type SignUpDates = Pick<Course, 'expiresAt' | 'accessUntil' | 'termEndsAt'>

/**
 * Returns when sign-up ends: the date that staff set for it, else the course's end (set by staff, else by the LMS), else
 * null for never (docs/rules/access.md).
 */
export const signUpEnd = ({ expiresAt, accessUntil, termEndsAt }: SignUpDates): Date | null =>
  expiresAt ?? accessUntil ?? termEndsAt

export const isExpired = (course: SignUpDates, now: Date): boolean => {
  const end = signUpEnd(course)
  return end !== null && end.getTime() < now.getTime()
}

type AccessMethod = 'code' | 'card'

type CourseGateReason = 'school_moving' | 'course_not_activated' | 'sign_up_ended'
/** These, or reasons that the school does not accept a code or a card. */
export type GateReason = CourseGateReason | 'codes_not_accepted' | 'cards_not_accepted'

/**
 * Returns why no one can enter this course now, however they pay; null if they can. A person whose access ended may
 * start a new period even after sign-up has ended.
 */
export const courseGate = (
  course: SignUpDates & Pick<Course, 'isMoving'> & { products: unknown[] },
  now: Date,
  wasIn = false,
): CourseGateReason | null => {
  if (course.isMoving) return 'school_moving'
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

/**
 * Returns the address of the course in Canvas or another LMS, built from stored facts and never from a query; null if
 * unknown.
 */
export const courseUrl = (
  course: Pick<Course, 'canvasDomain' | 'canvasCourseId'> & Partial<Pick<Course, 'lmsCourseUrl'>>,
): string | null =>
  course.canvasDomain && course.canvasCourseId
    ? `https://${course.canvasDomain}/courses/${encodeURIComponent(course.canvasCourseId)}`
    : (course.lmsCourseUrl ?? null)

/** Lists the LMS origins of a course that the LMS signed, with its Canvas host. */
const signedOrigins = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string[] =>
  course.canvasDomain ? [...course.lmsOrigins, `https://${course.canvasDomain}`] : course.lmsOrigins

/**
 * Lists the origins that may frame pages of a course: the signed ones, or else those that launched it. `ownOrigin` sent
 * the launch of the one person whose page it is.
 */
export const framers = (
  course: Pick<Course, 'lmsOrigins' | 'canvasDomain' | 'seenOrigins'>,
  ownOrigin: string | null,
): string[] => {
  const signed = signedOrigins(course)
  return signed.length > 0 ? signed : [...new Set([ownOrigin ?? [], course.seenOrigins].flat())]
}

/**
 * Returns the LMS front page to go back to if the course's own address is unknown; null unless there is exactly one.
 */
export const lmsUrl = (course: Pick<Course, 'lmsOrigins' | 'canvasDomain'>): string | null => {
  const [origin = '', ...others] = new Set(signedOrigins(course))
  return origin.startsWith('https://') && others.length === 0 ? origin : null
}

/** Returns what the code-or-card step asks for, or null if the course is free. */
export const asksFor = (course: Course, school: School): 'code_or_card' | 'code' | 'card' | null => {
  if (requiredProducts(course).length === 0) return null
  if (school.acceptsAccessCode && school.acceptsPayment) return 'code_or_card'
  return school.acceptsAccessCode ? 'code' : 'card'
}

/** Lists the products that a person must cover by code or card. Their number is M in 'N of M codes validated'. */
export const requiredProducts = (course: Course): Product[] => sold(course.products)
