import t from 'tap'
import type { ReadinessFacts, TeacherStep } from '#src/desk/rules/course-reports.ts'
import { teacherReadiness } from '#src/desk/texts/course-reports.ts'
import { textsIn } from '#src/texts/catalogues.ts'

const now = new Date('2026-11-20T18:00:00Z')
const ready: ReadinessFacts = {
  products: ['ASL1'],
  allFree: false,
  endsAt: new Date('2027-05-22T18:00:00Z'),
  unreadEnd: null,
  signUpEndsAt: null,
  yearlyAccess: false,
  acceptsCodes: true,
  contentCopied: true,
  teacherOpened: true,
  testEntered: false,
  students: 3,
  hasUnusedCodes: true,
  sendsGrades: true,
  gradesTaken: 3,
  gradesRefused: 0,
}
const titleOf = (steps: TeacherStep[]) => textsIn('en').courseState.ready(steps.filter(s => !s.isDone).length)
const stepsOf = (over: Partial<ReadinessFacts>) =>
  teacherReadiness({ ...ready, ...over }, { now, timezone: 'America/Chicago', language: 'en' })

t.test('says to a teacher how far the course is', t => {
  const steps = stepsOf({})
  t.equal(titleOf(steps), 'Your course is ready')
  t.strictSame(
    steps.map(s => s.text),
    [
      'We have set up your course.',
      'The lessons are in your course.',
      'Students can use it until May 22, 2027.',
      'Access codes are ready. Your school gives them to students.',
      '3 students have access.',
    ],
  )
  const open = stepsOf({ products: [], contentCopied: null, endsAt: now, students: 0, gradesRefused: 2 })
  t.equal(titleOf(open), 'Your course: 4 steps left')
  t.strictSame(
    open.map(s => s.text),
    [
      'We are still setting up your course.',
      'Your LMS says the course ended on November 20, 2026. Write to us if that is wrong.',
      'No student has access yet. Ask your students to open the link in your course.',
      'Your LMS refuses our grades. We will help your school to fix it.',
    ],
  )
  t.equal(titleOf(stepsOf({ hasUnusedCodes: false })), 'Your course: 1 step left')
  t.equal(stepsOf({ allFree: true, endsAt: null, students: 1 }).at(-1)?.text, '1 student has access.')
  t.end()
})
