import type { Needs } from '#src/context.ts'
import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { covers, demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolFacts, SchoolNote } from './rules/school-facts.ts'
import type { ListedSchool } from './rules/school-list.ts'
import { listSchoolRows } from './store/school-list.ts'
import { findSchoolFacts, lockSchool, saveSchool } from './store/schools.ts'

/** Finds a school that the role covers, with its connections. */
export const findSchool = async ({ db }: Needs<'db'>, id: number, by: Staff): Promise<SchoolFacts | null> =>
  covers(by, id) ? findSchoolFacts(db, id) : null

/** Lists the schools, a page at a time. */
export const listSchools = ({ db }: Needs<'db'>, query: ListQuery): Promise<ListPage<ListedSchool>> =>
  listSchoolRows(db, query)

/** `before` is null if nothing was changed. */
type SchoolNoted = { ok: true; before: SchoolNote | null } | Refused<'school_not_found'>

/**
 * Saves staff's contact and note of a school. Requires the support role for all schools. The audit log says that they
 * changed, not how, because they may name a person.
 */
export const noteSchool = async (
  { db, clock }: Needs<'clock' | 'db'>,
  id: number,
  given: SchoolNote,
  by: Staff,
): Promise<SchoolNoted> => {
  demand(by, 'change')
  const now = clock.now()
  return inTransaction(db, async tx => {
    const before = await lockSchool(tx, id)
    if (!before) return refuse('school_not_found')
    const { contact, note } = before
    const changed = (['contact', 'note'] as const).filter(field => before[field] !== given[field])
    if (changed.length === 0) return { ok: true, before: null }
    await saveSchool(tx, id, given, now)
    await recordAudit(tx, { by, action: 'note-school', subject: { kind: 'school', id }, after: { changed }, now })
    return { ok: true, before: { contact, note } }
  })
}

/**
 * Takes back the last change of a school's contact and note. The caller still has the words before it, because the audit
 * log does not.
 */
export const undoNote = async (
  { db, clock }: Needs<'clock' | 'db'>,
  id: number,
  words: SchoolNote,
  by: Staff,
): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
  demand(by, 'change')
  const now = clock.now()
  return inTransaction(db, async tx => {
    if (!(await lockSchool(tx, id))) return refuse('too_late_to_undo')
    const change = { by, action: 'note-school', subject: { kind: 'school', id }, now } as const
    if (!(await findUndoable(tx, { ...change, current: {} }))) return refuse('too_late_to_undo')
    await saveSchool(tx, id, words, now)
    await recordAudit(tx, { ...change, after: { changed: ['contact', 'note'] }, reason: UNDO_REASON })
    return { ok: true }
  })
}
