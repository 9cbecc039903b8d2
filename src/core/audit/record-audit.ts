import type { Queryable, Tx } from '../db/db.ts'
import type { AuditAction, AuditKind } from '../rules/audit.ts'
import type { Staff } from '../rules/staff.ts'
import { saveAudit, saveAuditLines } from './store/audit.ts'

interface Audited {
  kind: AuditKind
  id?: number
  /** Name of a subject without a row of its own. */
  key?: string
}

interface AuditedChange {
  by: Staff
  action: AuditAction
  subject: Audited
  /** Old and new values. Omitted when there is nothing to compare. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | undefined
  now: Date
}

/** Writes an audit line in the transaction of the change. Does nothing if `before` equals `after`. */
export const recordAudit = async (tx: Tx, change: AuditedChange): Promise<void> => {
  const { by, action, subject, before, after, reason, now } = change
  if (before && after && JSON.stringify(before) === JSON.stringify(after)) return
  const details = { ...(before ? { before } : {}), ...(after ? { after } : {}), ...(reason ? { reason } : {}) }
  await saveAudit(tx, { ...lineOf(by, action, subject), ...details }, now)
}

/** Records that a staff user viewed one or more persons. */
export const recordView = (db: Queryable, by: Staff, subject: Audited | Audited[], now: Date): Promise<void> =>
  saveAuditLines(
    db,
    [subject].flat().map(s => lineOf(by, 'view', s)),
    now,
  )

const lineOf = (by: Staff, action: AuditAction, { kind, id, key }: Audited) => ({
  actor: `staff:${by.id}`,
  action,
  subjectKind: kind,
  ...(id === undefined ? {} : { subjectId: id }),
  ...(key === undefined ? {} : { subjectKey: key }),
})
