import { asc, eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { batchStates, ListedBatch } from '../rules/batch-list.ts'
import type { BatchCode, CodeBatch } from '../rules/generate-codes.ts'
import { couponBatches, coupons } from './schema/coupons.ts'

interface NewBatch {
  productId: number
  staffId: number
  schoolId: number | null
  size: number
  note: string
  now: Date
}

export const saveBatch = async (tx: Tx, { now, ...row }: NewBatch): Promise<number> => {
  const [made] = await tx.orm
    .insert(couponBatches)
    .values({ ...row, createdAt: now })
    .returning({ id: couponBatches.id })
  return made!.id
}

const MADE_BY = "coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, 'Unknown')"
const HAS_USES_LEFT = 'exists (select from coupons k where k.batch_id = b.id and k.used < k.max_usage)'

/** SQL for a batch `b`, but for its product. */
const SELECT = `b.id, b.size, b.note, b.created_at as "createdAt", ${MADE_BY} as "madeBy", n.seats, n.used,
    (select json_build_object('id', s.id, 'name', s.name) from schools s where s.id = b.school_id) as school`
const BATCHES = 'coupon_batches b join products r on r.id = b.product_id left join staff_users u on u.id = b.staff_id'
const COUNTED = `${BATCHES} cross join lateral (
    select coalesce(sum(k.max_usage), 0)::int as seats, coalesce(sum(k.used), 0)::int as used from coupons k where k.batch_id = b.id
  ) n`

const byId = prepared<CodeBatch>(
  'code_batch',
  `select ${SELECT}, json_build_object('productCode', r.product_code, 'name', r.name) as product from ${COUNTED} where b.id = $1`,
)

export const findBatch = async (db: Queryable, id: number): Promise<CodeBatch | null> =>
  (await byId(db, [id]))[0] ?? null

/** Lists the codes of a batch in creation order. */
export const listBatchCodes = (db: Queryable, batchId: number): Promise<BatchCode[]> =>
  db.orm
    .select({ code: coupons.couponCode, maxUsage: coupons.maxUsage, used: coupons.used, expiresAt: coupons.expiresAt })
    .from(coupons)
    .where(eq(coupons.batchId, batchId))
    .orderBy(asc(coupons.id))

const STATES: Record<keyof typeof batchStates, string> = { left: HAS_USES_LEFT, used: `not ${HAS_USES_LEFT}` }

/** SQL condition that a batch `b` is for a school; null if none is asked for. */
export const ofSchool = (typed: string | undefined, values: SqlValues): string | null => {
  const school = rowId(typed)
  return school === null ? null : `b.school_id = ${values.add(school)}`
}

/** Lists batches of codes. */
export const listBatchRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedBatch>> => {
  const values = new SqlValues()
  const { product, school, state = '' } = query.filters
  return listRows(
    db,
    {
      select: `${SELECT}, r.product_code as "productCode", r.name as "productName"`,
      from: COUNTED,
      narrow: BATCHES,
      where: [
        hasWords(`b.note || ' ' || ${MADE_BY}`, query.words, values),
        product ? `r.product_code = ${values.add(product)}` : null,
        isKeyOf(STATES, state) ? STATES[state] : null,
        ofSchool(school, values),
      ],
      id: 'b.id',
      sorts: { newest: { by: 'b.id', kind: 'number', descends: true }, oldest: { by: 'b.id', kind: 'number' } },
      values,
    },
    query,
  )
}
