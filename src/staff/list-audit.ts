import { makeCodeMask } from '#src/codes/mask-codes.ts'
import type { Needs } from '#src/context.ts'
import type { Queryable } from '#src/core/db/db.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { demandAllSchools, isLimited, type Staff } from '#src/core/rules/staff.ts'
import { codesIn, withoutOthers, withShownCodes } from './rules/audit-changes.ts'
import { type AuditFilter, listAudit as list } from './store/audit.ts'
import { listAuditRows } from './store/audit-list.ts'
import { isInSchools } from './store/person-timeline.ts'

/**
 * Lists changes and views, newest first. A role for some schools lists them for one course or row of these schools, and
 * nothing for others.
 */
export const listAudit = async ({ db }: Needs<'db'>, filter: AuditFilter, by: Staff): Promise<AuditEntry[]> => {
  return withMask(db, await listCovered(db, filter, by), by)
}

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
  else if (await isInSchools(db, { kind, id }, by)) return (await list(db, filter)).map(withoutOthers)
  return []
}
