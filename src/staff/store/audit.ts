import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { actorName } from '#src/core/audit/store/audit.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import type { Queryable } from '#src/core/db/db.ts'
import type { AuditEntry, AuditKind } from '#src/core/rules/audit.ts'
import type { RowLabel } from '#src/core/rules/row-label.ts'
import { AUDIT_SUBJECT_LABEL } from './row-labels.ts'
import { staffUsers } from './schema.ts'

export interface AuditFilter {
  subject?: { kind: AuditKind; id?: number; key?: string } | undefined
  /** Matches lines about any of these. */
  subjects?: { kind: AuditKind; id: number }[] | undefined
  actor?: string | undefined
  /** Leaves out record views. */
  changesOnly?: boolean | undefined
  /** Id of the last line of the previous page. */
  before?: number | undefined
  /** Adds the label of each line's subject. */
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
      about: sql<RowLabel | null>`${sql.raw(named ? AUDIT_SUBJECT_LABEL : 'null')}`,
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
        changesOnly ? sql`${audit.action} <> 'view'` : undefined,
        before ? lt(audit.id, before) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(most)
  return rows.map(({ line, first, last, email, about }) => ({
    ...line,
    about,
    who: actorName(line.actor, `${first ?? ''} ${last ?? ''}`.trim() || email),
  }))
}
