import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { SchoolKind, SchoolRef } from '#src/core/rules/school-ref.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import type { SeatReport, SeatUse } from '../rules/seats.ts'

/** Weeks and courses, and free codes, that the page shows. The file has all weeks. */
const MOST_FREE = 200

const CODES = (kind: SchoolKind) => `coupons k join coupon_batches b on b.id = k.batch_id and b.${kind}_id = $1
  join products r on r.id = k.product_id`
const HAS_USES_LEFT = 'k.used < k.max_usage and (k.expires_at is null or k.expires_at > $2)'

type Product = SeatReport['products'][number]
type Free = SeatReport['free'][number]

const statements = (kind: SchoolKind) => ({
  products: prepared<Product & { freeCodes: number }>(
    `seat_products_${kind}`,
    `select r.name as product, sum(k.max_usage)::int as seats, sum(k.used)::int as used,
       count(*) filter (where ${HAS_USES_LEFT})::int as "freeCodes"
     from ${CODES(kind)} group by r.id order by r.product_code`,
  ),
  uses: prepared<SeatUse>(
    `seat_uses_${kind}`,
    `select to_char(date_trunc('week', u.attached_at at time zone $2), 'YYYY-MM-DD') as week,
       case when c.${kind}_id = $1 then ${COURSE_NAME} end as course, r.name as product, count(*)::int as used
     from ${CODES(kind)} join coupon_uses u on u.coupon_id = k.id
       left join enrollments e on e.id = u.enrollment_id left join memberships m on m.id = u.membership_id
       join courses c on c.id = coalesce(e.course_id, m.course_id)
     group by 1, 2, 3 order by 1 desc, 2, 3`,
  ),
  free: prepared<Free>(
    `seat_free_${kind}`,
    `select k.coupon_code as code, r.name as product, k.max_usage - k.used as left, k.expires_at as "expiresAt"
     from ${CODES(kind)} where ${HAS_USES_LEFT} order by k.expires_at nulls last, k.id limit ${MOST_FREE}`,
  ),
})

const of = { consumer: statements('consumer'), deployment: statements('deployment') }

/** Reads the seats of a school, with whole codes. Weeks are those of the time zone. */
export const findSeats = async (
  db: Queryable,
  { kind, id }: SchoolRef,
  { now, timezone }: { now: Date; timezone: string },
): Promise<SeatReport> => {
  const products = await of[kind].products(db, [id, now])
  return {
    products: products.map(({ freeCodes: _, ...product }) => product),
    uses: await of[kind].uses(db, [id, timezone]),
    free: await of[kind].free(db, [id, now]),
    freeCodes: products.reduce((sum, { freeCodes }) => sum + freeCodes, 0),
  }
}
