import { makeCodeMask, maskCodes } from '#src/access/codes.ts'
import type { MembershipView } from '#src/access/contract.ts'
import { listCourseMemberships, listEntitlements, listEntitlementsByEmail } from '#src/access/entitlements.ts'
import type { Entitlement, EntitlementKind } from '#src/access/rules/entitlement.ts'
import { coveredRows } from '#src/access/rules/people.ts'
import { attemptText } from '#src/access/texts/redemption.ts'
import { findForStaff } from '#src/access/tokens.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { duplicateNameMarks } from '#src/core/rules/person-names.ts'
import { isLimited, type Staff } from '#src/core/rules/staff.ts'
import { getStaffCourse, listStaffCoursesByIds } from '#src/courses/courses.ts'
import type { StaffCourse } from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { openedUnits } from '#src/courses/rules/product.ts'
import type { Suggestion } from '#src/courses/rules/waiting-courses.ts'
import { suggestProducts } from '#src/courses/waiting-courses.ts'
import { withSameEmail } from './hits.ts'
import { type AccessHistory, accessStatusOf, refundsOffered } from './rules/access-status.ts'
import { withoutOthers } from './rules/audit-changes.ts'
import { isJobOf } from './rules/failed-jobs.ts'
import { SIGNED_UP } from './rules/search.ts'
import type { CourseAccess, FoundPerson, PersonRecord, ShownPerson, TaughtCourse } from './rules/search-results.ts'
import { timelineEvents } from './rules/timeline.ts'
import { listAudit } from './store/audit.ts'
import { listFailedJobs } from './store/failed-jobs.ts'
import { listPeopleByEmail, listTaughtCourses } from './store/search.ts'
import {
  listCodeAttempts,
  listCodeUses,
  listEntitlementsOfPeople,
  listGradeProblems,
  listMessagesAbout,
  listTimelineHelp,
  listTimelineMessages,
  listTimelinePayments,
} from './store/timeline.ts'

type Loading = Needs<'clock' | 'db' | 'timezone'>

/** A person by their id or email. `token` names the course to begin with. */
type PersonWanted = { id: number; token?: string } | { email: string }

/**
 * Finds all that is known of a person: the rows of everyone with their email and of everyone whom staff linked, in the
 * schools of the role, and the courses they teach. Records a view of each. Null if the role knows no such person.
 */
export const viewPerson = async (app: Loading, wanted: PersonWanted, by: Staff): Promise<PersonRecord | null> => {
  const byId = 'id' in wanted
  const ids = byId
    ? [wanted.id]
    : (await listPeopleByEmail(app.db, by.schools, cleanEmail(wanted.email) ?? '')).map(p => p.id)
  const people = withMarks(await withSameEmail(app, ids, by))
  if (people.length === 0) return null
  const record = await loadPersonRecord(app, people, by, byId ? wanted.token : undefined)
  const viewed = people.map(({ id }) => ({ kind: 'person', id }) as const)
  await recordView(app.db, by, viewed, app.clock.now())
  return record
}

/** Marks people with the same name and email, so that staff can tell them apart. */
export const withMarks = (people: FoundPerson[]): ShownPerson[] => {
  const called = (p: FoundPerson) => `${p.name?.trim()} ${p.email}`.toLowerCase()
  const marks = duplicateNameMarks(people, { called, signedUp: SIGNED_UP })
  return people.map((person, at) => ({ ...person, mark: marks[at] ?? null }))
}

