import type { SubjectKind } from '#src/access/rules/entitlement.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { AuditKind } from '#src/core/rules/audit.ts'
import { COURSE_NAME, COURSE_TOKEN, deploymentSchool } from '#src/courses/store/schema/course-columns.ts'

const json = (kind: string, fields: string, from: string): string =>
  `(select json_build_object('kind', '${kind}', ${fields}) from ${from})`

const PERSON = `coalesce(${PERSON_NAME}, p.email)`

const entitlement = (kind: SubjectKind) => (id: string) =>
  json(
    kind,
    `'id', x.id, 'name', ${PERSON}, 'course', ${COURSE_NAME}, 'token', x.token`,
    `${kind}s x join people p on p.id = x.person_id join courses c on c.id = x.course_id where x.id = ${id}`,
  )

/**
 * SQL for the label of a row, by kind and id. Embedded in statements that list events,
 * it looks up each row by primary key instead of running one statement per line.
 */
const named = {
  enrollment: entitlement('enrollment'),
  membership: entitlement('membership'),
  person: id => json('person', `'id', p.id, 'name', ${PERSON}, 'key', p.email`, `people p where p.id = ${id}`),
  coupon: id =>
    json('coupon', "'id', k.id, 'name', k.coupon_code, 'key', k.coupon_code", `coupons k where k.id = ${id}`),
  course: id =>
    json(
      'course',
      `'id', c.id, 'name', ${COURSE_NAME}, 'key', c.context_id, 'token', case when c.consumer_id is null
        then ${COURSE_TOKEN} end`,
      `courses c where c.id = ${id}`,
    ),
  consumer: id => json('consumer', "'id', s.id, 'name', s.name, 'key', s.key", `consumers s where s.id = ${id}`),
  platform: id => json('platform', "'id', f.id, 'name', f.domain", `platforms f where f.id = ${id}`),
  deployment: id =>
    json(
      'deployment',
      `'id', d.id, 'name', ${deploymentSchool()}`,
      `deployments d join platforms f on f.id = d.platform_id where d.id = ${id}`,
    ),
  product: id => json('product', "'id', r.id, 'name', r.name, 'key', r.product_code", `products r where r.id = ${id}`),
  message: id =>
    json(
      'message',
      "'id', m.id, 'name', coalesce(m.data->>'name', m.recipient), 'course', m.data->>'course', 'key', m.recipient",
      `messages m where m.id = ${id}`,
    ),
} satisfies Partial<Record<AuditKind | 'message', (id: string) => string>>

/** SQL for the label of an audit line's subject. */
export const AUDIT_SUBJECT_LABEL = `case audit.subject_kind ${Object.entries(named)
  .map(([kind, by]) => `when '${kind}' then ${by('audit.subject_id')}`)
  .join(' ')} end`

/** SQL for the label of a job's subject. `data` is the SQL expression of the job's data. */
export const jobSubjectLabel = (data: string): string => {
  const field = (path: string) => `(${data}->>'${path}')::bigint`
  const subject = `coalesce(${data}->'subject', ${data})`
  const row = (kind: SubjectKind) =>
    `when ${subject}->>'kind' = '${kind}' then ${named[kind](`(${subject}->>'id')::bigint`)}`
  return `case when ${data} ? 'enrollmentId' then ${named.enrollment(field('enrollmentId'))}
    when ${data} ? 'messageId' then ${named.message(field('messageId'))}
    when ${data} ? 'courseId' then ${named.course(field('courseId'))}
    when ${data} ? 'productId' then ${named.product(field('productId'))}
    ${row('enrollment')} ${row('membership')} end`
}
