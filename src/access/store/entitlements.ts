import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import {
  COURSE_COLUMNS,
  type CourseRow,
  courseOf,
  deploymentSchool,
  PRODUCTS,
  schoolJson,
} from '#src/courses/store/schema/course-columns.ts'
import type { School } from '#src/schools/rules/school.ts'
import {
  type Entitlement,
  type Origin,
  type OtherRow,
  type Source,
  type Subject,
  type SubjectKind,
  sameSubject,
} from '../rules/entitlement.ts'
import type { Role } from '../rules/role.ts'
import { PERSON_NAME } from './schema/people.ts'

interface Row extends CourseRow {
  id: number
  token: string
  session_id: string
  person_id: number
  email: string | null
  person_name: string | null
  language: Language | null
  grade_passback_id: string | null
  born_by: Origin
  role: Role
  is_test: boolean
  has_taught: boolean
  agreed_at: Date | null
  agreed_terms: string | null
  processed_at: Date | null
  processed_by: number | null
  source: Source | null
  unprocessed_at: Date | null
  stripe_event_id: string | null
  access_ends_at: Date | null
  seen_origin: string | null
  updated_at: Date
  codes: { couponId: number; code: string; productId: number; hasUsesLeft: boolean; voidedAt: string | null }[]
  paid: number[]
  has_checkouts: boolean
  prices: (Omit<KnownPrice, 'fetchedAt'> & { fetchedAt: string })[]
  others: (Omit<OtherRow, 'processedAt' | 'accessEndsAt' | 'linkedAt'> & {
    processedAt: string | null
    accessEndsAt: string | null
    linkedAt: string | null
  })[]
  course_id: number
  school: School
  school_id: number
  products: Entitlement['course']['products']
}

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

/**
 * SQL for everything a payment page or redemption needs about one person in one course, in one statement. The kinds
 * differ in their table and in the course's school: a consumer (1.1) or a deployment (1.3).
 */
const select = (own: { kind: SubjectKind; columns: string; uses: string; join: string; school: string }) => `
select e.id, e.token, e.session_id, e.person_id, p.email, ${PERSON_NAME} as person_name, coalesce(p.language, p.launch_language) as language,
  ${own.columns}, e.agreed_at, e.agreed_terms, e.processed_at, e.processed_by, e.source, e.unprocessed_at, e.stripe_event_id, e.access_ends_at, e.seen_origin, e.updated_at,
  e.is_test, exists (select from course_teachers t where t.course_id = c.id and t.person_id = p.id) as has_taught,
  c.id as course_id, ${COURSE_COLUMNS}, ${own.school} as school, s.id as school_id,
  coalesce((
    select json_agg(json_build_object('couponId', u.coupon_id, 'code', k.coupon_code, 'productId', u.product_id, 'hasUsesLeft', k.used < k.max_usage, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
    from coupon_uses u join coupons k on k.id = u.coupon_id where u.${own.uses} = e.id
  ), '[]') as codes,
  array(
    select distinct l.product_id from checkout_lines l join checkouts x on x.id = l.checkout_id
    where x.${own.uses} = e.id and l.covers
  ) as paid,
  exists (select from checkouts x where x.${own.uses} = e.id) as has_checkouts,
  coalesce((
    select json_agg(json_build_object('priceId', q.stripe_price_id, 'amount', q.amount, 'currency', q.currency, 'sells', q.sells, 'fetchedAt', q.fetched_at))
    from prices q where q.stripe_price_id in (select r.stripe_price_id from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id)
  ), '[]') as prices,
  ${othersOf(own.kind)} as others,
  ${PRODUCTS} as products
from ${own.kind}s e join people p on p.id = e.person_id join courses c on c.id = e.course_id join ${own.join}`

const texts: Record<SubjectKind, string> = {
  enrollment: select({
    kind: 'enrollment',
    columns: "e.grade_passback_id, e.born_by, 'learner' as role",
    uses: 'enrollment_id',
    join: 'consumers s on s.id = c.consumer_id',
    school: schoolJson(),
  }),
  membership: select({
    kind: 'membership',
    columns: "coalesce(e.line_item_url, e.line_items_url) as grade_passback_id, 'launch' as born_by, e.role",
    uses: 'membership_id',
    join: 'deployments s on s.id = c.deployment_id join platforms f on f.id = s.platform_id',
    school: schoolJson({ name: deploymentSchool('s'), isHosted: 'false' }),
  }),
}

