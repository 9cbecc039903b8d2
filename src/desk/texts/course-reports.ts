import { longDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { ReadinessFacts, TeacherStep } from '../rules/course-reports.ts'

const step = (isDone: boolean, done: string, open: string): TeacherStep => ({ isDone, text: isDone ? done : open })

/** Says to a teacher how far the course is, without our own words. Steps that the course does not need are left out. */
export const teacherReadiness = (
  facts: ReadinessFacts,
  { now, timezone, language }: { now: Date; timezone: string; language: Language },
): TeacherStep[] => {
  const texts = textsIn(language).courseState
  const { products, endsAt, contentCopied, students, acceptsCodes, allFree, hasUnusedCodes, sendsGrades } = facts
  const isActive = products.length > 0
  const isOver = endsAt !== null && endsAt <= now
  const end = endsAt && longDate(endsAt, timezone, language)
  return [
    step(isActive, texts.setUp, texts.settingUp),
    ...(contentCopied === null ? [] : [step(contentCopied, texts.copied, texts.notCopied)]),
    ...(end ? [step(!isOver, texts.usableUntil(end), texts.courseEnded(end))] : []),
    ...(acceptsCodes && !allFree && isActive ? [step(hasUnusedCodes, texts.codesReady, texts.noCodes)] : []),
    step(students > 0, texts.studentsIn(students), texts.nobodyIn),
    ...(sendsGrades && facts.gradesRefused > 0 ? [step(false, '', texts.gradesRefused)] : []),
  ]
}