/** Loads all that is known of these people, as one record. `token` names the course to begin with. */
export const loadPersonRecord = async (
  app: Loading,
  people: ShownPerson[],
  by: Staff,
  token?: string,
): Promise<PersonRecord> => {
  const { db } = app
  const now = app.clock.now()
  const date = (instant: Date) => shortDate(instant, app.timezone)
  const personIds = people.map(p => p.id)
  const rows = await listEntitlementsOfPeople(db, personIds, token)
  const cameAt = new Map(rows.map(({ id, at }) => [id, at]))
  const entitlements = await maskCodes(db, by, coveredRows(by, await listEntitlements(db, rows)))
  const taughtIds = (await listTaughtCourses(db, by.schools, personIds)).map(course => course.id)
  const courseIds = new Set([...entitlements.map(e => e.course.id), ...taughtIds])
  const staffCourses = new Map((await listStaffCoursesByIds(db, [...courseIds])).map(course => [course.id, course]))

  const events = await readEvents(db, entitlements, by)
  const courses = entitlements.map((entitlement, at): CourseAccess => {
    const createdAt = cameAt.get(entitlement.id) ?? now
    const activations = staffCourses.get(entitlement.course.id)?.activations ?? []
    const history: AccessHistory = { entitlement, createdAt, activations, ...events[at]! }
    const status = accessStatusOf(history, now, date)
    return { ...history, status, refundable: refundsOffered(history, now), suggestion: null }
  })
  const waits = ({ status }: CourseAccess) => status.fixes.some(fix => fix.do === 'activate')
  const waiting = new Set(courses.filter(waits).map(c => c.entitlement.course.id))
  const suggestions = new Map<number, Suggestion | null>()
  for (const [id, course] of staffCourses)
    if (waiting.has(id)) suggestions.set(id, await suggestProducts(db, course, date))

  // Mail by address may be about other schools.
  const addresses = isLimited(by) ? [] : [...new Set(people.flatMap(p => p.email ?? []))]
  const mails = isLimited(by) ? await listMessagesAbout(db, courses) : await listTimelineMessages(db, addresses)
  const tokens = entitlements.map(e => e.token)
  const help = await listTimelineHelp(db, addresses, tokens)
  return {
    people,
    courses: courses.map(of => ({ ...of, suggestion: suggestions.get(of.entitlement.course.id) ?? null })),
    teaches: taughtIds.flatMap(id => staffCourses.get(id) ?? []).map(taughtCourse),
    timeline: timelineEvents(courses, { mails, help }, date),
  }
}

const MAX_AUDIT = 500

/** Reads what happened to each of these rows, by one query per kind of event, with codes as the role sees them. */
const readEvents = async (db: Queryable, entitlements: Entitlement[], by: Staff) => {
  const uses = await listCodeUses(db, entitlements)
  const tries = await listCodeAttempts(db, entitlements)
  const codes = [...uses, ...tries].flat().flatMap(({ code }) => code ?? [])
  const shown = await makeCodeMask(db, by, codes)
  const payments = await listTimelinePayments(db, entitlements)
  const problems = await listGradeProblems(db, entitlements)
  const jobs = await listFailedJobs(db, entitlements)
  const subjects = entitlements.map(({ id }) => ({ kind: 'entitlement' as const, id }))
  const lines = await listAudit(db, { subjects, changesOnly: true, most: MAX_AUDIT })
  const audit = isLimited(by) ? lines.map(withoutOthers) : lines
  return entitlements.map((entitlement, at) => ({
    uses: uses[at]!.map(use => ({ ...use, code: shown(use.code) })),
    tries: tries[at]!.map(one => ({
      ...one,
      code: one.code && shown(one.code),
      answer: attemptText(one.outcome, one.product),
    })),
    payments: payments[at]!,
    problems: problems[at]!,
    jobs: jobs.filter(job => isJobOf(job, entitlement)),
    audit: audit.filter(line => line.subjectId === entitlement.id),
  }))
}

/** Returns a course as its teachers see it. */
const taughtCourse = (course: StaffCourse): TaughtCourse => ({
  id: course.id,
  contextId: course.contextId,
  title: courseName(course),
  version: course.version,
  school: { id: course.schoolId, name: course.school.name },
  products: course.products.map(p => p.productCode),
  units: openedUnits(course.products.flatMap(p => p.unitsForTeacher)),
  allowsWts: course.allowsWts,
})

/** Finds a person in a course of a covered school by their token, optionally of one kind. Records the view in the audit log. */
export const viewEntitlement = async (
  app: Needs<'clock' | 'db'>,
  token: string,
  by: Staff,
  kind?: EntitlementKind,
): Promise<MembershipView | null> => {
  const found = await findForStaff(app, token, by)
  if (!found || (kind && found.kind !== kind)) return null
  const course = await getStaffCourse(app.db, found.course.id)
  const members = found.kind === 'membership' ? await listCourseMemberships(app.db, course.id) : []
  await recordView(app.db, by, { kind: 'entitlement', id: found.id }, app.clock.now())
  const [entitlement = found] = await maskCodes(app.db, by, [found])
  return { entitlement, course, members }
}

/** Lists all rows of an e-mail in the schools of the role, ignoring case. Records the view in the audit log. */
export const checkEmail = async (app: Needs<'clock' | 'db'>, typed: string, by: Staff): Promise<Entitlement[]> => {
  const email = cleanEmail(typed)
  const rows = email ? coveredRows(by, await listEntitlementsByEmail(app.db, email)) : []
  if (rows.length > 0) await recordView(app.db, by, { kind: 'person', key: email ?? '' }, app.clock.now())
  return maskCodes(app.db, by, rows)
}
