import { listEntitlements } from '#src/access/entitlements.ts'
import { calledName, endedAt, hasAccess } from '#src/access/rules/entitlement.ts'
import { coveredRows } from '#src/access/rules/people.ts'
import type { Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/audit.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { termOf } from '#src/courses/rules/course-list.ts'
import { findHits, withSameEmail } from './hits.ts'
import { loadPersonRecord, withMarks } from './person-records.ts'
import { parseSearchQuery } from './rules/search.ts'
import type { FoundPerson, FoundRow, SearchResult, ShownPerson } from './rules/search-results.ts'
import { listEntitlementsOfPeople } from './store/timeline.ts'

/**
 * Searches people, codes, courses, schools, payments and messages for the typed text. A role for some schools finds the
 * people and courses of these. Records a view of each person shown, and of lists with their addresses.
 */
export const searchRecords = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  typed: string,
  by: Staff,
): Promise<SearchResult> => {
  const question = parseSearchQuery(typed)
  const hits = await findHits(app, question, by)
  const all = withMarks(await withSameEmail(app, hits.personIds, by))
  const token = question.is === 'token' ? question.token : undefined
  const person = areConnected(all) ? await loadPersonRecord(app, all, by, token) : null
  // For a search by name, shows only people whose name matches, without people linked to them.
  const people = person || hits.named.people === 0 ? all : all.filter(p => hits.personIds.includes(p.id))
  const seen = people.map(({ id }) => ({ kind: 'person' as const, id }))
  await recordView(app.db, by, [...seen, ...listsIn(hits)], app.clock.now())
  const { personIds: _, ...found } = hits
  if (person) return { question, ...found, person, people: [], stuck: [] }
  return { question, ...found, person, people, stuck: await listStuck(app, people, by) }
}

/** People of one name whose access is shown at once, so that they can be helped without another page. */
const MOST_STUCK = 5

/** Lists the courses to which these people have no access; none if they are many. */
const listStuck = async (
  app: Needs<'clock' | 'db' | 'timezone'>,
  people: ShownPerson[],
  by: Staff,
): Promise<SearchResult['stuck']> => {
  if (people.length === 0 || people.length > MOST_STUCK) return []
  const { courses } = await loadPersonRecord(app, people, by)
  return courses.filter(({ status }) => !status.isIn)
}

/** Returns the lists whose view is recorded: they have addresses of people. */
const listsIn = ({ payments, helpRequests, mails }: Pick<SearchResult, 'payments' | 'helpRequests' | 'mails'>) => [
  ...(payments.length > 0 ? [{ kind: 'list' as const, key: 'payments' }] : []),
  ...(helpRequests.length + mails.length > 0 ? [{ kind: 'list' as const, key: 'messages' }] : []),
]

/** Returns true if all people are connected by a shared e-mail or by a link that staff made. */
const areConnected = ([first, ...rest]: FoundPerson[]): boolean => {
  if (!first) return false
  const reached = [first]
  // The list grows while it is read, until nobody new is reached.
  for (const person of reached) reached.push(...rest.filter(p => !reached.includes(p) && isSame(p, person)))
  return reached.length === rest.length + 1
}

const isSame = (a: FoundPerson, b: FoundPerson): boolean =>
  (a.email !== null && a.email === b.email) || (a.one !== null && a.one === b.one)

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
  const ids = people.map(p => p.id)
  const found = await listEntitlementsOfPeople(app.db, ids)
  const cameAt = new Map(found.map(({ id, at }) => [id, at]))
  const rows = coveredRows(by, await listEntitlements(app.db, found))
  const seen = [...new Set(rows.map(row => row.personId))].map(id => ({ kind: 'person' as const, id }))
  await recordView(app.db, by, seen, app.clock.now())
  return rows.map(row => ({
    token: row.token,
    name: calledName(row),
    email: row.email,
    course: `${courseName(row.course)} (${row.course.contextId})`,
    school: row.school.name,
    personId: row.personId,
    term: termOf(cameAt.get(row.id) ?? row.updatedAt).label,
    state: hasAccess(row) ? 'has access' : endedAt(row) ? 'access ended' : 'no access',
  }))
}
