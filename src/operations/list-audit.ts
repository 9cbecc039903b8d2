import type { AuditEntry } from '../domain/audit.ts'
import { type AuditFilter, listAudit as list } from '../store/queries/audit.ts'
import type { Deps } from './deps.ts'

/** What was changed and looked at, the newest first. */
export const listAudit =
  (deps: Deps) =>
  (filter: AuditFilter): Promise<AuditEntry[]> =>
    list(deps.db, filter)
