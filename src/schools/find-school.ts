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

/**
 * Saves staff's contact and note of a school. Requires the support role for all schools. The audit log says that they
 * changed, not how, because they may name a person.
 */
export const noteSchool =
  ({ db, clock }: Deps) =>
  async (ref: SchoolRef, given: SchoolNote, by: Staff): Promise<{ ok: true } | Refused<'school_not_found'>> => {
    demand(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      const before = await findSchoolFacts(tx, ref)
      if (!before) return refuse('school_not_found')
      const changed = (['contact', 'note'] as const).filter(field => before[field] !== given[field])
      if (changed.length === 0) return { ok: true }
      await saveSchoolNote(tx, ref, given, now)
      const subject = { kind: ref.kind, id: ref.id }
      await recordAudit(tx, { by, action: 'note-school', subject, after: { changed }, now })
      return { ok: true }
    })
  }
