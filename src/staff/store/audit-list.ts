import { codeKey } from '#src/codes/rules/access-code.ts'
import { actorName } from '#src/core/audit/store/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { type AuditEntry, auditKind, auditKinds } from '#src/core/rules/audit.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { AUDIT_SUBJECT_LABEL } from './row-labels.ts'

type Row = Omit<AuditEntry, 'who'> & { actor: string; colleague: string | null }

/** Lists the audit log. Leaves out record views, which outnumber the changes, unless `looks` is 'yes'. */
export const listAuditRows = async (db: Queryable, query: ListQuery): Promise<ListPage<AuditEntry>> => {
  const values = new SqlValues()
  const { kind, actor, looks } = query.filters
  const page = await listRows<Row>(
    db,
    {
      select: `audit.id, audit.at, audit.actor, audit.action, audit.subject_kind as "subjectKind", audit.subject_id as "subjectId",
        audit.subject_key as "subjectKey", audit.before, audit.after, audit.reason, ${AUDIT_SUBJECT_LABEL} as about,
        (select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) from staff_users u where audit.actor = 'staff:' || u.id) as colleague`,
      from: 'audit',
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
  const rows = page.rows.map(({ actor, colleague, ...line }) => ({ ...line, who: actorName(actor, colleague) }))
  return { ...page, rows }
}

/** Lines about one subject, newest first. Each part reads an index of subjects; together they are few. */
const MOST_OF_SUBJECT = 1000

/** SQL condition that a line is about this email address, access code, school, consumer key, product code or video domain. */
const subjectCondition = (words: string, values: SqlValues): string | null => {
  if (words === '') return null
  const typed = values.add(words)
  const of = (kind: string, table: string, condition: string) =>
    `select a.id from ${table} t join audit a on a.subject_kind = '${kind}' and a.subject_id = t.id where ${condition}`
  const parts = [
    `select a.id from audit a where a.subject_kind = any(${values.add(Object.keys(auditKinds))}) and a.subject_key = ${typed}`,
    of('coupon', 'coupons', `t.code_key = ${values.add(codeKey(words))}`),
    of('consumer', 'consumers', `t.key = ${typed}`),
    of(
      'school',
      'schools',
      `lower(t.name) = lower(${typed}) or t.id = (select school_id from consumers where key = ${typed})`,
    ),
    of('product', 'products', `t.product_code = ${typed}`),
    of('person', 'people', `t.email = lower(${typed})`),
  ]
  return `audit.id = any(array(select id from (${parts.join(' union all ')}) of order by id desc limit ${MOST_OF_SUBJECT}))`
}
