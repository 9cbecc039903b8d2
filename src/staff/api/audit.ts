import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { auditKind } from '#src/core/rules/audit.ts'
import { demand } from '#src/core/rules/staff.ts'
import { fieldsOf } from '#src/http/fields.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'

/** GET /api/audit.csv: the audit log with the filters of its page. Managers only. */
export const mountAuditExport = (scope: FastifyInstance, modules: Modules): void => {
  scope.get(paths.auditCsv, async (request, reply) => {
    const by = request.staff!
    demand(by, 'manage')
    const { kind, actor, changes } = fieldsOf(request.query)
    const known = auditKind(kind)
    const filter = {
      actor: actor || undefined,
      changesOnly: changes === 'yes',
      ...(known ? { subject: { kind: known } } : {}),
    }
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    reply.header('cache-control', 'no-store')
    return reply.send(Readable.from(modules.staff.exportAudit(filter, by)))
  })
}
