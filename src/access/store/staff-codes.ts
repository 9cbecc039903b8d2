import { and, asc, eq, notExists } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { escaped, hasWords, isRecord, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRow } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { codesTyped, isSearchable } from '#src/core/rules/normalize.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { products } from '#src/courses/store/schema/courses.ts'
import { codeKey, lookAlikeKey } from '../rules/access-code.ts'
import type { BatchCode, batchStates, CodeBatch } from '../rules/code-batches.ts'
import type { codeStates, ListedCode, StaffCoupon, StaffUse } from '../rules/staff-codes.ts'
import { CODE_SEATS, couponBatches, coupons } from './schema/coupons.ts'

/** Finds the school of a program's key, now: an id of null is for all schools. Returns null if the key is gone. */
export const findKeySchool = queryRow<{ id: number | null }, [accountId: number]>(
  'key_school',
  'select school_id as id from service_accounts where id = $1',
)

/** Keeps two changes of a batch from running at once. */
export const lockBatch = async (tx: Tx, id: number): Promise<void> => {
  await tx.orm.select({ id: couponBatches.id }).from(couponBatches).where(eq(couponBatches.id, id)).for('update')
}

type Batch = typeof couponBatches.$inferInsert

export const saveBatchFacts = async (tx: Tx, id: number, facts: Partial<Batch>): Promise<void> => {
  await tx.orm.update(couponBatches).set(facts).where(eq(couponBatches.id, id))
}

/** Deletes a batch with its codes. Returns false if one of them was used or changed: the caller rolls back. */
export const deleteBatch = async (tx: Tx, id: number): Promise<boolean> => {
  const ofBatch = eq(coupons.batchId, id)
  await tx.orm.delete(coupons).where(and(ofBatch, eq(coupons.used, 0), eq(coupons.updatedAt, coupons.createdAt)))
  const isEmpty = notExists(tx.orm.select({ id: coupons.id }).from(coupons).where(ofBatch))
  return (await tx.orm.delete(couponBatches).where(and(eq(couponBatches.id, id), isEmpty))).rowCount === 1
}

export const saveBatch = async (tx: Tx, batch: Batch): Promise<number> =>
  (await tx.orm.insert(couponBatches).values(batch).returning())[0]!.id

const MADE_BY = "coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, a.name, 'Unknown')"
const HAS_USES_LEFT =
  'exists (select from coupons k where k.batch_id = b.id and k.used < k.max_usage and k.voided_at is null)'

/** SQL for the columns of a batch `b`. */
const BATCH_COLUMNS = `b.id, r.product_code as "productCode", r.name as "productName", b.size, b.note, b.file_name as "fileName", b.seller,
    b.created_at as "createdAt", ${MADE_BY} as "madeBy", n.seats, n.used,
    (select json_build_object('id', s.id, 'name', s.name) from schools s where s.id = b.school_id) as school`
/** SQL for the tables of a batch `b`, without and with the count of its codes. */
const BATCHES = `coupon_batches b join products r on r.id = b.product_id left join staff_users u on u.id = b.staff_id
    left join service_accounts a on a.id = b.service_account_id`
const COUNTED_BATCHES = `${BATCHES} cross join lateral (
    select coalesce(sum(${CODE_SEATS}), 0)::int as seats, coalesce(sum(k.used), 0)::int as used from coupons k where k.batch_id = b.id
  ) n`

export const findBatch = queryRow<CodeBatch, [id: number]>(
  'code_batch',
  `select ${BATCH_COLUMNS} from ${COUNTED_BATCHES} where b.id = $1`,
)

/** Lists the codes of a batch in creation order. */
export const listBatchCodes = (db: Queryable, batch: number): Promise<BatchCode[]> => {
  const { couponCode: code, maxUsage, used, expiresAt, voidedAt, productId, batchId, id } = coupons
  const columns = { code, productCode: products.productCode, maxUsage, used, expiresAt, voidedAt }
  const codes = db.orm.select(columns).from(coupons).innerJoin(products, eq(products.id, productId))
  return codes.where(eq(batchId, batch)).orderBy(asc(id))
}

const BATCH_STATES: Record<keyof typeof batchStates, string> = { left: HAS_USES_LEFT, used: `not ${HAS_USES_LEFT}` }

/** Lists batches of codes. Words are looked for in notes, and with `byMaker` in the names of who made them. */
export const listBatchRows = (db: Queryable, query: ListQuery, byMaker: boolean): Promise<ListPage<CodeBatch>> => {
  const values = new SqlValues()
  const words = `concat_ws(' ', b.note, b.seller, b.file_name)${byMaker ? ` || ' ' || ${MADE_BY}` : ''}`
  const { product, school, state = '' } = query.filters
  return listRows(
    db,
    {
      select: BATCH_COLUMNS,
      from: COUNTED_BATCHES,
      narrow: BATCHES,
      where: [
        hasWords(words, query.words, values),
        product ? `r.product_code = ${values.add(product)}` : null,
        isKeyOf(BATCH_STATES, state) ? BATCH_STATES[state] : null,
        isRecord('b.school_id', school, values),
      ],
      id: 'b.id',
      sorts: { newest: { by: 'b.id', kind: 'number', descends: true }, oldest: { by: 'b.id', kind: 'number' } },
      values,
    },
    query,
  )
}

