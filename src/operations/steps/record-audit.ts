import type { AuditAction, AuditKind } from '../../domain/audit.ts'
import type { Staff } from '../../domain/staff.ts'
import type { Queryable, Tx } from '../../store/db.ts'
import { saveAudit, saveAuditLines } from '../../store/queries/audit.ts'

export interface Audited {
  kind: AuditKind
  id?: number
  /** What it is called where it is no row of ours. */
  key?: string
}

export interface AuditedChange {
  by: Staff
  action: AuditAction
  subject: Audited
  /** What it was and what it became, of what a colleague can change; left out where there is nothing to tell. */
  before?: object | null
  after?: object | null
  reason?: string | undefined
  now: Date
}

/** Who changed what, in the transaction of the change; where nothing changed, nothing is written. */
export const recordAudit = async (tx: Tx, change: AuditedChange): Promise<void> => {
  const { by, action, subject, before, after, reason, now } = change
  if (before && after && JSON.stringify(before) === JSON.stringify(after)) return
  const told = { ...(before ? { before } : {}), ...(after ? { after } : {}), ...(reason ? { reason } : {}) }
  await saveAudit(tx, { ...lineOf(by, action, subject), ...told }, now)
}

/** That a colleague looked at a person, or at several. */
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
