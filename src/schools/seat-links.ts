import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import type { JoinedSchool } from './rules/school-facts.ts'
import type { SeatLink } from './rules/seat-link.ts'
import { findJoinedSchool } from './store/school-facts.ts'
import { findLinkedSchool, listLinks, saveLink, saveWithdrawn } from './store/seat-links.ts'

/** Lists the links to the seat page of a school, by the records of it that the caller found. */
export const listSeatLinks =
  ({ db, seatLinks }: Deps) =>
  async (records: SchoolRef[]): Promise<SeatLink[]> =>
    (await listLinks(db, records)).map(row => ({ ...row, link: `${row.id}.${seatLinks.sign(String(row.id))}` }))

/** Creates a link to the seat page of a school. Requires the support role for all schools. */
export const createSeatLink =
  ({ db, clock }: Deps) =>
  async (school: SchoolRef, by: Staff): Promise<{ ok: true } | Refused<'school_not_found'>> => {
    demand(by, 'change')
    const now = clock.now()
    return inTransaction(db, async tx => {
      if (!(await findJoinedSchool(tx, school))) return refuse('school_not_found')
      await saveLink(tx, { school, staffId: by.id, now })
      await recordAudit(tx, { by, action: 'create-seat-link', subject: { kind: school.kind, id: school.id }, now })
      return { ok: true }
    })
  }

/** Withdraws a link. Idempotent. Requires the support role for all schools. */
export const withdrawSeatLink =
  ({ db, clock }: Deps) =>
  async (school: SchoolRef, linkId: number, by: Staff): Promise<void> => {
    demand(by, 'change')
    const now = clock.now()
    await inTransaction(db, async tx => {
      const joined = await findJoinedSchool(tx, school)
      const subject = joined && (await saveWithdrawn(tx, joined.versions, linkId, now))
      if (subject) await recordAudit(tx, { by, action: 'withdraw-seat-link', subject, now })
    })
  }

/** Finds the school of a link, as its last part of the address came; null if it is forged or withdrawn. */
export const openSeatLink =
  ({ db, seatLinks }: Deps) =>
  async (link: string): Promise<JoinedSchool | null> => {
    const [, id, signature] = link.match(/^(\d{1,15})\.([\w-]{43})$/) ?? []
    if (id === undefined || signature === undefined || !seatLinks.verifies(id, signature)) return null
    const school = await findLinkedSchool(db, Number(id))
    return school && findJoinedSchool(db, school)
  }
