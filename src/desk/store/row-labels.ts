import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { AuditKind } from '#src/core/rules/audit.ts'
import type { RowLabel } from '#src/core/rules/rows.ts'
import { COURSE_NAME, COURSE_TOKEN } from '#src/courses/store/schema/course-columns.ts'

/** SQL for a `RowLabel` as JSON. `fields` has an SQL expression for each field. */
const label = (kind: string, fields: Partial<Record<keyof RowLabel, string>>, from: string): string => {
  const pairs = Object.entries({ kind: `'${kind}'`, ...fields }).map(([name, value]) => `'${name}', ${value}`)
  return `(select json_build_object(${pairs.join(', ')}) from ${from})`
}

const PERSON = `coalesce(${PERSON_NAME}, p.email)`
const STAFF = "coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)"

/**
 * SQL for the label of a row, by kind and id. Embedded in statements that list events, it looks up each row by primary key
 * instead of running one statement per line.
 */
const labels = {
  entitlement: id =>
    label(
      'entitlement',
      { id: 'e.id', name: PERSON, course: COURSE_NAME, token: 'e.token' },
      `entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id where e.id = ${id}`,
    ),
  person: id => label('person', { id: 'p.id', name: PERSON, key: 'p.email' }, `people p where p.id = ${id}`),
  coupon: id =>
    label('coupon', { id: 'k.id', name: 'k.coupon_code', key: 'k.coupon_code' }, `coupons k where k.id = ${id}`),
  course: id =>
    label(
      'course',
      { id: 'c.id', name: COURSE_NAME, key: 'c.context_id', token: COURSE_TOKEN },
      `courses c where c.id = ${id}`,
    ),
  school: id => label('school', { id: 's.id', name: 's.name' }, `schools s where s.id = ${id}`),
  consumer: id =>
    label(
      'school',
      { id: 's.id', name: 's.name', key: 'k.key' },
      `consumers k join schools s on s.id = k.school_id where k.id = ${id}`,
    ),
  platform: id => label('platform', { id: 'f.id', name: 'f.domain' }, `platforms f where f.id = ${id}`),
  // One that belongs to no school has a page of its own.
  deployment: id =>
    label(
      'deployment',
      {
        kind: "case when s.id is null then 'deployment' else 'school' end",
        id: 'coalesce(s.id, d.id)',
        name: 'coalesce(s.name, d.seen_name, f.domain)',
      },
      `deployments d join platforms f on f.id = d.platform_id left join schools s on s.id = d.school_id where d.id = ${id}`,
    ),
  product: id =>
    label('product', { id: 'r.id', name: 'r.name', key: 'r.product_code' }, `products r where r.id = ${id}`),
  'service-account': id =>
    label('service-account', { id: 'a.id', name: 'a.name' }, `service_accounts a where a.id = ${id}`),
  staff: id => label('staff', { id: 'u.id', name: STAFF }, `staff_users u where u.id = ${id}`),
  message: id =>
    label(
      'message',
      {
        id: 'm.id',
        name: "coalesce(m.data->>'name', m.recipient)",
        course: "m.data->>'course'",
        key: 'm.recipient',
      },
      `messages m where m.id = ${id}`,
    ),
} satisfies Partial<Record<AuditKind | 'message', (id: string) => string>>

/** SQL for the label of an audit line's subject. */
export const AUDIT_SUBJECT_LABEL = `case audit.subject_kind ${Object.entries(labels)
  .map(([kind, by]) => `when '${kind}' then ${by('audit.subject_id')}`)
  .join(' ')} end`

/** SQL for the label of a job's subject. `data` is the SQL expression of the job's data. */
export const jobSubjectLabel = (data: string): string => {
  const field = (name: string) => `(${data}->>'${name}')::bigint`
  const ofTarget = `(select g.entitlement_id from grade_targets g where g.id = ${field('targetId')})`
  return `case when ${data} ? 'entitlementId' then ${labels.entitlement(field('entitlementId'))}
    when ${data} ? 'targetId' then ${labels.entitlement(ofTarget)}
    when ${data} ? 'messageId' then ${labels.message(field('messageId'))}
    when ${data} ? 'courseId' then ${labels.course(field('courseId'))}
    when ${data} ? 'schoolId' then ${labels.school(field('schoolId'))}
    when ${data} ? 'productId' then ${labels.product(field('productId'))} end`
}
