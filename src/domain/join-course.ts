import { type Course, isExpired } from './course.ts'
import type { School } from './school.ts'

/** A course as its join link shows it. */
export interface JoinCourse extends Course {
  /** Of the school: only its start decides (rules.md A7). */
  consumerId: number
  consumerKey: string
  emailDomain: string | null
  joinToken: string
  teachers: Teacher[]
  school: School
}

/** Our id of a person who launched the course as a teacher, or Canvas's of one who teaches it there. */
export interface Teacher {
  id: number
  name: string
}

/** Why a join link opens nothing, in the order in which the reasons are looked at (rules.md D1). */
export type JoinReason = 'not_twa_hosted' | 'course_expired' | 'no_products' | 'workflow_not_available'

/** The sentence of §8 that the expired card hangs on. */
export const EXPIRED = 'Course join link has expired'

/** Null: people may join. Who is enrolled already comes by a link of their own, which does not end (rules.md D3). */
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

/** What a join or pay page knows of a link. */
export type JoinLink =
  | { kind: 'open'; course: JoinCourse }
  | { kind: 'no_token' }
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: JoinReason; course: JoinCourse }

/** What a card says: what happened, what one can do, what a teacher can do. */
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
    teacher: 'Write to us with the course id below, and we will open sign-up again until the day you name.',
  },
  unknown: {
    title: "We don't recognize your course link",
    what: 'No course has this link. It may be cut short, or be a link of another year.',
    student:
      'Open the link again from where your teacher gave it to you, or copy the whole of it. If it still does not work, ask your teacher for the link.',
    teacher: 'Send your students the join link of your course once more. We can tell you which it is.',
  },
  forbidden: {
    title: 'This link does not open a course',
    what: 'The course is there, but nobody can join it with this link now.',
    student: 'Ask your teacher for the right link. Tell them the course id below.',
    teacher: 'Write to us with the course id below, and we will set the course up.',
  },
} as const satisfies Record<string, JoinCard>

export const joinCard = (link: Exclude<JoinLink, { kind: 'open' }>): JoinCard => {
  if (link.kind !== 'refused') return cards.unknown
  return link.reason === 'course_expired' ? cards.course_expired : cards.forbidden
}

/** Where one who is enrolled already logs in: on the learning platform of the course. */
export const loginUrl = (course: Pick<Course, 'canvasDomain'>): string | null =>
  course.canvasDomain ? `https://${course.canvasDomain}/login` : null
