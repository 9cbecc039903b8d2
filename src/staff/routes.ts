import { Readable } from 'node:stream'
import type { Log } from '#src/core/log.ts'
import { auditKind } from '#src/core/rules/audit.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { streamRefusals, streamStatus } from '#src/core/rules/stream.ts'
import { sendCsvFile } from '#src/http/csv-file.ts'
import { makeEventStreams } from '#src/http/event-stream.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import type { StaffModule } from './index.ts'
import * as contract from './staff-contract.ts'

const refused = makeRefuser(streamStatus, streamRefusals)

type Calls = 'listStaff' | 'exportAudit' | 'watchWaitingWork'

interface StaffCallDeps {
  staff: Pick<StaffModule, Calls>
  log: Log
}

const STREAMS = { maxOpen: 50, pollMs: 5000, maxPolls: 120 }

/** Mounts the calls about staff. The scope requires a signed-in staff user. */
export const mountStaffCalls = (scope: JsonScope, { staff, log }: StaffCallDeps): void => {
  scope.get('/api/users', { schema: contract.listStaffCall }, async () => ({
    users: (await staff.listStaff()).map(contract.toWireStaffUser),
  }))

  const streams = makeEventStreams(scope, { ...STREAMS, log })
  scope.get(paths.todayEvents, { schema: contract.todayEventsCall }, async ({ staff: by }, reply) => {
    const isOpen = streams.open(reply, 'waiting', async () => JSON.stringify(await staff.watchWaitingWork(by!)))
    if (isOpen) return
    return refused(reply.header('retry-after', '30'), refuse('too_many_streams'))
  })

  scope.get(paths.auditCsv, { schema: contract.exportAuditCall }, async ({ query, staff: by }, reply) => {
    const kind = auditKind(query.kind)
    const filter = {
      actor: query.actor || undefined,
      changesOnly: query.changes === 'yes',
      ...(kind ? { subject: { kind } } : {}),
    }
    return sendCsvFile(reply, 'audit.csv', Readable.from(staff.exportAudit(filter, by!)))
  })
}
