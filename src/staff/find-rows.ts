import { coveredRow } from '#src/access/rules/covered-rows.ts'
import { calledName } from '#src/access/rules/entitlement.ts'
import { listEntitlements } from '#src/access/store/entitlements.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { findHits, withSameEmail } from './find-hits.ts'
import type { FoundRow } from './rules/search-result.ts'
import { parseSearchQuery } from './rules/staff-search.ts'
import { listEntitlementsOfPeople } from './store/person-timeline.ts'

/**
 * Lists the courses of the people that Find finds for the typed text, the newest first. At most 40. Records a view of
 * each person.
 */
export const findRows = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  typed: string,
  by: Staff,
): Promise<FoundRow[]> => {
  demandInSchool(by, 'change')
  const { personIds } = await findHits(app, parseSearchQuery(typed), by)
  const people = await withSameEmail(app, personIds, by)
  const found = await listEntitlementsOfPeople(
    app.db,
    people.map(p => p.id),
  )
  const rows = (await listEntitlements(app.db, found)).flatMap(row => coveredRow(by, row) ?? [])
  const seen = [...new Set(rows.map(row => row.personId))].map(id => ({ kind: 'person' as const, id }))
  await recordView(app.db, by, seen, app.clock.now())
  return rows.map(row => ({
    token: row.token,
    name: calledName(row),
    email: row.email,
    course: `${courseName(row.course)} (${row.course.contextId})`,
    school: row.school.name,
  }))
}
