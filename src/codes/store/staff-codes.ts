import { prepared, type Queryable } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { codeKey } from '../rules/access-code.ts'
import type { codeStates, ListedCode } from '../rules/code-list.ts'
import type { StaffCoupon, StaffUse } from '../rules/staff-coupon.ts'
import { ofSchool } from './batches.ts'

interface Row extends Omit<StaffCoupon, 'uses'> {
  uses: (Omit<StaffUse, 'attachedAt' | 'voidedAt'> & { attachedAt: string; voidedAt: string | null })[]
}

const byKey = prepared<Row>(
  'staff_coupons_by_key',
  `select k.id, k.coupon_code as code, k.max_usage as "maxUsage", k.used, k.expires_at as "expiresAt", k.is_test as "isTest",
    k.batch_id as "batchId", k.created_at as "createdAt",
    json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) as product,
    coalesce((
      select json_agg(json_build_object('id', u.id, 'kind', e.kind, 'token', e.token, 'email', p.email, 'course', ${COURSE_NAME},
        'isProcessed', e.processed_at is not null, 'attachedAt', u.attached_at, 'voidedAt', u.voided_at) order by u.attached_at, u.id)
      from coupon_uses u join entitlements e on e.id = u.entitlement_id join people p on p.id = e.person_id
        join courses c on c.id = e.course_id
      where u.coupon_id = k.id
    ), '[]') as uses
  from coupons k join products r on r.id = k.product_id
  where k.code_key = $1 or (k.look_alike_key = $2 and not exists (select from coupons x where x.code_key = $1))
  order by k.id limit 20`,
)

/** Lists the code with this key, or else up to 20 codes that look alike. */
export const listStaffCoupons = async (db: Queryable, key: string, lookAlike: string): Promise<StaffCoupon[]> =>
  (await byKey(db, [key, lookAlike])).map(row => ({
    ...row,
    uses: row.uses.map(u => ({
      ...u,
      attachedAt: new Date(u.attachedAt),
      voidedAt: u.voidedAt === null ? null : new Date(u.voidedAt),
    })),
  }))

/** `used > 0` is the condition of an index. */
const USED_UP = 'k.used > 0 and k.used >= k.max_usage'

const STATES: Record<keyof typeof codeStates, string> = {
  unused: 'k.used = 0',
  started: 'k.used > 0 and k.used < k.max_usage',
  used: USED_UP,
}

/** Lists codes; `usedOnly` leaves out those with uses left. */
export const listCodeRows = (db: Queryable, query: ListQuery, usedOnly: boolean): Promise<ListPage<ListedCode>> => {
  const values = new SqlValues()
  const { product, school, state = '', batch } = query.filters
  const isForSchool = ofSchool(school, values)
  const key = codeKey(query.words)
  const batchId = rowId(batch)
  return listRows(
    db,
    {
      select: `k.coupon_code as code, r.product_code as "productCode", k.used, k.max_usage as "maxUsage",
        k.expires_at as "expiresAt", k.batch_id as "batchId", k.is_test as "isTest", k.created_at as "createdAt"`,
      from: 'coupons k join products r on r.id = k.product_id',
      where: [
        usedOnly ? USED_UP : null,
        key ? `k.code_key like ${values.add(`${escaped(key)}%`)}` : null,
        product ? `r.product_code = ${values.add(product)}` : null,
        batchId ? `k.batch_id = ${values.add(batchId)}` : null,
        // A batch may have thousands of codes made in one go: their numbers are listed, or the planner would read all codes.
        isForSchool &&
          `k.id = any(array(select y.id from coupons y where y.batch_id = any(array(select b.id from coupon_batches b where ${isForSchool}))))`,
        isKeyOf(STATES, state) ? STATES[state] : null,
      ],
      id: 'k.id',
      sorts: { newest: { by: 'k.id', kind: 'number', descends: true }, oldest: { by: 'k.id', kind: 'number' } },
      values,
    },
    query,
  )
}
