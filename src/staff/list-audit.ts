import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { Deps } from './deps.ts'
import { type AuditFilter, listAudit as list } from './store/audit.ts'

/** Lists changes and views, newest first. */
export const listAudit =
  (deps: Deps) =>
  (filter: AuditFilter): Promise<AuditEntry[]> =>
    list(deps.db, filter)
