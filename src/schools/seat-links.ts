import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { SchoolFacts, SeatLink } from './rules/school-facts.ts'
import { findLinkedSchool, findSchoolFacts, listLinks, lockSchool, saveLink, saveWithdrawn } from './store/schools.ts'

export const listSeatLinks = async (
  { db, seatLinks }: Needs<'db' | 'seatLinks'>,
  schoolId: number,
): Promise<SeatLink[]> =>
  (await listLinks(db, schoolId)).map(row => ({ ...row, link: `${row.id}.${seatLinks.sign(String(row.id))}` }))

/** Creates a link to the seat page of a school. Requires the support role for all schools. */
export const createSeatLink = async (
  { db, clock }: Needs<'clock' | 'db'>,
  schoolId: number,
  by: Staff,
): Promise<{ ok: true } | Refused<'school_not_found'>> => {
  demand(by, 'change')
  const now = clock.now()
  return inTransaction(db, async tx => {
    if (!(await lockSchool(tx, schoolId))) return refuse('school_not_found')
    await saveLink(tx, schoolId, by.id, now)
    await recordAudit(tx, { by, action: 'create-seat-link', subject: { kind: 'school', id: schoolId }, now })
    return { ok: true }
  })
}

/** Withdraws a link. Idempotent. Requires the support role for all schools. */
export const withdrawSeatLink = async (
  { db, clock }: Needs<'clock' | 'db'>,
  schoolId: number,
  linkId: number,
  by: Staff,
): Promise<void> => {
  demand(by, 'change')
  const now = clock.now()
  await inTransaction(db, async tx => {
    if (!(await saveWithdrawn(tx, schoolId, linkId, now))) return
    await recordAudit(tx, { by, action: 'withdraw-seat-link', subject: { kind: 'school', id: schoolId }, now })
  })
}

export const openSeatLink = async (
  { db, seatLinks }: Needs<'db' | 'seatLinks'>,
  link: string,
): Promise<SchoolFacts | null> => {
  const [, id, signature] = link.match(/^(\d{1,15})\.([\w-]{43})$/) ?? []
  if (id === undefined || signature === undefined || !seatLinks.verifies(id, signature)) return null
  const schoolId = await findLinkedSchool(db, Number(id))
  return schoolId === null ? null : findSchoolFacts(db, schoolId)
}
