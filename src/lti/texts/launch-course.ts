import { shortDate } from '#src/core/rules/business-day.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import type { LaunchCourse } from '../rules/launch-course.ts'

/** Lists the facts of a course by their names on the check page, null for what was not sent. */
export const courseFacts = (
  course: LaunchCourse,
  timezone: string,
  texts: Texts['launchCheck'],
): [name: string, value: string | null][] => {
  const { facts, frontPage } = texts
  return [
    [facts.contextId, course.contextId || null],
    [facts.title, course.title],
    [facts.label, course.label],
    [facts.canvasCourse, course.canvasCourseId],
    [facts.canvasHost, course.canvasDomain],
    [facts.workflowState, course.workflowState],
    [facts.term, term(course, day => shortDate(day, timezone), texts)],
    [facts.framer, course.lmsOrigin],
    [facts.wayBack, course.lmsCourseUrl ?? frontPage],
  ]
}

const term = (
  { termStartsAt: from, termEndsAt: to }: LaunchCourse,
  date: (day: Date) => string,
  texts: Texts['launchCheck'],
): string | null => {
  if (from && to) return texts.termBoth(date(from), date(to))
  if (to) return texts.termUntil(date(to))
  return from ? texts.termFrom(date(from)) : null
}
