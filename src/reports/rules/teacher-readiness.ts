import { longDate } from '#src/core/rules/business-day.ts'
import type { ReadinessFacts } from './course-readiness.ts'

/** One step of a course in the teacher's words. */
export interface TeacherStep {
  isDone: boolean
  text: string
}

const step = (isDone: boolean, done: string, open: string): TeacherStep => ({ isDone, text: isDone ? done : open })

/** Says to a teacher how far the course is, without our own words. Steps that the course does not need are left out. */
export const teacherReadiness = (facts: ReadinessFacts, now: Date, timezone: string): TeacherStep[] => {
  const { products, endsAt, contentCopied, students, acceptsCodes, allFree, hasUnusedCodes, sendsGrades } = facts
  const isActive = products.length > 0
  const isOver = endsAt !== null && endsAt <= now
  return [
    step(isActive, 'We have set up your course.', 'We are still setting up your course.'),
    ...(contentCopied === null
      ? []
      : [
          step(
            contentCopied,
            'The lessons are in your course.',
            'We have not copied the lessons into your course yet.',
          ),
        ]),
    ...(endsAt
      ? [
          step(
            !isOver,
            `Students can use it until ${longDate(endsAt, timezone)}.`,
            `Your LMS says the course ended on ${longDate(endsAt, timezone)}. Write to us if that is wrong.`,
          ),
        ]
      : []),
    ...(acceptsCodes && !allFree && isActive
      ? [
          step(
            hasUnusedCodes,
            'Access codes are ready. Your school gives them to students.',
            'There are no access codes left. Ask your school to order some.',
          ),
        ]
      : []),
    step(
      students > 0,
      students === 1 ? '1 student has access.' : `${students} students have access.`,
      'No student has access yet. Ask your students to open the link in your course.',
    ),
    ...(sendsGrades && facts.gradesRefused > 0
      ? [step(false, '', 'Your LMS refuses our grades. We will help your school to fix it.')]
      : []),
  ]
}

/** Title above the steps. */
export const teacherReadyTitle = (steps: TeacherStep[]): string => {
  const open = steps.filter(s => !s.isDone).length
  if (open === 0) return 'Your course is ready'
  return open === 1 ? 'Your course: 1 step is open' : `Your course: ${open} steps are open`
}
