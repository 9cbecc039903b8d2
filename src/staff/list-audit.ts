import { makeCodeMask } from '#src/codes/index.ts'
import type { Queryable } from '#src/core/db/db.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { demandAllSchools, isLimited, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { codesIn, withoutOthers, withShownCodes } from './rules/audit-changes.ts'
import { type AuditFilter, listAudit as list } from './store/audit.ts'
import { isInSchools } from './store/person-timeline.ts'

/**
 * Lists changes and views, newest first. A role for some schools lists them for one course or row of these schools, and
 * nothing for others.
 */
export const listAudit =
  ({ db }: Deps) =>
  async (filter: AuditFilter, by: Staff): Promise<AuditEntry[]> => {
    const lines = await listCovered(db, filter, by)
    const shown = await makeCodeMask(db, by, lines.flatMap(codesIn))
    return lines.map(line => withShownCodes(line, shown))
  }

const listCovered = async (db: Queryable, filter: AuditFilter, by: Staff): Promise<AuditEntry[]> => {
  if (!isLimited(by)) return list(db, filter)
  const { kind, id } = filter.subject ?? {}
  if (id === undefined || (kind !== 'course' && kind !== 'enrollment' && kind !== 'membership')) demandAllSchools(by)
  else if (await isInSchools(db, { kind, id }, by)) return (await list(db, filter)).map(withoutOthers)
  return []
}
