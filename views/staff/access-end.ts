import { longDate } from '#src/core/rules/business-day.ts'
import { accessEnd, describeAccessEnd } from '#src/courses/rules/access-end.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'

export const accessUntilHint = 'Also moves the date of everyone who has access now. Leave empty for the usual date.'

/** The fact 'Access ends' of a course: the date for a student who gets access now, and why. */
export const accessEndFact = (
  course: StaffCourse,
  { now, timezone }: { now: Date; timezone: string },
): [string, string] => [
  'Access ends',
  describeAccessEnd(accessEnd(course, course.school, now), day => longDate(day, timezone)),
]
