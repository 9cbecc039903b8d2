import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { covers, demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import type { JoinedSchool, SchoolNote } from './rules/school-facts.ts'
import { findJoinedSchool, saveSchoolNote } from './store/school-facts.ts'

/** Finds a school by one of its records, with the others that the role covers. */
export const findSchool =
  ({ db }: Deps) =>
  async (ref: SchoolRef, by: Staff): Promise<JoinedSchool | null> =>
    covers(by, ref) ? findJoinedSchool(db, ref, other => covers(by, other)) : null

/** `before` is null if nothing was changed. */
type SchoolNoted = { ok: true; before: SchoolNote | null } | Refused<'school_not_found'>

/**
 * Saves staff's contact and note of a school, on each of its records. Requires the support role for all schools. The
 * audit log says that they changed, not how, because they may name a person.
 */
export const noteSchool =
  ({ db, clock }: Deps) =>
  async (ref: SchoolRef, given: SchoolNote, by: Staff): Promise<SchoolNoted> => {
    demand(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      const before = await findJoinedSchool(tx, ref)
      if (!before) return refuse('school_not_found')
      const changed = (['contact', 'note'] as const).filter(field => before[field] !== given[field])
      if (changed.length === 0) return { ok: true, before: null }
      for (const version of before.versions) await saveSchoolNote(tx, version, given, now)
      await recordAudit(tx, { by, action: 'note-school', subject: subjectOf(before), after: { changed }, now })
      return { ok: true, before: { contact: before.contact, note: before.note } }
    })
  }

/**
 * Takes back the last change of a school's contact and note. The caller still has the words before it, because the audit
 * log does not.
 */
export const undoNote =
  ({ db, clock }: Deps) =>
  async (ref: SchoolRef, words: SchoolNote, by: Staff): Promise<{ ok: true } | Refused<'too_late_to_undo'>> => {
    demand(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      const school = await findJoinedSchool(tx, ref)
      if (!school) return refuse('too_late_to_undo')
      const change = { by, action: 'note-school', subject: subjectOf(school), now } as const
      if (!(await findUndoable(tx, { ...change, current: {} }))) return refuse('too_late_to_undo')
      for (const version of school.versions) await saveSchoolNote(tx, version, words, now)
      await recordAudit(tx, { ...change, after: { changed: ['contact', 'note'] }, reason: UNDO_REASON })
      return { ok: true }
    })
  }

/** The audit names the first record of a school. */
const subjectOf = ({ versions: [{ kind, id }] }: JoinedSchool) => ({ kind, id })
