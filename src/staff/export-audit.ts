import { auditCells, auditColumns } from '#src/core/rules/audit.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { type AuditFilter, listAudit } from './store/audit.ts'

const PAGE_SIZE = 1000

/** Exports the audit log as CSV, newest first, in pages, so memory use stays constant. Requires the manager role. */
export const exportAudit = (deps: Deps) =>
  async function* (filter: Omit<AuditFilter, 'most' | 'before'>, by: Staff): AsyncGenerator<string> {
    demand(by, 'manage')
    yield csvLine(auditColumns)
    for (let before: number | undefined; ; ) {
      const lines = await listAudit(deps.db, { ...filter, before, most: PAGE_SIZE })
      if (lines.length > 0) yield lines.map(e => csvLine(auditCells(e))).join('')
      if (lines.length < PAGE_SIZE) return
      before = lines.at(-1)?.id
    }
  }
