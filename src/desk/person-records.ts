import { makeCodeMask, maskCodes } from '#src/access/codes.ts'
import type { MembershipView } from '#src/access/contract.ts'
import {
  findEntitlementByToken,
  listCourseMemberships,
  listEntitlements,
  listEntitlementsByEmail,
} from '#src/access/entitlements.ts'
import type { Entitlement, EntitlementKind } from '#src/access/rules/entitlement.ts'
import { coveredRow } from '#src/access/rules/people.ts'
import { attemptText } from '#src/access/texts/redemption.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/audit.ts'
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
import { listIdsOfTaughtCourses, listPeopleByEmail } from './store/search.ts'
import {
  countRecordViews,
  listCodeAttempts,
  listCodeUses,
  listEntitlementsOfPeople,
  listGradeProblems,
  listMessagesAbout,
  listTimelineHelp,
  listTimelineMessages,
  listTimelinePayments,
} from './store/timeline.ts'

/** A person by their id or email. `token` names the course to begin with. */
type PersonWanted = { id: number; token?: string } | { email: string }

/**
 * Finds all that is known of a person: the rows of everyone with their email and of everyone whom staff linked, in the
 * schools of the role, and the courses they teach. Records a view of each. Null if the role knows no such person.
 */
export const viewPerson = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  wanted: PersonWanted,
  by: Staff,
): Promise<PersonRecord | null> => {
  const byId = 'id' in wanted
  const ids = byId ? [wanted.id] : (await listPeopleByEmail(app.db, cleanEmail(wanted.email) ?? '', by)).map(p => p.id)
  const people = withMarks(await withSameEmail(app, ids, by))
  if (people.length === 0) return null
  const now = app.clock.now()
  const record = await loadPersonRecord(app, people, by, now, byId ? wanted.token : undefined)
  const viewed = people.map(({ id }) => ({ kind: 'person', id }) as const)
  await recordView(app.db, by, viewed, now)
  return record
}

/** Marks people with the same name and email, so that staff can tell them apart. */
export const withMarks = (people: FoundPerson[]): ShownPerson[] => {
  const called = (p: FoundPerson) => `${p.name?.trim()} ${p.email}`.toLowerCase()
  const marks = duplicateNameMarks(people, { called, signedUp: SIGNED_UP })
  return people.map((person, at) => ({ ...person, mark: marks[at] ?? null }))
}

