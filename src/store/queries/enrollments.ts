import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Enrollment, Source } from '../../domain/enrollment.ts'
import { prepared, type Queryable, type Tx } from '../db.ts'
import { enrollments } from '../schema/enrollments.ts'

interface Row {
  id: number
  token: string
  session_id: string
  person_id: number
  email: string | null
  person_name: string | null
  grade_passback_id: string | null
  agreed_at: Date | null
  agreed_terms: string | null
  processed_at: Date | null
  source: Source | null
  access_ends_at: Date | null
  updated_at: Date
  codes: { couponId: number; code: string; productId: number; voidedAt: string | null }[]
  course_id: number
  context_id: string
  title: string | null
  label: string | null
  canvas_course_id: string | null
  canvas_domain: string | null
  workflow_state: string
  lms_origins: string[]
  term_ends_at: Date | null
  expires_at: Date | null
  products: Enrollment['course']['products']
  school_name: string
  accepts_payment: boolean
  accepts_access_code: boolean
  is_k12: boolean
  is_hosted: boolean
}

/** Everything a payment page or a redemption asks of one enrollment, in one round trip. */
const SELECT = `
select e.id, e.token, e.session_id, e.person_id, p.email, coalesce(p.name, nullif(concat_ws(' ', p.given_name, p.family_name), '')) as person_name,
  e.grade_passback_id, e.agreed_at, e.agreed_terms, e.processed_at, e.source, e.access_ends_at, e.updated_at,
  c.id as course_id, c.context_id, c.title, c.label, c.canvas_course_id, c.canvas_domain, c.workflow_state, c.lms_origins, c.term_ends_at, c.expires_at,
  s.name as school_name, s.accepts_payment, s.accepts_access_code, s.is_k12, s.is_hosted,
  coalesce((
    select json_agg(json_build_object('couponId', u.coupon_id, 'code', k.coupon_code, 'productId', u.product_id, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
    from coupon_uses u join coupons k on k.id = u.coupon_id where u.enrollment_id = e.id
  ), '[]') as codes,
  coalesce((
    select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name, 'stripePriceId', r.stripe_price_id, 'unitsForTeacher', r.units_for_teacher, 'isFree', r.is_free) order by r.product_code)
    from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id
  ), '[]') as products
from enrollments e join people p on p.id = e.person_id join courses c on c.id = e.course_id join consumers s on s.id = c.consumer_id`

const byToken = prepared<Row>('enrollment_by_token', `${SELECT} where e.token = $1`)
const byId = prepared<Row>('enrollment_by_id', `${SELECT} where e.id = $1`)

/** What a token of ours can look like; anything else is not worth a question to the database. */
const TOKEN = /^e_[\w-]{10,64}$/

export const findEnrollmentByToken = async (db: Queryable, token: string): Promise<Enrollment | null> => {
  if (!TOKEN.test(token)) return null
  const [row] = await byToken(db, [token])
  return row ? toEnrollment(row) : null
}

export const getEnrollment = async (db: Queryable, id: number): Promise<Enrollment> => {
  const [row] = await byId(db, [id])
  if (!row) throw new Error(`enrollment ${id} is gone`)
  return toEnrollment(row)
}

/** Locks rows in id order, the same order everywhere, so that two transactions never wait for each other (rules.md B1). */
export const lockEnrollments = async (tx: Tx, ids: number[]): Promise<void> => {
  await tx.orm
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(inArray(enrollments.id, ids))
    .orderBy(enrollments.id)
    .for('update')
}

/** The enrollment of a person in a course, made when they proved their address. The same one each time they come back. */
export const saveSignedUp = async (
  tx: Tx,
  given: { courseId: number; personId: number; token: string; sessionId: string },
): Promise<number> => {
  const [row] = await tx.orm
    .insert(enrollments)
    .values({ ...given, bornBy: 'sign_up' })
    .onConflictDoUpdate({
      target: [enrollments.courseId, enrollments.personId],
      set: { courseId: given.courseId },
    })
    .returning({ id: enrollments.id })
  return row!.id
}

/** Records that the person agreed to this version of the terms. */
export const saveAgreement = async (db: Queryable, id: number, terms: string, now: Date): Promise<void> => {
  await db.orm
    .update(enrollments)
    .set({ agreedAt: now, agreedTerms: terms, updatedAt: now })
    .where(eq(enrollments.id, id))
}

/** Moves `updated_at`, which the wire shows, where only a code changed. */
export const touchEnrollment = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx.orm.update(enrollments).set({ updatedAt: now }).where(eq(enrollments.id, id))
}

export interface Processing {
  id: number
  source: Source
  now: Date
  accessEndsAt: Date
}

/** Sets `processed_at`, once: false means the row was processed already (rules.md C). */
export const claimProcessing = async (
  db: Queryable,
  { id, source, now, accessEndsAt }: Processing,
): Promise<boolean> => {
  const rows = await db.orm
    .update(enrollments)
    .set({ processedAt: now, source, accessEndsAt, updatedAt: now })
    .where(and(eq(enrollments.id, id), isNull(enrollments.processedAt)))
    .returning({ id: enrollments.id })
  return rows.length === 1
}

const date = (value: string | null): Date | null => (value === null ? null : new Date(value))

const toEnrollment = (row: Row): Enrollment => ({
  kind: 'enrollment',
  id: row.id,
  token: row.token,
  sessionId: row.session_id,
  personId: row.person_id,
  email: row.email,
  name: row.person_name,
  gradePassbackId: row.grade_passback_id,
  agreedAt: row.agreed_at,
  agreedTerms: row.agreed_terms,
  processedAt: row.processed_at,
  source: row.source,
  accessEndsAt: row.access_ends_at,
  updatedAt: row.updated_at,
  codes: row.codes.map(c => ({ ...c, voidedAt: date(c.voidedAt) })),
  course: {
    id: row.course_id,
    contextId: row.context_id,
    title: row.title,
    label: row.label,
    canvasCourseId: row.canvas_course_id,
    canvasDomain: row.canvas_domain,
    workflowState: row.workflow_state,
    lmsOrigins: row.lms_origins,
    termEndsAt: row.term_ends_at,
    expiresAt: row.expires_at,
    products: row.products,
  },
  school: {
    name: row.school_name,
    acceptsPayment: row.accepts_payment,
    acceptsAccessCode: row.accepts_access_code,
    isK12: row.is_k12,
    isHosted: row.is_hosted,
  },
})
