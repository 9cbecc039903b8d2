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
  /** What it is called where it is no row of ours: a domain, an e-mail. */
  subjectKey?: string
  before?: object
  after?: object
  reason?: string
}

/** Written in the transaction of the change itself: no change without its line, no line without its change. */
export const saveAudit = (tx: Queryable, line: AuditLine, now: Date): Promise<void> => saveAuditLines(tx, [line], now)

export const saveAuditLines = async (tx: Queryable, lines: AuditLine[], now: Date): Promise<void> => {
  if (lines.length > 0) await tx.orm.insert(audit).values(lines.map(line => ({ ...line, at: now })))
}

export interface AuditFilter {
  subject?: { kind: AuditKind; id?: number; key?: string } | undefined
  /** Lines about any of these. */
  subjects?: { kind: AuditKind; id: number }[] | undefined
  actor?: string | undefined
  /** Without what colleagues only looked at. */
  changesOnly?: boolean | undefined
  /** Only lines before this one: the next page. */
  before?: number | undefined
  /** With what each line is about, as staff know it. */
  named?: boolean | undefined
  most: number
}

/** The newest lines first. */
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
    who: whoIs(line.actor, `${first ?? ''} ${last ?? ''}`.trim() || email),
  }))
}

/** The newest line about something; 0: there is none. What a form remembers, to know of changes since. */
export const lastAuditId = async (db: Queryable, kind: AuditKind, id: number): Promise<number> => {
  const [row] = await db.orm
    .select({ id: max(audit.id) })
    .from(audit)
    .where(and(eq(audit.subjectKind, kind), eq(audit.subjectId, id), ne(audit.action, 'view')))
  return row?.id ?? 0
}

const whoIs = (actor: string, colleague: string | null): string =>
  actor.startsWith('staff:')
    ? (colleague ?? 'Unknown')
    : actor === 'student'
      ? 'Student'
      : actor === 'system'
        ? 'System'
        : actor