const byToken = {
  enrollment: prepared<Row>('enrollment_by_token', `${texts.enrollment} where e.token = $1`),
  membership: prepared<Row>('membership_by_token', `${texts.membership} where e.token = $1`),
}
const byId = {
  enrollment: prepared<Row>('enrollment_by_id', `${texts.enrollment} where e.id = $1`),
  membership: prepared<Row>('membership_by_id', `${texts.membership} where e.id = $1`),
}
const byIds = {
  enrollment: prepared<Row>('enrollments_by_ids', `${texts.enrollment} where e.id = any($1)`),
  membership: prepared<Row>('memberships_by_ids', `${texts.membership} where e.id = any($1)`),
}

const byEmail = {
  enrollment: prepared<Row>(
    'enrollments_by_email',
    `${texts.enrollment} where p.email = $1 order by e.id desc limit 100`,
  ),
  membership: prepared<Row>(
    'memberships_by_email',
    `${texts.membership} where p.email = $1 order by e.id desc limit 100`,
  ),
}

/** Pattern of our tokens. Anything else is rejected without a query. */
const TOKEN = /^([em])_[\w-]{10,64}$/

const kindOf = (token: string): SubjectKind | null => {
  const letter = token.match(TOKEN)?.[1]
  return letter === 'e' ? 'enrollment' : letter === 'm' ? 'membership' : null
}

export const findEntitlementByToken = async (db: Queryable, token: string): Promise<Entitlement | null> => {
  const kind = kindOf(token)
  if (!kind) return null
  const [row] = await byToken[kind](db, [token])
  return row ? toEntitlement(kind, row) : null
}

export const findEntitlement = async (db: Queryable, { kind, id }: Subject): Promise<Entitlement | null> => {
  const [row] = await byId[kind](db, [id])
  return row ? toEntitlement(kind, row) : null
}

/** Lists these rows in the given order, leaving out missing ones. Runs one statement per kind. */
export const listEntitlements = async (db: Queryable, subjects: Subject[]): Promise<Entitlement[]> => {
  const found: Entitlement[] = []
  for (const kind of ['enrollment', 'membership'] as const) {
    const ids = subjects.filter(s => s.kind === kind).map(s => s.id)
    if (ids.length > 0) found.push(...(await byIds[kind](db, [ids])).map(row => toEntitlement(kind, row)))
  }
  return subjects.flatMap(s => found.find(e => sameSubject(e, s)) ?? [])
}

/** Lists rows of everyone with this email: enrollments before memberships, newest first, at most 100 of each. */
export const listEntitlementsByEmail = async (db: Queryable, email: string): Promise<Entitlement[]> => [
  ...(await byEmail.enrollment(db, [email])).map(row => toEntitlement('enrollment', row)),
  ...(await byEmail.membership(db, [email])).map(row => toEntitlement('membership', row)),
]

/** Throws when the row does not exist. */
export const getEntitlement = async (db: Queryable, subject: Subject): Promise<Entitlement> => {
  const found = await findEntitlement(db, subject)
  if (!found) throw new Error(`${subject.kind} ${subject.id} does not exist`)
  return found
}

const date = (value: string | null): Date | null => (value === null ? null : new Date(value))

const toEntitlement = (kind: SubjectKind, row: Row): Entitlement => ({
  kind,
  id: row.id,
  token: row.token,
  sessionId: row.session_id,
  personId: row.person_id,
  email: row.email,
  name: row.person_name,
  language: row.language,
  createdVia: row.born_by,
  gradePassbackId: row.grade_passback_id,
  role: row.role,
  isTest: row.is_test,
  hasTaught: row.has_taught,
  agreedAt: row.agreed_at,
  agreedTerms: row.agreed_terms,
  processedAt: row.processed_at,
  processedBy: row.processed_by,
  source: row.source,
  unprocessedAt: row.unprocessed_at,
  stripeEventId: row.stripe_event_id,
  accessEndsAt: row.access_ends_at,
  seenOrigin: row.seen_origin,
  updatedAt: row.updated_at,
  paid: row.paid.map(Number),
  hasCheckouts: row.has_checkouts,
  prices: row.prices.map(p => ({ ...p, fetchedAt: new Date(p.fetchedAt) })),
  codes: row.codes.map(c => ({ ...c, voidedAt: date(c.voidedAt) })),
  others: row.others.map(o => ({
    ...o,
    processedAt: date(o.processedAt),
    accessEndsAt: date(o.accessEndsAt),
    linkedAt: date(o.linkedAt),
  })),
  course: courseOf(row.course_id, row),
  school: row.school,
  schoolId: row.school_id,
})
