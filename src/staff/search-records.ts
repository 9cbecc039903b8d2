import { recordView } from '#src/core/audit/record-audit.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { findHits, withSameEmail } from './find-hits.ts'
import { loadPersonRecord, withMarks } from './person-record.ts'
import type { FoundPerson, SearchResult } from './rules/search-result.ts'
import { parseSearchQuery } from './rules/staff-search.ts'

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
