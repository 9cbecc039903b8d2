import type { Tx } from '../db/db.ts'
import type { AuditAction, AuditKind } from '../rules/audit.ts'
import type { Staff } from '../rules/staff.ts'
import { UNDO_MS } from '../rules/undo.ts'
import { findLastChange } from './store/audit.ts'

interface Undo {
  by: Staff
  action: AuditAction
  subject: { kind: AuditKind; id?: number }
  /** The values now, under the names that the audit line has. */
  current: Record<string, unknown>
  now: Date
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
