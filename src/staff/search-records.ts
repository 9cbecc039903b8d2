import { listEntitlements } from '#src/access/index.ts'
import { coveredRow } from '#src/access/rules/covered-rows.ts'
import { sameSubject } from '#src/access/rules/entitlement.ts'
import { makeCodeMask, maskCodes } from '#src/codes/index.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { duplicateNameMarks } from '#src/core/rules/duplicate-names.ts'
import { isLimited, type Staff } from '#src/core/rules/staff.ts'
import { listStaffCoursesByIds } from '#src/courses/index.ts'
import type { Deps } from './deps.ts'
import { findHits, withSameEmail } from './find-hits.ts'
import type { AccessHistory } from './rules/access-history.ts'
import { accessStatusOf } from './rules/access-status.ts'
import { withoutOthers } from './rules/audit-changes.ts'
import { isJobOf } from './rules/job-status.ts'
import type { FoundPerson, PersonRecord, SearchResult, ShownPerson } from './rules/search-result.ts'
import { parseSearchQuery, SIGNED_UP } from './rules/staff-search.ts'
import { timelineEvents } from './rules/timeline.ts'
import { listAudit } from './store/audit.ts'
import { listFailedJobs } from './store/jobs.ts'
import {
  countRecordViews,
  listCodeAttempts,
  listCodeUses,
  listEntitlementsOfPeople,
  listGradeProblems,
  listMessagesAbout,
  listTimelineMessages,
  listTimelinePayments,
} from './store/person-timeline.ts'

/**
 * Searches people, codes, courses, schools and payments for the typed text. A role for some schools finds the people and
 * courses of these. Records a view of each person shown.
 */
export const searchRecords =
  (deps: Deps) =>
  async (typed: string, by: Staff): Promise<SearchResult> => {
    const question = parseSearchQuery(typed)
    const hits = await findHits(deps, question, by)
    const all = withMarks(await withSameEmail(deps, hits.personIds, by))
    const now = deps.clock.now()
    const person = areConnected(all) ? await loadPersonRecord(deps, all, by, now) : null
    // For a search by name, shows only people whose name matches, without people linked to them.
    const people = person || hits.named.people === 0 ? all : all.filter(p => hits.personIds.includes(p.id))
    const seen = [...people, ...hits.teachers].map(({ id }) => ({ kind: 'person' as const, id }))
    const listed = hits.payments.length > 0 ? [{ kind: 'list' as const, key: 'payments' }] : []
    await recordView(deps.db, by, [...seen, ...listed], now)
    const { personIds: _, ...rest } = hits
    return { question, ...rest, person, people: person ? [] : people }
  }

const withMarks = (people: FoundPerson[]): ShownPerson[] => {
  const called = (p: FoundPerson) => `${p.name?.trim()} ${p.email}`.toLowerCase()
  const marks = duplicateNameMarks(people, { called, signedUp: SIGNED_UP })
  return people.map((person, at) => ({ ...person, mark: marks[at] ?? null }))
}

/** Returns true if all people are connected by a shared e-mail or by a link that staff made. */
const areConnected = ([first, ...rest]: FoundPerson[]): boolean => {
  if (!first) return false
  const reached = [first]
  const isNear = (a: FoundPerson) =>
    reached.some(b => (a.email !== null && a.email === b.email) || (a.one !== null && a.one === b.one))
  for (let near: FoundPerson | undefined = first; near; near = rest.find(p => !reached.includes(p) && isNear(p)))
    if (near !== first) reached.push(near)
  return reached.length === rest.length + 1
}

/** Runs one query per kind of event, however many courses the person has. */
const loadPersonRecord = async (deps: Deps, people: ShownPerson[], by: Staff, now: Date): Promise<PersonRecord> => {
  const { db } = deps
  const personIds = people.map(p => p.id)
  const addresses = [...new Set(people.flatMap(p => p.email ?? []))]
  const date = (instant: Date) => shortDate(instant, deps.timezone)
  const rows = await listEntitlementsOfPeople(db, personIds)
  const covered = (await listEntitlements(db, rows)).flatMap(row => coveredRow(by, row) ?? [])
  const entitlements = await maskCodes(db, by, covered)
  const staffCourses = await listStaffCoursesByIds(db, [...new Set(entitlements.map(e => e.course.id))])
  const uses = await listCodeUses(db, entitlements)
  const tries = await listCodeAttempts(db, entitlements)
  const shown = await makeCodeMask(
    db,
    by,
    [...uses, ...tries].flat().flatMap(({ code }) => code ?? []),
  )
  const payments = await listTimelinePayments(db, entitlements)
  const problems = await listGradeProblems(db, entitlements)
  const lines = await listAudit(db, { subjects: entitlements, changesOnly: true, most: MAX_AUDIT })
  const audit = isLimited(by) ? lines.map(withoutOthers) : lines
  const troubled = await listFailedJobs(db, entitlements)
  const courses = entitlements.map((entitlement, at) => {
    const history: AccessHistory = {
      entitlement,
      createdAt: rows.find(row => sameSubject(row, entitlement))?.at ?? now,
      uses: (uses[at] ?? []).map(use => ({ ...use, code: shown(use.code) })),
      tries: (tries[at] ?? []).map(each => ({ ...each, code: each.code && shown(each.code) })),
      payments: payments[at] ?? [],
      problems: problems[at] ?? [],
      jobs: troubled.filter(job => isJobOf(job, entitlement)),
      audit: audit.filter(a => a.subjectKind === entitlement.kind && a.subjectId === entitlement.id),
      activations: staffCourses.find(c => c.id === entitlement.course.id)?.activations ?? [],
    }
    return { ...history, status: accessStatusOf(history, now, date) }
  })
  // Mail by address, and views of a person, may be about other schools.
  const mails = isLimited(by) ? await listMessagesAbout(db, courses) : await listTimelineMessages(db, addresses)
  const views = isLimited(by) ? null : await countRecordViews(db, personIds, addresses)
  return { people, courses, timeline: timelineEvents(courses, mails, date), views }
}

const MAX_AUDIT = 500
