import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import type { StaffCoupon, StaffUse } from '../rules/staff-coupon.ts'

interface Row {
  id: number
  code: string
  product: StaffCoupon['product']
  max_usage: number
  used: number
  expires_at: Date | null
  is_test: boolean
  batch_id: number | null
  created_at: Date
  uses: (Omit<StaffUse, 'attachedAt' | 'voidedAt'> & { attachedAt: string; voidedAt: string | null })[]
}

const SELECT = `
select k.id, k.coupon_code as code, k.max_usage, k.used, k.expires_at, k.is_test, k.batch_id, k.created_at,
  json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) as product,
  coalesce((
    select json_agg(json_build_object('id', u.id, 'kind', case when u.enrollment_id is null then 'membership' else 'enrollment' end, 'token', coalesce(e.token, m.token),
      'email', p.email, 'course', ${COURSE_NAME}, 'isProcessed', coalesce(e.processed_at, m.processed_at) is not null,
      'attachedAt', u.attached_at, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
    from coupon_uses u left join enrollments e on e.id = u.enrollment_id left join memberships m on m.id = u.membership_id
      join people p on p.id = coalesce(e.person_id, m.person_id) join courses c on c.id = coalesce(e.course_id, m.course_id)
    where u.coupon_id = k.id
  ), '[]') as uses
from coupons k join products r on r.id = k.product_id`

const byKey = prepared<Row>(
  'staff_coupons_by_key',
  `${SELECT} where k.code_key = $1 or (k.look_alike_key = $2 and not exists (select from coupons x where x.code_key = $1)) order by k.id limit 20`,
)

/** Lists the code with this key, or else up to 20 codes that look alike. */
export const listStaffCoupons = async (db: Queryable, key: string, lookAlike: string): Promise<StaffCoupon[]> =>
  (await byKey(db, [key, lookAlike])).map(row => ({
    id: row.id,
    code: row.code,
    product: row.product,
    maxUsage: row.max_usage,
    used: row.used,
    expiresAt: row.expires_at,
    isTest: row.is_test,
    batchId: row.batch_id,
    createdAt: row.created_at,
    uses: row.uses.map(u => ({
      ...u,
      attachedAt: new Date(u.attachedAt),
      voidedAt: u.voidedAt === null ? null : new Date(u.voidedAt),
    })),
  }))
