import type { Needs } from '#src/context.ts'
import { auditCells, auditColumns } from '#src/core/rules/audit.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { demand, demandFresh, type SignedInStaff } from '#src/core/rules/staff.ts'
import { type AuditFilter, listAudit } from './store/audit.ts'

const PAGE_SIZE = 1000

type ExportFilter = Omit<AuditFilter, 'most' | 'before'>

/** Exports the audit log as CSV, newest first. Requires the manager role and a fresh sign-in. */
export const exportAudit = (
  app: Needs<'clock' | 'db'>,
  filter: ExportFilter,
  by: SignedInStaff,
): AsyncGenerator<string> => {
  demand(by, 'manage')
  demandFresh(by, app.clock.now())
  return auditLines(app, filter)
}

/** Reads in pages, so that memory use stays constant. */
async function* auditLines(app: Needs<'db'>, filter: ExportFilter): AsyncGenerator<string> {
  yield csvLine(auditColumns)
  for (let before: number | undefined; ; ) {
    const lines = await listAudit(app.db, { ...filter, before, most: PAGE_SIZE })
    if (lines.length > 0) yield lines.map(e => csvLine(auditCells(e))).join('')
    if (lines.length < PAGE_SIZE) return
    before = lines.at(-1)?.id
  }
}
