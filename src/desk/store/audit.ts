import { and, desc, eq, or, sql } from 'drizzle-orm'
import { actorName } from '#src/core/audit/store/audit.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { type AuditEntry, type AuditKind, auditKind, auditKinds } from '#src/core/rules/audit.ts'
import { codesTyped } from '#src/core/rules/normalize.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { AUDIT_SUBJECT_LABEL } from './row-labels.ts'

export interface AuditFilter {
  subject?: { kind: AuditKind; id?: number; key?: string } | undefined
  /** Matches lines about any of these. */
  subjects?: { kind: AuditKind; id: number }[] | undefined
  /** Leaves out record views. */
  changesOnly?: boolean | undefined
  most: number
}

/** SQL for the name of a line's actor: a colleague or a program; null for another, or one that is gone. */
const ACTOR_NAME = `case split_part(audit.actor, ':', 1)
  when 'staff' then (select coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) from staff_users u
    where u.id = split_part(audit.actor, ':', 2)::bigint)
  when 'service' then (select s.name from service_accounts s where s.id = split_part(audit.actor, ':', 2)::bigint) end`

/** Lists audit lines, newest first. At most `filter.most`. */
export const listAudit = async (db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> => {
  const { subject, subjects, changesOnly, most } = filter
  const rows = await db.orm
    .select({ line: audit, name: sql<string | null>`${sql.raw(ACTOR_NAME)}` })
    .from(audit)
    .where(
      and(
        subject && eq(audit.subjectKind, subject.kind),
        subject?.id === undefined ? undefined : eq(audit.subjectId, subject.id),
        subject?.key === undefined ? undefined : eq(audit.subjectKey, subject.key),
        subjects &&
          (or(...subjects.map(s => and(eq(audit.subjectKind, s.kind), eq(audit.subjectId, s.id)))) ?? sql`false`),
        changesOnly ? sql`${audit.action} <> 'view'` : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(most)
  return rows.map(({ line, name }) => ({ ...line, about: null, who: actorName(line.actor, name) }))
}

type Row = Omit<AuditEntry, 'who'> & { actor: string; name: string | null }

/** Lists the audit log. Leaves out record views, which outnumber the changes, unless `looks` is 'yes'. */
export const listAuditRows = async (db: Queryable, query: ListQuery): Promise<ListPage<AuditEntry>> => {
  const values = new SqlValues()
  const { kind, actor, looks } = query.filters
  const page = await listRows<Row>(
    db,
    {
      select: `audit.id, audit.at, audit.actor, audit.action, audit.subject_kind as "subjectKind", audit.subject_id as "subjectId",
        audit.subject_key as "subjectKey", audit.before, audit.after, audit.reason, ${AUDIT_SUBJECT_LABEL} as about,
        ${ACTOR_NAME} as name`,
      from: 'audit',
      narrow: 'audit',
      where: [
        subjectCondition(query.words, values),
        auditKind(kind) ? `audit.subject_kind = ${values.add(kind)}` : null,
        actor ? `audit.actor = ${values.add(actor)}` : null,
        looks === 'yes' ? null : "audit.action <> 'view'",
      ],
      id: 'audit.id',
      sorts: { newest: { by: 'audit.id', kind: 'number', descends: true }, oldest: { by: 'audit.id', kind: 'number' } },
      values,
    },
    query,
  )
  const rows = page.rows.map(({ actor, name, ...line }) => ({ ...line, who: actorName(actor, name) }))
  return { ...page, rows }
}

/** Lines about one subject, newest first. Each part reads an index of subjects; together they are few. */
const MOST_OF_SUBJECT = 1000

/** SQL condition that a line is about this email address, access code, school, consumer key, product code or video domain. */
const subjectCondition = (words: string, values: SqlValues): string | null => {
  if (words === '') return null
  const typed = values.add(words)
  const beginning = values.add(`${escaped(words)}%`)
  const of = (kind: string, table: string, condition: string) =>
    `select a.id from ${table} t join audit a on a.subject_kind = '${kind}' and a.subject_id = t.id where ${condition}`
  const parts = [
    `select a.id from audit a where a.subject_kind = any(${values.add(Object.keys(auditKinds))}) and a.subject_key = ${typed}`,
    of('coupon', 'coupons', `t.code_key = any(${values.add(codesTyped(words))})`),
    of('consumer', 'consumers', `t.key = ${typed}`),
    of(
      'school',
      'schools',
      `lower(t.name) = lower(${typed}) or t.id = (select school_id from consumers where key = ${typed})`,
    ),
    of('product', 'products', `t.product_code = ${typed}`),
    of('service-account', 'service_accounts', `lower(t.name) like lower(${beginning})`),
    of('staff', 'staff_users', `t.email = lower(${typed})`),
    of('person', 'people', `t.email = lower(${typed})`),
    of('entitlement', 'entitlements', `t.person_id in (select id from people where email = lower(${typed}))`),
  ]
  return `audit.id = any(array(select id from (${parts.join(' union all ')}) of order by id desc limit ${MOST_OF_SUBJECT}))`
}
