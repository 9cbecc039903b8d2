import { and, desc, eq, lt, max, ne, or, sql } from 'drizzle-orm'
import type { AuditAction, AuditEntry, AuditKind } from '../../domain/audit.ts'
import type { RowLabel } from '../../domain/named.ts'
import type { Queryable } from '../db.ts'
import { audit } from '../schema/audit.ts'
import { staffUsers } from '../schema/staff.ts'
import { NAMED_IN_AUDIT } from './named.ts'

export interface AuditLine {
  /** 'student', 'staff:7', 'system'. */
  actor: string
  action: AuditAction
  subjectKind: AuditKind
  subjectId?: number
  /** Key of a subject that is not a row of ours: a domain, an email. */
  subjectKey?: string
  before?: object
  after?: object
  reason?: string
}

/** Writes an audit line. Call it in the transaction of the change, so that neither exists without the other. */
export const saveAudit = (tx: Queryable, line: AuditLine, now: Date): Promise<void> => saveAuditLines(tx, [line], now)

export const saveAuditLines = async (tx: Queryable, lines: AuditLine[], now: Date): Promise<void> => {
  if (lines.length > 0) await tx.orm.insert(audit).values(lines.map(line => ({ ...line, at: now })))
}

export interface AuditFilter {
  subject?: { kind: AuditKind; id?: number; key?: string } | undefined
  /** Matches lines about any of these. */
  subjects?: { kind: AuditKind; id: number }[] | undefined
  actor?: string | undefined
  /** Leaves out record views. */
  changesOnly?: boolean | undefined
  /** Id of the last line of the previous page. */
  before?: number | undefined
  /** Adds a label of each line's subject. */
  named?: boolean | undefined
  most: number
}

/** Lists audit lines, newest first. At most `filter.most`. */
export const listAudit = async (db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> => {
  const { subject, subjects, actor, changesOnly, before, named, most } = filter
  const rows = await db.orm
    .select({
      line: audit,
      first: staffUsers.firstName,
      last: staffUsers.lastName,
      email: staffUsers.email,
      about: sql<RowLabel | null>`${sql.raw(named ? NAMED_IN_AUDIT : 'null')}`,
    })
    .from(audit)
    .leftJoin(staffUsers, sql`${audit.actor} = 'staff:' || ${staffUsers.id}`)
    .where(
      and(
        subject && eq(audit.subjectKind, subject.kind),
        subject?.id === undefined ? undefined : eq(audit.subjectId, subject.id),
        subject?.key === undefined ? undefined : eq(audit.subjectKey, subject.key),
        subjects &&
          (or(...subjects.map(s => and(eq(audit.subjectKind, s.kind), eq(audit.subjectId, s.id)))) ?? sql`false`),
        actor ? eq(audit.actor, actor) : undefined,
        changesOnly ? ne(audit.action, 'view') : undefined,
        before ? lt(audit.id, before) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(most)
  return rows.map(({ line, first, last, email, about }) => ({
    ...line,
    about,
    before: line.before as AuditEntry['before'],
    after: line.after as AuditEntry['after'],
    who: actorName(line.actor, `${first ?? ''} ${last ?? ''}`.trim() || email),
  }))
}

/**
 * Returns the id of the newest line about a subject, record views excluded; 0 when there is none. A form keeps it to
 * detect later changes.
 */
export const lastAuditId = async (db: Queryable, kind: AuditKind, id: number): Promise<number> => {
  const [row] = await db.orm
    .select({ id: max(audit.id) })
    .from(audit)
    .where(and(eq(audit.subjectKind, kind), eq(audit.subjectId, id), ne(audit.action, 'view')))
  return row?.id ?? 0
}

const actorName = (actor: string, colleague: string | null): string =>
  actor.startsWith('staff:')
    ? (colleague ?? 'Unknown')
    : actor === 'student'
      ? 'Student'
      : actor === 'system'
        ? 'System'
        : actor