/** A code as PostgreSQL returns it: JSON has times as text. */
interface CouponRow extends Omit<StaffCoupon, 'uses'> {
  uses: (Omit<StaffUse, 'attachedAt' | 'voidedAt'> & { attachedAt: string; voidedAt: string | null })[]
}

const couponsByKey = prepared<CouponRow>(
  'staff_coupons_by_key',
  `select k.id, k.coupon_code as code, k.max_usage as "maxUsage", k.used, k.expires_at as "expiresAt", k.voided_at as "voidedAt", k.is_test as "isTest",
    k.batch_id as "batchId", k.created_at as "createdAt",
    (select b.school_id from coupon_batches b where b.id = k.batch_id) as "schoolId",
    json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) as product,
    coalesce((
      select json_agg(json_build_object('id', u.id, 'kind', e.kind, 'token', e.token, 'email', p.email, 'course', ${COURSE_NAME},
        'isProcessed', e.processed_at is not null, 'attachedAt', u.attached_at, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
      from coupon_uses u join entitlements e on e.id = u.entitlement_id join people p on p.id = e.person_id
        join courses c on c.id = e.course_id
      where u.coupon_id = k.id
    ), '[]') as uses
  from coupons k join products r on r.id = k.product_id
  where k.code_key = (select x.code_key from coupons x where x.code_key = any($1) order by array_position($1, x.code_key) limit 1)
    or (k.look_alike_key = any($2) and not exists (select from coupons x where x.code_key = any($1)))
  order by k.id limit 20`,
)

/** Lists the code that was typed, or else up to 20 codes that look alike. */
export const listStaffCoupons = async (db: Queryable, typed: string): Promise<StaffCoupon[]> =>
  (await couponsByKey(db, [codesTyped(typed), codesTyped(typed).map(lookAlikeKey)])).map(row => ({
    ...row,
    uses: row.uses.map(u => ({
      ...u,
      attachedAt: new Date(u.attachedAt),
      voidedAt: u.voidedAt === null ? null : new Date(u.voidedAt),
    })),
  }))

/** `used > 0` is the condition of an index. */
const USED_UP = 'k.used > 0 and k.used >= k.max_usage'

const CODE_STATES: Record<keyof typeof codeStates, string> = {
  unused: 'k.used = 0 and k.voided_at is null',
  started: 'k.used > 0 and k.used < k.max_usage and k.voided_at is null',
  used: USED_UP,
  void: 'k.voided_at is not null',
}

/** Lists codes; `usedOnly` leaves out those with uses left. */
export const listCodeRows = async (
  db: Queryable,
  query: ListQuery,
  usedOnly: boolean,
): Promise<ListPage<ListedCode>> => {
  const values = new SqlValues()
  const { product, school, state = '', batch } = query.filters
  const isForSchool = isRecord('b.school_id', school, values)
  const key = codeKey(query.words)
  // By its number, the planner knows how many codes a product has; for one without it would look through all.
  const [sold] = product
    ? await db.orm.select({ id: products.id }).from(products).where(eq(products.productCode, product))
    : []
  return listRows(
    db,
    {
      select: `k.coupon_code as code, r.product_code as "productCode", k.used, k.max_usage as "maxUsage",
        k.expires_at as "expiresAt", k.voided_at as "voidedAt", k.batch_id as "batchId", k.is_test as "isTest", k.created_at as "createdAt"`,
      from: 'coupons k join products r on r.id = k.product_id',
      narrow: 'coupons k',
      where: [
        usedOnly ? USED_UP : null,
        query.words !== '' && !isSearchable(query.words) ? 'false' : null,
        key ? `k.code_key like ${values.add(`${escaped(key)}%`)}` : null,
        product ? `k.product_id = ${values.add(sold?.id)}` : null,
        isRecord('k.batch_id', batch, values),
        // A batch may have thousands of codes made in one go: their numbers are listed, or the planner would read all codes.
        isForSchool &&
          `k.id = any(array(select y.id from coupons y where y.batch_id = any(array(select b.id from coupon_batches b where ${isForSchool}))))`,
        isKeyOf(CODE_STATES, state) ? CODE_STATES[state] : null,
      ],
      id: 'k.id',
      sorts: { newest: { by: 'k.id', kind: 'number', descends: true }, oldest: { by: 'k.id', kind: 'number' } },
      values,
    },
    query,
  )
}
