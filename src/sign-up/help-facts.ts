import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { findJoinCourse } from '#src/courses/store/join-courses.ts'
import { type HelpFacts, presentFacts } from '#src/messages/rules/help.ts'
import { findIssuer } from '#src/messages/store/support.ts'

/** The subject of a payment page: an enrollment or membership, or a course before sign-up. */
export type HelpSubject = { entitlement: Entitlement } | { course: JoinCourse } | null

/** Finds what a token of a payment page is about. */
export const findHelpSubject = async (db: Queryable, token: string): Promise<HelpSubject> => {
  if (token.startsWith('c_')) {
    const course = await findJoinCourse(db, token)
    return course && { course }
  }
  const entitlement = token ? await findEntitlementByToken(db, token) : null
  return entitlement && { entitlement }
}

export const isOfK12 = (about: HelpSubject): boolean =>
  about !== null && ('entitlement' in about ? about.entitlement.school.isK12 : about.course.school.isK12)

/** Returns the address that the launch of a K-12 school gave. Children are not asked for it again. */
export const knownAddress = (about: HelpSubject): string | null =>
  about && 'entitlement' in about && isOfK12(about) ? about.entitlement.email : null

/** The facts for the help chat and help form, with unknown ones left out. */
export const helpFacts = async ({ db }: Needs<'db'>, about: HelpSubject): Promise<HelpFacts> => {
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
