import type { AuditEntry } from '../domain/audit.ts'
import { type AuditFilter, listAudit as list } from '../store/queries/audit.ts'
import type { Deps } from './deps.ts'

/** Lists changes and views, newest first. */
export const listAudit =
  (deps: Deps) =>
  (filter: AuditFilter): Promise<AuditEntry[]> =>
    list(deps.db, filter)
