import { asc, eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { deploymentSchool } from '#src/courses/store/schema/course-columns.ts'
import type { BatchCode, CodeBatch } from '../rules/generate-codes.ts'
import { couponBatches, coupons } from './schema/coupons.ts'

export const saveBatch = async (
  tx: Tx,
  given: { productId: number; staffId: number; size: number; note: string; school: SchoolRef | null; now: Date },
): Promise<number> => {
  const { now, school, ...row } = given
  const owner = school && { [`${school.kind}Id`]: school.id }
  const [made] = await tx.orm
    .insert(couponBatches)
    .values({ ...row, ...owner, createdAt: now })
    .returning({ id: couponBatches.id })
  return made!.id
}

interface Row {
  id: number
  product_code: string
  product_name: string
  size: number
  note: string
  made_by: string
  created_at: Date
  school: CodeBatch['school']
  seats: number
  used: number
}

/** SQL for the school of a batch `b`, as JSON; null without one. */
export const BATCH_SCHOOL = `case when b.consumer_id is not null then (select json_build_object('kind', 'consumer', 'id', s.id, 'name', s.name) from consumers s where s.id = b.consumer_id)
    when b.deployment_id is not null then (select json_build_object('kind', 'deployment', 'id', d.id, 'name', ${deploymentSchool()})
      from deployments d join platforms f on f.id = d.platform_id where d.id = b.deployment_id) end`

const SELECT = `
select b.id, r.product_code, r.name as product_name, b.size, b.note, b.created_at,
  coalesce(nullif(trim(u.first_name || ' ' || left(u.last_name, 1)), ''), u.email, 'Unknown') as made_by,
  ${BATCH_SCHOOL} as school,
  coalesce((select sum(k.max_usage) from coupons k where k.batch_id = b.id), 0)::int as seats,
  coalesce((select sum(k.used) from coupons k where k.batch_id = b.id), 0)::int as used
from coupon_batches b join products r on r.id = b.product_id left join staff_users u on u.id = b.staff_id`

const byId = prepared<Row>('code_batch', `${SELECT} where b.id = $1`)

const toBatch = (row: Row): CodeBatch => ({
  id: row.id,
  product: { productCode: row.product_code, name: row.product_name },
  size: row.size,
  note: row.note,
  madeBy: row.made_by,
  createdAt: row.created_at,
  school: row.school,
  seats: row.seats,
  used: row.used,
})

export const findBatch = async (db: Queryable, id: number): Promise<CodeBatch | null> => {
  const [row] = await byId(db, [id])
  return row ? toBatch(row) : null
}

/** Lists the codes of a batch in creation order. */
export const listBatchCodes = (db: Queryable, batchId: number): Promise<BatchCode[]> =>
  db.orm
    .select({ code: coupons.couponCode, maxUsage: coupons.maxUsage, used: coupons.used, expiresAt: coupons.expiresAt })
    .from(coupons)
    .where(eq(coupons.batchId, batchId))
    .orderBy(asc(coupons.id))
