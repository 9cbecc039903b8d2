import type { Needs } from '#src/context.ts'
import { recordAudit, recordView } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, demandFresh, type SignedInStaff } from '#src/core/rules/staff.ts'
import type { ListContents } from './rules/staff-list.ts'

interface RecordedList {
  name: string
  holds: ListContents
  /** Filters in use. Typed words are left out, because they may name a person. */
  filters: Record<string, string>
}

const subjectOf = ({ name }: RecordedList) => ({ kind: 'list', key: name }) as const

/** Records that a staff user saw a page of a list of people. */
export const recordListView = async (
  { db, clock }: Needs<'clock' | 'db'>,
  list: RecordedList,
  by: SignedInStaff,
): Promise<void> => {
  if (list.holds === 'people') await recordView(db, by, subjectOf(list), clock.now())
}

/**
 * Allows and records the export of a list. People need the manager role, codes the support role, both for all schools
 * and with a fresh sign-in. Other lists need no more than the page, and are not recorded.
 */
export const recordListExport = async (
  { db, clock }: Needs<'clock' | 'db'>,
  list: RecordedList,
  by: SignedInStaff,
): Promise<void> => {
  if (list.holds === 'facts') return
  const now = clock.now()
  demand(by, list.holds === 'people' ? 'manage' : 'change')
  demandFresh(by, now)
  await inTransaction(db, tx =>
    recordAudit(tx, { by, action: 'export-list', subject: subjectOf(list), after: list.filters, now }),
  )
}
