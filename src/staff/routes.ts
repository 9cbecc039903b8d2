import { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { auditKind } from '#src/core/rules/audit.ts'
import { sendCsvFile } from '#src/http/csv-file.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import { exportAudit } from './export-audit.ts'
import { listStaff } from './list-staff.ts'
import * as contract from './staff-contract.ts'

/** Mounts the calls about staff. The scope requires a signed-in staff user. */
export const mountStaffCalls = (scope: JsonScope, app: Needs<'clock' | 'db'>): void => {
  scope.get('/api/users', { schema: contract.listStaffCall }, async () => ({
    users: (await listStaff(app)).map(contract.toWireStaffUser),
  }))

  scope.get(paths.auditCsv, { schema: contract.exportAuditCall }, async ({ query, staff: by }, reply) => {
    const kind = auditKind(query.kind)
    const filter = {
      actor: query.actor || undefined,
      changesOnly: query.changes === 'yes',
      ...(kind ? { subject: { kind } } : {}),
    }
    return sendCsvFile(reply, 'audit.csv', Readable.from(exportAudit(app, filter, by!)))
  })
}
