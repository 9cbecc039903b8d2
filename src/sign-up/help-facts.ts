import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { findIssuer } from '#src/messages/index.ts'
import { type HelpFacts, presentFacts } from '#src/messages/rules/help.ts'
import type { Deps } from './deps.ts'

/** The subject of a payment page: an enrollment or membership, or a course before sign-up. */
export type HelpSubject = { entitlement: Entitlement } | { course: JoinCourse } | null

/** The facts for the help chat and help form, with unknown ones left out. */
export const helpFacts = async ({ db }: Pick<Deps, 'db'>, about: HelpSubject): Promise<HelpFacts> => {
  if (!about) return {}
  const row = 'entitlement' in about ? about.entitlement : null
  const course = 'entitlement' in about ? about.entitlement.course : about.course
  const isMember = row?.kind === 'membership'
  return presentFacts({
    enroll_token: row ? (isMember ? null : row.token) : 'course' in about ? about.course.joinToken : null,
    lti_token: isMember ? row.token : null,
    platform_iss: isMember ? await findIssuer(db, row.personId) : null,
    course_id: course.canvasCourseId,
    domain: course.canvasDomain,
    context_id: course.contextId,
    course_label: course.label,
    course_title: courseName(course),
    email: row?.email,
  })
}
