import type { Queryable, Tx } from '../db/db.ts'
import { type AuditAction, type AuditKind, UNDO_MS } from '../rules/audit.ts'
import { isService, type ServiceAccount } from '../rules/service-account.ts'
import type { Staff } from '../rules/staff.ts'
import { findLastChange, saveAuditLines } from './store/audit.ts'

interface Audited {
  kind: AuditKind
  id?: number
  /** Name of a subject without a row of its own. */
  key?: string
}

/** A colleague, or a program with a key. */
type Actor = Pick<Staff, 'id'> | ServiceAccount

/** Returns an actor as the audit stores it. */
export const actorOf = (by: Actor): string => `${isService(by) ? 'service' : 'staff'}:${by.id}`

interface AuditedChange {
  by: Actor
  action: AuditAction
  subject: Audited
  /** Old and new values. Omitted when there is nothing to compare. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  reason?: string | undefined
  now: Date
}

/** Writes an audit line in the transaction of the change. Does nothing if `before` equals `after`. */
export const recordAudit = (tx: Tx, { now, ...change }: AuditedChange): Promise<void> => recordAudits(tx, [change], now)

/** Lines of one statement. */
const AT_ONCE = 500

/** Writes the audit lines of changes that are made together. */
export const recordAudits = async (tx: Tx, changes: Omit<AuditedChange, 'now'>[], now: Date): Promise<void> => {
  const lines = changes.flatMap(({ by, action, subject, before, after, reason }) => {
    if (before && after && JSON.stringify(before) === JSON.stringify(after)) return []
    return { ...lineOf(by, action, subject), before, after, reason: reason || null }
  })
  for (let from = 0; from < lines.length; from += AT_ONCE)
    await saveAuditLines(tx, lines.slice(from, from + AT_ONCE), now)
}

export const recordView = (db: Queryable, by: Staff, subject: Audited | Audited[], now: Date): Promise<void> => {
  const lines = [subject].flat().map(s => lineOf(by, 'view', s))
  return saveAuditLines(db, lines, now)
}

const lineOf = (by: Actor, action: AuditAction, { kind, id, key }: Audited) => ({
  actor: actorOf(by),
  action,
  subjectKind: kind,
  subjectId: id,
  subjectKey: key,
})

type Undo = Pick<AuditedChange, 'action' | 'now'> & {
  by: Staff
  subject: { kind: AuditKind; id?: number }
  /** The values now, under the names that the audit line has. */
  current: Record<string, unknown>
}

/** Reason of the audit line that an undo writes; an undo itself is not undone. */
export const UNDO_REASON = 'Undo'

/**
 * Returns the values before a change, if it may be undone: the last change of the subject, by the same staff user, at
 * most 30 seconds old, and the values are still those that it set. Call it after locking the subject.
 */
export const findUndoable = async (
  tx: Tx,
  { by, action, subject, current, now }: Undo,
): Promise<Record<string, unknown> | null> => {
  const line = await findLastChange(tx, subject)
  if (!line || line.actor !== `staff:${by.id}` || line.action !== action || line.reason === UNDO_REASON) return null
  if (now.getTime() - line.at.getTime() > UNDO_MS) return null
  return isSame(line.after ?? {}, current) ? (line.before ?? {}) : null
}

/** Compares as JSON, because the audit stores dates as text and sorts the names. */
const isSame = (stored: Record<string, unknown>, current: Record<string, unknown>): boolean =>
  Object.entries(current).every(
    ([name, value]) => JSON.stringify(stored[name] ?? null) === JSON.stringify(value ?? null),
  )
