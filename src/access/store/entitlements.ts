import { prepared, type Queryable } from '#src/core/db/db.ts'
import { queryRows } from '#src/core/db/statements.ts'
import type { KnownPrice } from '#src/core/rules/money.ts'
import {
  COURSE_COLUMNS,
  type CourseRow,
  courseOf,
  PRICED_PRODUCTS,
  SCHOOL_JOIN,
  SCHOOL_JSON,
} from '#src/courses/store/schema/course-columns.ts'
import {
  type AttachedCode,
  type Entitlement,
  type EntitlementRef,
  entitlementKinds,
  type OtherRow,
} from '../rules/entitlement.ts'
import { IS_EMAIL_CLAIMED, PERSON_NAME } from './schema/people.ts'

const TABLES = `from entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id ${SCHOOL_JOIN}`

/** SQL for one person in one course, but for RARE: an entitlement `e`, its person `p`, its course `c` and school `s`. */
const COMMON = `
  e.kind, e.id, e.token, e.session_id as "sessionId", e.person_id as "personId",
  p.email, ${IS_EMAIL_CLAIMED} as "isEmailClaimed", ${PERSON_NAME} as name, coalesce(p.language, p.launch_language) as language,
  e.created_via as "createdVia", e.role, e.is_test as "isTest",
  exists (select from course_teachers t where t.course_id = c.id and t.person_id = p.id) as "hasTaught",
  e.agreed_at as "agreedAt", e.agreed_terms as "agreedTerms",
  e.processed_at as "processedAt", e.processed_by as "processedBy", e.source, e.unprocessed_at as "unprocessedAt",
  e.stripe_event_id as "stripeEventId", e.access_ends_at as "accessEndsAt", e.last_period_ended_at as "lastPeriodEndedAt",
  e.seen_origin as "seenOrigin", e.updated_at as "updatedAt",
  (
    select coalesce(t.sourced_id, t.line_item_url, t.line_items_url) from grade_targets t
    where t.entitlement_id = e.id order by t.id desc limit 1
  ) as "gradePassbackId",
  coalesce((
    select json_agg(json_build_object('couponId', u.coupon_id, 'code', k.coupon_code, 'productId', u.product_id,
      'hasUsesLeft', k.used < k.max_usage, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
    from coupon_uses u join coupons k on k.id = u.coupon_id where u.entitlement_id = e.id
  ), '[]') as codes,
  c.school_id as "schoolId", ${SCHOOL_JSON} as school,
  c.id as "courseId", ${COURSE_COLUMNS}, ${PRICED_PRODUCTS} as products`

/**
 * SQL for what most people do not have: card payments, and other rows in the same course of the LMS or of Canvas, or by
 * LTI 1.1 before the school moved to 1.3. Products covered by one row count in all of them (docs/rules/access.md).
 */
const RARE = `
  array(
    select distinct l.product_id from checkout_lines l join checkouts x on x.id = l.checkout_id
    where x.entitlement_id = e.id and l.covers
  ) as paid,
  exists (select from checkouts x where x.entitlement_id = e.id) as "hasCheckouts",
  coalesce((
    select json_agg(json_build_object('id', o.id, 'token', o.token, 'processedAt', o.processed_at, 'accessEndsAt', o.access_ends_at,
      'linkedAt', r.linked_at, 'schoolId', oc.school_id,
      'productIds', array(select cp.product_id from course_products cp where cp.course_id = oc.id)) order by o.kind, o.id)
    from (
      select o.id, case when q.id <> p.id then greatest(p.one_person_since, q.one_person_since) end as linked_at
      from people q join entitlements o on o.person_id = q.id join courses oc on oc.id = o.course_id
      where (q.id = p.id or q.one_person = p.one_person) and o.id <> e.id
        and (oc.id = c.id or oc.one_course = c.one_course
          or (oc.canvas_course_id = c.canvas_course_id and oc.canvas_domain = c.canvas_domain))
      union all
      select m.from_id, m.created_at from moved_enrollments m where m.to_id = e.id
    ) r join entitlements o on o.id = r.id join courses oc on oc.id = o.course_id
  ), '[]') as others`

/** SQL that says whether RARE may find something. */
const HAS_RARE = `(p.one_person is not null
    or exists (select from checkouts x where x.entitlement_id = e.id)
    or exists (select from moved_enrollments m where m.to_id = e.id)
    or exists (select from entitlements x where x.person_id = p.id and x.id <> e.id)) as "hasRare"`

/** JSON has times as text. */
type AsJson<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }

interface Rare extends Pick<Entitlement, 'paid' | 'hasCheckouts'> {
  others: AsJson<OtherRow>[]
}

