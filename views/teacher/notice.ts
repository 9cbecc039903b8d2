import { longDate } from '#src/core/rules/business-day.ts'
import { type TeacherNotice, type TeachersCourse, teacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { Site } from '../screen.ts'

/** The notice about a course that students cannot enter now, or soon, for pages that teachers see. */
export const noticeOf = (course: TeachersCourse, { site, now }: { site: Site; now: Date }): TeacherNotice | null =>
  teacherNotice(course, { now, date: day => longDate(day, site.timezone), supportEmail: site.support.email })
