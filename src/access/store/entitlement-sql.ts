import { COURSE_COLUMNS, deploymentSchool, PRODUCTS, schoolJson } from '#src/courses/store/schema/course-columns.ts'
import type { SubjectKind } from '../rules/entitlement.ts'
import { PERSON_NAME } from './schema/people.ts'

/** SQL for the rows of one kind of a person `p` and everyone merged with them. */
const rowsOfOnePerson = (kind: SubjectKind) => `
    select '${kind}' as kind, x.id, x.course_id, x.token, x.processed_at, x.access_ends_at,
      case when q.id <> p.id then greatest(p.one_person_since, q.one_person_since) end as linked_at
    from people q join ${kind}s x on x.person_id = q.id where q.id = p.id or q.one_person = p.one_person`

/**
 * SQL for the person's other rows in the same Canvas course. Products covered by one row count in all of them
 * (docs/rules/access.md).
 */
const othersOf = (kind: SubjectKind) => `coalesce((
    select json_agg(json_build_object('kind', o.kind, 'id', o.id, 'token', o.token, 'processedAt', o.processed_at, 'accessEndsAt', o.access_ends_at,
      'linkedAt', o.linked_at, 'schoolId', coalesce(oc.consumer_id, oc.deployment_id), 'productIds', array(select cp.product_id from course_products cp where cp.course_id = o.course_id)) order by o.kind, o.id)
    from (${rowsOfOnePerson('enrollment')} union all ${rowsOfOnePerson('membership')}) o join courses oc on oc.id = o.course_id
    where (oc.id = c.id or (oc.canvas_course_id = c.canvas_course_id and oc.canvas_domain = c.canvas_domain)) and (o.kind <> '${kind}' or o.id <> e.id)
  ), '[]')`

/** The kinds differ in their table and in the course's school: a consumer (1.1) or a deployment (1.3). */
interface Own {
  kind: SubjectKind
  columns: string
  uses: string
  join: string
  school: string
}

/** SQL for what a payment page or redemption needs about one person in one course, but for what `restOf` adds. */
const mainOf = (own: Own) => `
  e.id, e.token, e.session_id, e.person_id, p.email, ${PERSON_NAME} as person_name, coalesce(p.language, p.launch_language) as language,
  ${own.columns}, e.agreed_at, e.agreed_terms, e.processed_at, e.processed_by, e.source, e.unprocessed_at, e.stripe_event_id, e.access_ends_at, e.last_period_ended_at, e.seen_origin, e.updated_at,
  e.is_test, exists (select from course_teachers t where t.course_id = c.id and t.person_id = p.id) as has_taught,
  c.id as course_id, ${COURSE_COLUMNS}, ${own.school} as school, s.id as school_id,
  coalesce((
    select json_agg(json_build_object('couponId', u.coupon_id, 'code', k.coupon_code, 'productId', u.product_id, 'hasUsesLeft', k.used < k.max_usage, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
    from coupon_uses u join coupons k on k.id = u.coupon_id where u.${own.uses} = e.id
  ), '[]') as codes,
  coalesce((
    select json_agg(json_build_object('priceId', q.stripe_price_id, 'amount', q.amount, 'currency', q.currency, 'sells', q.sells, 'fetchedAt', q.fetched_at))
    from course_products cp join products r on r.id = cp.product_id join prices q on q.stripe_price_id = r.stripe_price_id where cp.course_id = c.id
  ), '[]') as prices,
  ${PRODUCTS} as products`

/** SQL for what most people do not have: card payments, and other rows. */
const restOf = (own: Own) => `array(
    select distinct l.product_id from checkout_lines l join checkouts x on x.id = l.checkout_id
    where x.${own.uses} = e.id and l.covers
  ) as paid,
  exists (select from checkouts x where x.${own.uses} = e.id) as has_checkouts,
  ${othersOf(own.kind)} as others`

/** SQL that says whether `restOf` may find something. */
const hasRestOf = (own: Own) => `(p.one_person is not null
    or exists (select from checkouts x where x.${own.uses} = e.id)
    or exists (select from enrollments x where x.person_id = p.id and x.token <> e.token)
    or exists (select from memberships x where x.person_id = p.id and x.token <> e.token)) as has_rest`

const tablesOf = (kind: SubjectKind) =>
  `from ${kind}s e join people p on p.id = e.person_id join courses c on c.id = e.course_id`

const kinds: Record<SubjectKind, Own> = {
  enrollment: {
    kind: 'enrollment',
    columns: "e.grade_passback_id, e.born_by, 'learner' as role",
    uses: 'enrollment_id',
    join: 'consumers s on s.id = c.consumer_id',
    school: schoolJson(),
  },
  membership: {
    kind: 'membership',
    columns: "coalesce(e.line_item_url, e.line_items_url) as grade_passback_id, 'launch' as born_by, e.role",
    uses: 'membership_id',
    join: 'deployments s on s.id = c.deployment_id join platforms f on f.id = s.platform_id',
    school: schoolJson({ name: deploymentSchool('s'), isHosted: 'false' }),
  },
}

/** SQL for everything about one person in one course, in one statement. */
export const wholeSql = (kind: SubjectKind): string =>
  `select ${mainOf(kinds[kind])}, ${restOf(kinds[kind])} ${tablesOf(kind)} join ${kinds[kind].join}`

/** SQL for that without what most people do not have. `has_rest` says that `restSql` may find more. */
export const mainSql = (kind: SubjectKind): string =>
  `select ${mainOf(kinds[kind])}, ${hasRestOf(kinds[kind])} ${tablesOf(kind)} join ${kinds[kind].join}`

export const restSql = (kind: SubjectKind): string => `select ${restOf(kinds[kind])} ${tablesOf(kind)}`