interface Common extends Omit<Entitlement, 'course' | 'codes' | 'prices' | keyof Rare>, CourseRow {
  codes: AsJson<AttachedCode>[]
  courseId: number
  products: (Entitlement['course']['products'][number] & { price: AsJson<KnownPrice> | null })[]
}

type Row = Common & Rare

const byToken = prepared<Common & { hasRare: boolean }>(
  'entitlement_by_token',
  `select ${COMMON}, ${HAS_RARE} ${TABLES} where e.token = $1`,
)
const rareOf = prepared<Rare>('entitlement_rest', `select ${RARE} ${TABLES} where e.id = $1`)
const byIds = prepared<Row>('entitlements_by_ids', `select ${COMMON}, ${RARE} ${TABLES} where e.id = any($1)`)
const byEmail = prepared<Row>(
  'entitlements_by_email',
  `select ${COMMON}, ${RARE} ${TABLES} where p.email = $1 and e.kind = $2 order by e.id desc limit 100`,
)

const date = (value: string | null): Date | null => (value === null ? null : new Date(value))

const toEntitlement = (row: Row): Entitlement => ({
  ...row,
  paid: row.paid.map(Number),
  prices: row.products.flatMap(({ price }) => (price ? { ...price, fetchedAt: new Date(price.fetchedAt) } : [])),
  codes: row.codes.map(c => ({ ...c, voidedAt: date(c.voidedAt) })),
  others: row.others.map(o => ({
    ...o,
    processedAt: date(o.processedAt),
    accessEndsAt: date(o.accessEndsAt),
    linkedAt: date(o.linkedAt),
  })),
  course: { ...courseOf(row.courseId, row), products: row.products.map(({ price: _, ...product }) => product) },
})

/** Pattern of tokens, ours and moved ones (docs/moving-in.md). Anything else is rejected without a query. */
const TOKEN = /^[\w-]{10,200}$/

/** Most people have no payment and no other row, so a page asks for those only when there are some. */
export const findEntitlementByToken = async (db: Queryable, token: string): Promise<Entitlement | null> => {
  if (!TOKEN.test(token)) return null
  const [row] = await byToken(db, [token])
  if (!row) return null
  const [rare] = row.hasRare ? await rareOf(db, [row.id]) : [{ paid: [], hasCheckouts: false, others: [] }]
  return rare ? toEntitlement(Object.assign(row, rare)) : null
}

export const findEntitlementById = async (db: Queryable, ref: EntitlementRef): Promise<Entitlement | null> =>
  (await listEntitlements(db, [ref]))[0] ?? null

/** Throws when the row does not exist. */
export const getEntitlement = async (db: Queryable, ref: EntitlementRef): Promise<Entitlement> => {
  const found = await findEntitlementById(db, ref)
  if (!found) throw new Error(`entitlement ${ref.id} does not exist`)
  return found
}

/** Lists these rows in the given order, leaving out missing ones. */
export const listEntitlements = async (db: Queryable, refs: EntitlementRef[]): Promise<Entitlement[]> => {
  if (refs.length === 0) return []
  const found = new Map((await byIds(db, [refs.map(ref => ref.id)])).map(row => [row.id, toEntitlement(row)]))
  return refs.flatMap(ref => found.get(ref.id) ?? [])
}

/** Lists rows of everyone with this email: enrollments before memberships, newest first, at most 100 of each. */
export const listEntitlementsByEmail = async (db: Queryable, email: string): Promise<Entitlement[]> => {
  const found: Entitlement[] = []
  for (const kind of entitlementKinds) found.push(...(await byEmail(db, [email, kind])).map(toEntitlement))
  return found
}

/** Lists the memberships of a course for the activation page. At most 500. */
export const listCourseMemberships = queryRows<Pick<Entitlement, 'email' | 'role' | 'token'>, [courseId: number]>(
  'course_memberships',
  `select p.email, e.role, e.token from entitlements e join people p on p.id = e.person_id
   where e.course_id = $1 and e.kind = 'membership' order by e.id limit 500`,
)

interface TargetRow {
  id: number
  /** Host that the grade is sent to. */
  host: string | null
}

const TARGETS = `select id, substring(coalesce(outcome_service_url, line_item_url, line_items_url) from '^https?://([^/?#]+)') as host
  from grade_targets`
const targetsOf = prepared<TargetRow>('grade_targets_of', `${TARGETS} where entitlement_id = $1 order by id`)
const targetById = prepared<TargetRow>('grade_target_host', `${TARGETS} where id = $1`)

export const listGradeTargets = (db: Queryable, { id }: EntitlementRef): Promise<TargetRow[]> => targetsOf(db, [id])

export const findGradeHost = async (db: Queryable, targetId: number): Promise<string | undefined> =>
  (await targetById(db, [targetId]))[0]?.host ?? undefined
