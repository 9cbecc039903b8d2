import type { School } from '#src/schools/rules/school.ts'
import { type Course, isExpired } from './course.ts'

/** A course that a join link names. */
export interface JoinCourse extends Course {
  /** Consumer key of the school; its prefix decides if the course is hosted. */
  consumerId: number
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

/** Reasons to refuse a join link, in the order of the checks (docs/rules/sign-up.md). */
export type JoinReason = 'not_twa_hosted' | 'course_expired' | 'no_products' | 'workflow_not_available'

/** Error text that makes the client show the expired card. */
export const EXPIRED = 'Course join link has expired'

/** Returns null if people may join. Enrolled people use their own link, which does not expire. */
export const joinReason = (
  course: JoinCourse,
  { hostedPrefix, now }: { hostedPrefix: string; now: Date },
): JoinReason | null => {
  if (!course.consumerKey.startsWith(hostedPrefix)) return 'not_twa_hosted'
  if (isExpired(course, now)) return 'course_expired'
  if (course.products.length === 0) return 'no_products'
  if (course.workflowState !== 'available') return 'workflow_not_available'
  return null
}

/** Result of looking up a join link. */
export type JoinLink =
  | { kind: 'open'; course: JoinCourse }
  | { kind: 'no_token' }
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: JoinReason; course: JoinCourse }

/** Text of an error card: what happened, and what students and teachers can do. */
export interface JoinCard {
  title: string
  what: string
  student: string
  teacher: string
}

const cards = {
  course_expired: {
    title: 'Missed the sign-up window?',
    what: 'Sign-up for this course has ended.',
    student: 'If you signed up before, log in to your course. If not, contact your teacher to request an extension.',
    teacher: 'Write to us with the course id below. We can reopen sign-up until a date you choose.',
  },
  unknown: {
    title: "We don't recognize your course link",
    what: 'No course uses this link. It may be incomplete, or from another year.',
    student:
      'Open the link from your teacher again, or copy all of it. If it still fails, ask your teacher for the link.',
    teacher: 'Send your students the join link again. If you do not have it, write to us.',
  },
  forbidden: {
    title: 'This link does not open a course',
    what: 'This course exists, but no one can join it with this link now.',
    student: 'Ask your teacher for the right link. Tell them the course id below.',
    teacher: 'Write to us with the course id below, and we will set the course up.',
  },
} as const satisfies Record<string, JoinCard>

export const joinCard = (link: Exclude<JoinLink, { kind: 'open' }>): JoinCard => {
  if (link.kind !== 'refused') return cards.unknown
  return link.reason === 'course_expired' ? cards.course_expired : cards.forbidden
}

/** Returns the Canvas login page of the course; null if unknown. */
export const loginUrl = (course: Pick<Course, 'canvasDomain'>): string | null =>
  course.canvasDomain ? `https://${course.canvasDomain}/login` : null