/** Runs one query per kind of event, however many courses the person has. */
export const loadPersonRecord = async (
  app: Needs<'db' | 'timezone'>,
  people: ShownPerson[],
  by: Staff,
  now: Date,
  token?: string,
): Promise<PersonRecord> => {
  const { db } = app
  const personIds = people.map(p => p.id)
  const addresses = [...new Set(people.flatMap(p => p.email ?? []))]
  const date = (instant: Date) => shortDate(instant, app.timezone)
  const rows = await listEntitlementsOfPeople(db, personIds, token)
  const covered = (await listEntitlements(db, rows)).flatMap(row => coveredRow(by, row) ?? [])
  const entitlements = await maskCodes(db, by, covered)
  const taughtIds = await listIdsOfTaughtCourses(db, personIds, by)
  const courseIds = new Set([...entitlements.map(e => e.course.id), ...taughtIds])
  const staffCourses = await listStaffCoursesByIds(db, [...courseIds])
  const uses = await listCodeUses(db, entitlements)
  const tries = await listCodeAttempts(db, entitlements)
  const codes = [...uses, ...tries].flat().flatMap(({ code }) => code ?? [])
  const shown = await makeCodeMask(db, by, codes)
  const payments = await listTimelinePayments(db, entitlements)
  const problems = await listGradeProblems(db, entitlements)
  const subjects = entitlements.map(({ id }) => ({ kind: 'entitlement' as const, id }))
  const lines = await listAudit(db, { subjects, changesOnly: true, most: MAX_AUDIT })
  const audit = isLimited(by) ? lines.map(withoutOthers) : lines
  const troubled = await listFailedJobs(db, entitlements)
  const courses = entitlements.map((entitlement, at) => {
    const history: AccessHistory = {
      entitlement,
      createdAt: rows.find(row => row.id === entitlement.id)?.at ?? now,
      uses: (uses[at] ?? []).map(use => ({ ...use, code: shown(use.code) })),
      tries: (tries[at] ?? []).map(each => ({
        ...each,
        code: each.code && shown(each.code),
        answer: attemptText(each.outcome, each.product),
      })),
      payments: payments[at] ?? [],
      problems: problems[at] ?? [],
      jobs: troubled.filter(job => isJobOf(job, entitlement)),
      audit: audit.filter(a => a.subjectId === entitlement.id),
      activations: staffCourses.find(c => c.id === entitlement.course.id)?.activations ?? [],
    }
    const status = accessStatusOf(history, now, date)
    return { ...history, status, refundable: refundsOffered(history, now), suggestion: null }
  })
  // Mail by address, and views of a person, may be about other schools.
  const mails = isLimited(by) ? await listMessagesAbout(db, courses) : await listTimelineMessages(db, addresses)
  const tokens = entitlements.map(e => e.token)
  const help = await listTimelineHelp(db, isLimited(by) ? [] : addresses, tokens)
  const views = isLimited(by) ? null : await countRecordViews(db, personIds, addresses)
  const suggested = await withSuggestions(app, courses, staffCourses)
  const teaches = taughtIds.flatMap(id => staffCourses.filter(c => c.id === id).map(taughtCourse))
  return { people, courses: suggested, teaches, timeline: timelineEvents(courses, { mails, help }, date), views }
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

/** Adds suggested products to the courses that wait for some. */
const withSuggestions = async (
  { db, timezone }: Needs<'db' | 'timezone'>,
  courses: CourseAccess[],
  staffCourses: StaffCourse[],
): Promise<CourseAccess[]> => {
  const suggestions = new Map<number, Suggestion | null>()
  for (const { entitlement, status } of courses) {
    const course = staffCourses.find(c => c.id === entitlement.course.id)
    if (course && status.fixes.some(fix => fix.do === 'activate') && !suggestions.has(course.id))
      suggestions.set(course.id, await suggestProducts(db, course, instant => shortDate(instant, timezone)))
  }
  return courses.map(course => ({ ...course, suggestion: suggestions.get(course.entitlement.course.id) ?? null }))
}

const MAX_AUDIT = 500

/** Finds a person in a course of a covered school by their token, optionally of one kind. Records the view in the audit log. */
export const viewEntitlement = async (
  app: Needs<'clock' | 'db'>,
  token: string,
  by: Staff,
  kind?: EntitlementKind,
): Promise<MembershipView | null> => {
  const entitlement = coveredRow(by, await findEntitlementByToken(app.db, token.trim()))
  if (!entitlement || (kind && entitlement.kind !== kind)) return null
  const course = await getStaffCourse(app.db, entitlement.course.id)
  const members = entitlement.kind === 'membership' ? await listCourseMemberships(app.db, course.id) : []
  await recordView(app.db, by, { kind: 'entitlement', id: entitlement.id }, app.clock.now())
  const [shown = entitlement] = await maskCodes(app.db, by, [entitlement])
  return { entitlement: shown, course, members }
}

interface EmailChecked {
  enrollments: Entitlement[]
  memberships: Entitlement[]
}

/** Lists all rows of an e-mail in the schools of the role, ignoring case. Records the view in the audit log. */
export const checkEmail = async (app: Needs<'clock' | 'db'>, typed: string, by: Staff): Promise<EmailChecked> => {
  const email = cleanEmail(typed)
  const rows = email ? await listEntitlementsByEmail(app.db, email) : []
  const covered = rows.flatMap(row => coveredRow(by, row) ?? [])
  const found = await maskCodes(app.db, by, covered)
  if (found.length > 0) await recordView(app.db, by, { kind: 'person', key: email ?? '' }, app.clock.now())
  return {
    enrollments: found.filter(e => e.kind === 'enrollment'),
    memberships: found.filter(e => e.kind === 'membership'),
  }
}
