import { shortDate } from '#src/core/rules/business-day.ts'
import { END_DATE_LINES } from '#src/lti/rules/launch-course.ts'

/** Facts about a course that decide whether students can start. */
export interface ReadinessFacts {
  products: string[]
  allFree: boolean
  /** End of access from staff or the LMS. */
  endsAt: Date | null
  /** End date of the LMS that cannot be read. */
  unreadEnd: string | null
  signUpEndsAt: Date | null
  yearlyAccess: boolean
  acceptsCodes: boolean
  /** Null if the content of the course is not on our Canvas. */
  contentCopied: boolean | null
  teacherOpened: boolean
  testEntered: boolean
  students: number
  hasUnusedCodes: boolean
  sendsGrades: boolean
  gradesTaken: number
  gradesRefused: number
}

export type ReadinessStep = 'product' | 'dates' | 'content' | 'teacher' | 'student' | 'codes' | 'grades'

/** Somebody must act on `missing`; `later` comes by itself. */
export interface ReadinessLine<Step extends string = ReadinessStep> {
  step: Step
  state: 'done' | 'missing' | 'later'
  text: string
  /** Lines for the administrator of the LMS to paste. */
  paste?: string
}

export const line = <Step extends string>(
  step: Step,
  state: ReadinessLine['state'],
  text: string,
  paste?: string,
): ReadinessLine<Step> => ({ step, state, text, ...(paste && { paste }) })

/** Lists the steps of a course and how far each is, for staff. Steps that the course does not need are left out. */
export const courseReadiness = (facts: ReadinessFacts, now: Date, timezone: string): ReadinessLine[] => [
  facts.products.length > 0
    ? line('product', 'done', `Its products: ${facts.products.join(', ')}.`)
    : line('product', 'missing', 'It has no product, so students cannot enter. Choose one.'),
  dates(facts, now, timezone),
  ...content(facts),
  facts.teacherOpened
    ? line('teacher', 'done', 'A teacher has opened it.')
    : line('teacher', 'missing', 'No teacher has opened it. Ask the teacher to open the link in the course once.'),
  student(facts),
  ...codes(facts),
  ...grades(facts),
]

const dates = (
  { endsAt, unreadEnd, signUpEndsAt, yearlyAccess }: ReadinessFacts,
  now: Date,
  timezone: string,
): ReadinessLine => {
  const usual = yearlyAccess ? 'one year' : 'six months'
  if (signUpEndsAt && signUpEndsAt <= now)
    return line('dates', 'missing', `Sign-up ended on ${shortDate(signUpEndsAt, timezone)}. New students cannot enter.`)
  if (!endsAt) {
    const lasts = `Access lasts ${usual} from the day a student enters. To send the end, paste:`
    if (unreadEnd === null) return line('dates', 'done', `The LMS sends no end date. ${lasts}`, END_DATE_LINES)
    const unread = `The LMS sends “${unreadEnd}” as end date, which we cannot read. ${lasts}`
    return line('dates', 'missing', unread, END_DATE_LINES)
  }
  return endsAt > now
    ? line('dates', 'done', `Access ends on ${shortDate(endsAt, timezone)}.`)
    : line('dates', 'missing', `Its end date, ${shortDate(endsAt, timezone)}, is past. New students get ${usual}.`)
}

const content = ({ contentCopied }: ReadinessFacts): ReadinessLine[] => {
  if (contentCopied === null) return []
  if (contentCopied) return [line('content', 'done', 'Its content is copied.')]
  return [line('content', 'missing', 'No content was copied into it yet.')]
}

const student = ({ students, testEntered }: ReadinessFacts): ReadinessLine => {
  if (students > 0)
    return line('student', 'done', students === 1 ? '1 student has access.' : `${students} students have access.`)
  return testEntered
    ? line('student', 'done', 'A test student has entered. No student yet.')
    : line('student', 'later', "No student has access yet. Try it with the LMS's student view.")
}

const codes = ({ acceptsCodes, allFree, products, hasUnusedCodes }: ReadinessFacts): ReadinessLine[] => {
  if (!acceptsCodes || allFree || products.length === 0) return []
  if (hasUnusedCodes) return [line('codes', 'done', 'There are unused codes for its products.')]
  return [line('codes', 'missing', 'There is no unused code for its products. Make some, or sell by card.')]
}

const grades = ({ sendsGrades, gradesTaken, gradesRefused }: ReadinessFacts): ReadinessLine[] => {
  if (!sendsGrades) return []
  if (gradesRefused > 0) return [line('grades', 'missing', `The LMS refused ${gradesRefused} grades. Open its school.`)]
  if (gradesTaken > 0) return [line('grades', 'done', 'The LMS takes its grades.')]
  return [line('grades', 'later', 'No grade was sent yet. The first one goes out when a student enters.')]
}

/** One step of a course in the teacher's words. */
export interface TeacherStep {
  isDone: boolean
  text: string
}

/** Steps of a student on the way to access, and after it. A student is in exactly one. */
export const classSteps = {
  in: 'Has access',
  partly: 'Some products',
  agreed: 'Agreed to the terms',
  opened: 'Opened the course',
  ended: 'Access ended',
  removed: 'Removed',
} as const

type ClassStep = keyof typeof classSteps

/** Number of students of a course at each step. Test students and teachers are not counted. */
export type ClassCounts = Record<ClassStep, number>

/** The parts of the bar: few enough to tell apart. */
export const classParts = ({ in: has, partly, agreed, opened, ended, removed }: ClassCounts) => [
  { name: 'Has access', value: has },
  { name: 'Started', value: partly + agreed },
  { name: 'Only opened it', value: opened },
  { name: 'Ended or removed', value: ended + removed },
]

/** Says how far a class is. */
export const classPoint = (counts: ClassCounts): string => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all === 0) return 'No students have opened the course yet.'
  const students = `${counts.in} of ${all} ${all === 1 ? 'student has' : 'students have'} access.`
  const started = counts.partly + counts.agreed
  return [
    students,
    ...(started > 0 ? [`${started} ${started === 1 ? 'has' : 'have'} started.`] : []),
    ...(counts.opened > 0 ? [`${counts.opened} only opened it.`] : []),
  ].join(' ')
}
