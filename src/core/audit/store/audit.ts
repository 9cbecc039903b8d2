import { and, desc, eq, isNull, lt, max, ne } from 'drizzle-orm'
import type { Queryable } from '../../db/db.ts'
import type { AuditAction, AuditKind } from '../../rules/audit.ts'
import { audit } from './schema.ts'

/** `actor` is 'student', 'staff:7', 'service:3' or 'system'. */
type AuditLine = Omit<typeof audit.$inferInsert, 'at' | 'action' | 'subjectKind'> & {
  action: AuditAction
  subjectKind: AuditKind
}

/** Writes an audit line. Call it in the transaction of the change, so that neither exists without the other. */
export const saveAudit = (tx: Queryable, line: AuditLine, now: Date): Promise<void> => saveAuditLines(tx, [line], now)

export const saveAuditLines = async (tx: Queryable, lines: AuditLine[], now: Date): Promise<void> => {
  if (lines.length > 0) await tx.orm.insert(audit).values(lines.map(line => ({ ...line, at: now })))
}

/** Returns the id of the newest change of a subject, or 0. A form keeps it to detect later changes. */
export const lastAuditId = async (db: Queryable, kind: AuditKind, id: number): Promise<number> => {
  const [row] = await db.orm
    .select({ id: max(audit.id) })
    .from(audit)
    .where(and(eq(audit.subjectKind, kind), eq(audit.subjectId, id), ne(audit.action, 'view')))
  return row?.id ?? 0
}

/** Returns the newest line about a subject, record views excluded. Without an id: a subject that exists once. */
export const findLastChange = async (db: Queryable, { kind, id }: { kind: AuditKind; id?: number }) => {
  const [line] = await db.orm
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.subjectKind, kind),
        id === undefined ? isNull(audit.subjectId) : eq(audit.subjectId, id),
        ne(audit.action, 'view'),
      ),
    )
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(1)
  return line ?? null
}

/** Returns when an action was last done with a subject; null if never. */
export const findLastAt = async (
  db: Queryable,
  action: AuditAction,
  { kind, id }: { kind: AuditKind; id: number },
): Promise<Date | null> => {
  const [line] = await db.orm
    .select({ at: max(audit.at) })
    .from(audit)
    .where(and(eq(audit.subjectKind, kind), eq(audit.subjectId, id), eq(audit.action, action)))
  return line?.at ?? null
}

/** Deletes old record views, and old lines about changes. */
export const deleteAuditBefore = async (db: Queryable, before: { views: Date; changes: Date }): Promise<void> => {
  await db.orm.delete(audit).where(and(eq(audit.action, 'view'), lt(audit.at, before.views)))
  await db.orm.delete(audit).where(and(ne(audit.action, 'view'), lt(audit.at, before.changes)))
}

const ACTORS: Record<string, string> = { student: 'Student', system: 'System' }

export const actorName = (actor: string, name: string | null): string =>
  /^(staff|service):/.test(actor) ? (name ?? 'Unknown') : (ACTORS[actor] ?? actor)
