import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { AuditKind } from '#src/core/rules/audit.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import type { RowLabel } from '#src/core/rules/rows.ts'
import { COURSE_NAME, COURSE_TOKEN } from '#src/courses/store/schema/course-columns.ts'

/** SQL for the fields of a label. Its kind is that of the row, and its id the one that it is found by, unless set. */
interface LabelSql extends Partial<Record<keyof RowLabel, string>> {
  from: string
  /** Column that the row is found by. */
  by: string
  name: string
}

const PERSON = `coalesce(${PERSON_NAME}, p.email)`
const STAFF = "coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)"

const labels = {
  entitlement: {
    from: 'entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id',
    by: 'e.id',
    name: PERSON,
    course: COURSE_NAME,
    token: 'e.token',
  },
  person: { from: 'people p', by: 'p.id', name: PERSON, key: 'p.email' },
  coupon: { from: 'coupons k', by: 'k.id', name: 'k.coupon_code', key: 'k.coupon_code' },
  course: { from: 'courses c', by: 'c.id', name: COURSE_NAME, key: 'c.context_id', token: COURSE_TOKEN },
  school: { from: 'schools s', by: 's.id', name: 's.name' },
  consumer: {
    from: 'consumers k join schools s on s.id = k.school_id',
    by: 'k.id',
    kind: "'school'",
    id: 's.id',
    name: 's.name',
    key: 'k.key',
  },
  platform: { from: 'platforms f', by: 'f.id', name: 'f.domain' },
  // One that belongs to no school has a page of its own.
  deployment: {
    from: 'deployments d join platforms f on f.id = d.platform_id left join schools s on s.id = d.school_id',
    by: 'd.id',
    kind: "case when s.id is null then 'deployment' else 'school' end",
    id: 'coalesce(s.id, d.id)',
    name: 'coalesce(s.name, d.seen_name, f.domain)',
  },
  product: { from: 'products r', by: 'r.id', name: 'r.name', key: 'r.product_code' },
  'service-account': { from: 'service_accounts a', by: 'a.id', name: 'a.name' },
  staff: { from: 'staff_users u', by: 'u.id', name: STAFF },
  message: {
    from: 'messages m',
    by: 'm.id',
    name: "coalesce(m.data->>'name', m.recipient)",
    course: "m.data->>'course'",
    key: 'm.recipient',
  },
} satisfies Partial<Record<AuditKind | 'message', LabelSql>>

/**
 * SQL for the label of a row as JSON. Embedded in statements that list events, it looks up each row by primary key instead
 * of running one statement per line.
 */
const labelOf = (kind: keyof typeof labels, id: string): string => {
  const { from, by, ...fields }: LabelSql = labels[kind]
  const pairs = Object.entries({ kind: `'${kind}'`, id: by, ...fields }).map(([name, value]) => `'${name}', ${value}`)
  return `(select json_build_object(${pairs.join(', ')}) from ${from} where ${by} = ${id})`
}

/** SQL for the label of an audit line's subject. */
export const AUDIT_SUBJECT_LABEL = `case audit.subject_kind ${keysOf(labels)
  .map(kind => `when '${kind}' then ${labelOf(kind, 'audit.subject_id')}`)
  .join(' ')} end`

/** SQL for the label of a job's subject. `data` is the SQL expression of the job's data. */
export const jobSubjectLabel = (data: string): string => {
  const field = (name: string) => `(${data}->>'${name}')::bigint`
  const ofTarget = `(select g.entitlement_id from grade_targets g where g.id = ${field('targetId')})`
  return `case when ${data} ? 'entitlementId' then ${labelOf('entitlement', field('entitlementId'))}
    when ${data} ? 'targetId' then ${labelOf('entitlement', ofTarget)}
    when ${data} ? 'messageId' then ${labelOf('message', field('messageId'))}
    when ${data} ? 'courseId' then ${labelOf('course', field('courseId'))}
    when ${data} ? 'schoolId' then ${labelOf('school', field('schoolId'))}
    when ${data} ? 'productId' then ${labelOf('product', field('productId'))} end`
}
