import { makeCodeMask } from '#src/access/codes.ts'
import type { Needs } from '#src/context.ts'
import { recordAudit, recordView } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import {
  demand,
  demandAllSchools,
  demandFresh,
  isLimited,
  type SignedInStaff,
  type Staff,
} from '#src/core/rules/staff.ts'
import { codesIn, withoutOthers, withShownCodes } from './rules/audit-changes.ts'
import type { ListContents } from './rules/lists.ts'
import { type AuditFilter, listAudit as list, listAuditRows } from './store/audit.ts'
import { findIsInSchools } from './store/timeline.ts'

/**
 * Lists changes and views, newest first. A role for some schools lists them for one course or row of these schools, and
 * nothing for others.
 */
export const listAudit = async ({ db }: Needs<'db'>, filter: AuditFilter, by: Staff): Promise<AuditEntry[]> =>
  withMask(db, await listCovered(db, filter, by), by)

/** Lists the whole audit log a page at a time, for roles that cover all schools. */
export const listAuditLog = async ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<AuditEntry>> => {
  demandAllSchools(by)
  const page = await listAuditRows(db, query)
  return { ...page, rows: await withMask(db, page.rows, by) }
}

/** Masks the codes that the role may not see. */
const withMask = async (db: Queryable, lines: AuditEntry[], by: Staff): Promise<AuditEntry[]> => {
  const shown = await makeCodeMask(db, by, lines.flatMap(codesIn))
  return lines.map(line => withShownCodes(line, shown))
}

const listCovered = async (db: Queryable, filter: AuditFilter, by: Staff): Promise<AuditEntry[]> => {
  if (!isLimited(by)) return list(db, filter)
  const { kind, id } = filter.subject ?? {}
  if (id === undefined || (kind !== 'course' && kind !== 'entitlement')) demandAllSchools(by)
  else if ((await findIsInSchools(db, by.schools, kind, id)).is) return (await list(db, filter)).map(withoutOthers)
  return []
}

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
