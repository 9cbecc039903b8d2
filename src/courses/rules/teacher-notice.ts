import { DAY_MS } from '#src/core/rules/time.ts'
import { type Course, courseGate, type SignUpDates, signUpEnd } from './course.ts'
import type { Product } from './product.ts'

/** A notice for the teacher of a course that students cannot enter now, or soon: docs/rules/courses.md. */
export interface TeacherNotice {
  tone: 'problem' | 'plain'
  what: string
  students: string
  nextStep: string
}

/** Facts of a course that decide if students can enter it. */
export interface TeachersCourse extends SignUpDates, Pick<Course, 'contextId'> {
  products: Pick<Product, 'isFree'>[]
}

interface Shown {
  now: Date
  /** Formats as 'May 22, 2027'. */
  date: (instant: Date) => string
  supportEmail: string
}

const SOON_MS = 14 * DAY_MS

const KEEP = 'Students who have access keep it until their own end date.'

/**
 * Returns the notice for a teacher; null if students can enter the course for two more weeks. A free course has no end
 * of sign-up.
 */
export const teacherNotice = (course: TeachersCourse, { now, date, supportEmail }: Shown): TeacherNotice | null => {
  const gate = courseGate(course, now)
  if (gate === 'course_not_activated')
    return {
      tone: 'problem',
      what: 'This course is not activated yet.',
      students: 'Students see “This course is not activated yet.” They cannot enter a code or pay.',
      nextStep: `Our team sees your course and will activate it. Need it soon? Write to ${supportEmail} and name course ${course.contextId}.`,
    }
  const end = signUpEnd(course)
  if (!end || course.products.every(p => p.isFree)) return null
  const moveDate = howToMove(course, supportEmail)
  if (gate === 'sign_up_ended')
    return {
      tone: 'problem',
      what: `Sign-up for this course ended on ${date(end)}.`,
      students: `New students see “Sign-up for this course has ended.” They cannot enter a code or pay. ${KEEP}`,
      nextStep: `Do you expect more students? ${moveDate}`,
    }
  if (end.getTime() - now.getTime() > SOON_MS) return null
  return {
    tone: 'plain',
    what: `Sign-up for this course ends on ${date(end)}.`,
    students: `After that day, new students cannot enter a code or pay. ${KEEP}`,
    nextStep: `Ask students without access to use their code or pay before then. Need more time? ${moveDate}`,
  }
}

/** Says who can move the end of sign-up: us if staff set it, else the teacher in the LMS. */
const howToMove = ({ contextId, expiresAt, accessUntil }: TeachersCourse, supportEmail: string): string => {
  const write = `Write to ${supportEmail} with a new date and the course id ${contextId}.`
  if (expiresAt ?? accessUntil) return write
  return 'Set a later end date for the course in your LMS. Then open this page from your course again.'
}
