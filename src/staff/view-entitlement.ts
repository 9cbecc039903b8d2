import type { MembershipView } from '#src/access/contract.ts'
import { coveredRow } from '#src/access/rules/covered-rows.ts'
import type { EntitlementKind } from '#src/access/rules/entitlement.ts'
import { waitingFor } from '#src/access/rules/payment.ts'
import { findEntitlementByToken, listCourseMemberships } from '#src/access/store/entitlements.ts'
import { listPayments } from '#src/access/store/payments.ts'
import { listLinkedPeople } from '#src/access/store/people.ts'
import { maskCodes } from '#src/codes/mask-codes.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { getStaffCourse } from '#src/courses/store/staff-courses.ts'
import type { FailedJob } from './rules/job-status.ts'
import type { FoundPerson } from './rules/search-result.ts'
import { listFailedJobs } from './store/jobs.ts'
import { listGradeProblems } from './store/person-timeline.ts'
import { listPeopleByIds } from './store/staff-search.ts'

/** A person in a course as staff see them, with the course and, on LTI 1.3, its other members. */
interface EntitlementView extends MembershipView {
  /** People whom staff linked as the same person. */
  alsoThem: FoundPerson[]
  /** Refusals by the school's LMS. */
  problems: string[]
  /** Jobs about them that have not succeeded yet. */
  jobs: FailedJob[]
  /** Reason that the person should not pay again now. */
  waiting: ReturnType<typeof waitingFor>
}

/** Finds a person in a course of a covered school by their token, optionally of one kind. Records the view in the audit log. */
export const viewEntitlement = async (
  app: Needs<'clock' | 'db'>,
  token: string,
  by: Staff,
  kind?: EntitlementKind,
): Promise<EntitlementView | null> => {
  const entitlement = coveredRow(by, await findEntitlementByToken(app.db, token.trim()))
  if (!entitlement || (kind && entitlement.kind !== kind)) return null
  const course = await getStaffCourse(app.db, entitlement.course.id)
  const members = entitlement.kind === 'membership' ? await listCourseMemberships(app.db, course.id) : []
  const [problems = []] = await listGradeProblems(app.db, [entitlement])
  const jobs = await listFailedJobs(app.db, [entitlement])
  await recordView(app.db, by, { kind: 'entitlement', id: entitlement.id }, app.clock.now())
  const ids = (await listLinkedPeople(app.db, entitlement.personId)).filter(id => id !== entitlement.personId)
  const found = ids.length > 0 ? await listPeopleByIds(app.db, ids, by) : []
  const alsoThem = found.filter(p => p.id !== entitlement.personId)
  const payments = entitlement.hasCheckouts ? await listPayments(app.db, entitlement) : []
  const [shown = entitlement] = await maskCodes(app.db, by, [entitlement])
  return { entitlement: shown, course, members, alsoThem, problems, jobs, waiting: waitingFor(payments) }
}
