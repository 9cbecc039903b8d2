import { findUndoable, UNDO_REASON } from '#src/core/audit/find-undoable.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { covers, demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import type { SchoolFacts, SchoolNote } from './rules/school-facts.ts'
import { findSchoolFacts, saveSchoolNote } from './store/school-facts.ts'

/** Finds a school that the role covers. */
export const findSchool =
  ({ db }: Deps) =>
  async (ref: SchoolRef, by: Staff): Promise<SchoolFacts | null> =>
    covers(by, ref) ? findSchoolFacts(db, ref) : null

/** `before` is null if nothing was changed. */
type SchoolNoted = { ok: true; before: SchoolNote | null } | Refused<'school_not_found'>

/**
 * Saves staff's contact and note of a school. Requires the support role for all schools. The audit log says that they
 * changed, not how, because they may name a person.
 */
export const noteSchool =
  ({ db, clock }: Deps) =>
  async (ref: SchoolRef, given: SchoolNote, by: Staff): Promise<SchoolNoted> => {
    demand(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      const before = await findSchoolFacts(tx, ref)
      if (!before) return refuse('school_not_found')
      const changed = (['contact', 'note'] as const).filter(field => before[field] !== given[field])
      if (changed.length === 0) return { ok: true, before: null }
      await saveSchoolNote(tx, ref, given, now)
      const subject = { kind: ref.kind, id: ref.id }
      await recordAudit(tx, { by, action: 'note-school', subject, after: { changed }, now })
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
      const subject = { kind: ref.kind, id: ref.id }
      const change = { by, action: 'note-school', subject, now } as const
      const undone = (await findSchoolFacts(tx, ref)) && (await findUndoable(tx, { ...change, current: {} }))
      if (!undone) return refuse('too_late_to_undo')
      await saveSchoolNote(tx, ref, words, now)
      await recordAudit(tx, { ...change, after: { changed: ['contact', 'note'] }, reason: UNDO_REASON })
      return { ok: true }
    })
  }
