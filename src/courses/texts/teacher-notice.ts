import type { Language } from '#src/core/rules/language.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { courseGate, signUpEnd, type TeachersCourse } from '../rules/course.ts'

interface Shown {
  now: Date
  /** Formats as 'May 22, 2027'. */
  date: (instant: Date) => string
  supportEmail: string
  language: Language
}

const SOON_MS = 14 * DAY_MS

/** Returns the notice for a teacher; null if students can enter the course for two more weeks. */
export const teacherNotice = (course: TeachersCourse, shown: Shown): TeacherNotice | null => {
  const { now, date, supportEmail, language } = shown
  const { moving, notActivated, ended, endsSoon } = textsIn(language).courseState
  const gate = courseGate(course, now)
  if (gate === 'school_moving') return { tone: 'problem', ...moving, nextStep: moving.nextStep(supportEmail) }
  if (gate === 'course_not_activated')
    return { tone: 'problem', ...notActivated, nextStep: notActivated.nextStep(supportEmail, course.contextId) }
  const end = signUpEnd(course)
  if (!end || course.products.every(p => p.isFree)) return null
  const isOver = gate === 'sign_up_ended'
  if (!isOver && end.getTime() - now.getTime() > SOON_MS) return null
  const { what, students, nextStep } = isOver ? ended : endsSoon
  return {
    tone: isOver ? 'problem' : 'plain',
    what: what(date(end)),
    students,
    nextStep: nextStep(howToMove(course, shown)),
  }
}

/** Says who can move the end of sign-up: us if staff set it, else the teacher in the LMS. */
const howToMove = (
  { contextId, expiresAt, accessUntil }: TeachersCourse,
  { supportEmail, language }: Shown,
): string => {
  const { weMoveDate, youMoveDate } = textsIn(language).courseState
  return (expiresAt ?? accessUntil) ? weMoveDate(supportEmail, contextId) : youMoveDate
}

/** A notice for the teacher of a course that students cannot enter now, or soon: docs/rules/courses.md. */
export interface TeacherNotice {
  tone: 'problem' | 'plain'
  what: string
  students: string
  nextStep: string
}
