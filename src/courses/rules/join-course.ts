import type { RefusalTexts, Refused } from '#src/core/rules/outcome.ts'
import type { School } from '#src/schools/rules/school.ts'
import { type Course, isExpired } from './course.ts'

export interface JoinCourse extends Course {
  schoolId: number
  /** Its prefix decides if the course is hosted. */
  consumerKey: string
  emailDomain: string | null
  joinToken: string
  teachers: Teacher[]
  school: School
}

/** A teacher: our person id after an instructor launch, or the Canvas user id. */
export interface Teacher {
  id: number
  name: string
}

/** Reasons to refuse a join link, in the order of the checks, with the error text of the calls (docs/rules/sign-up.md). */
export const joinRefusals = {
  no_token: { message: 'no_token' },
  link_not_found: { message: 'Not found' },
  not_twa_hosted: { message: 'not_twa_hosted' },
  course_expired: { message: 'Course join link has expired' },
  no_products: { message: 'no_products' },
  workflow_not_available: { message: 'workflow_not_available' },
} as const satisfies RefusalTexts

export type JoinReason = keyof typeof joinRefusals
type ClosedReason = Exclude<JoinReason, 'no_token' | 'link_not_found'>

export type JoinRefused = Refused<'no_token' | 'link_not_found'> | (Refused<ClosedReason> & { course: JoinCourse })

export type JoinLink = { ok: true; course: JoinCourse } | JoinRefused

/** Returns true if an operation refused because its join link does not open. */
export const isJoinRefused = <R extends Refused>(refused: R): refused is Extract<R, JoinRefused> =>
  Object.hasOwn(joinRefusals, refused.reason)

/** Returns why a course is closed to new people; null if it is open. Enrolled people use their own link. */
export const joinReason = (
  course: JoinCourse,
  { hostedPrefix, now }: { hostedPrefix: string; now: Date },
): ClosedReason | null => {
  if (!course.consumerKey.startsWith(hostedPrefix)) return 'not_twa_hosted'
  if (isExpired(course, now)) return 'course_expired'
  if (course.products.length === 0) return 'no_products'
  if (course.workflowState !== 'available') return 'workflow_not_available'
  return null
}

/** Returns the Canvas login page of the course; null if unknown. */
export const loginUrl = (course: Pick<Course, 'canvasDomain'>): string | null =>
  course.canvasDomain ? `https://${course.canvasDomain}/login` : null
