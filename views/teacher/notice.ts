import { longDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { type TeacherNotice, type TeachersCourse, teacherNotice } from '#src/courses/rules/teacher-notice.ts'
import type { Site } from '../screen.ts'

/** The notice about a course that students cannot enter now, or soon, for pages that teachers see. */
export const noticeOf = (
  course: TeachersCourse,
  { site, now, language }: { site: Site; now: Date; language: Language },
): TeacherNotice | null =>
  teacherNotice(course, {
    now,
    date: day => longDate(day, site.timezone, language),
    supportEmail: site.support.email,
    language,
  })
