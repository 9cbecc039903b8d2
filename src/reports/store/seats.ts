import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import type { SeatReport, SeatUse } from '../rules/seats.ts'

/** Weeks and courses, and free codes, that the page shows. The file has all weeks. */
const MOST_FREE = 200

/** SQL condition for codes `k` of the school $1. The batches are found first, so that only their codes are read. */
const OF_BATCHES = 'k.batch_id = any(array(select b.id from coupon_batches b where b.school_id = $1))'
const HAS_USES_LEFT = 'k.used < k.max_usage and (k.expires_at is null or k.expires_at > $2)'

type Product = SeatReport['products'][number]
type Free = SeatReport['free'][number]

const productsOf = prepared<Product & { freeCodes: number }>(
  'seat_products',
  `select r.name as product, sum(k.max_usage)::int as seats, sum(k.used)::int as used,
     count(*) filter (where ${HAS_USES_LEFT})::int as "freeCodes"
   from coupons k join products r on r.id = k.product_id where ${OF_BATCHES} group by r.id order by r.product_code`,
)

const usesOf = prepared<SeatUse>(
  'seat_uses',
  // Counted by number first, and named afterwards: a school may have used tens of thousands of seats.
  `with counted as materialized (
     select date_trunc('week', u.attached_at at time zone $2) as week, own.id as course_id, k.product_id, count(*) as used
     from coupons k join coupon_uses u on u.coupon_id = k.id
       join entitlements e on e.id = u.entitlement_id left join courses own on own.id = e.course_id and own.school_id = $1
     where ${OF_BATCHES} and k.used > 0 group by 1, 2, 3
   )
   select to_char(n.week, 'YYYY-MM-DD') as week, ${COURSE_NAME} as course, r.name as product, sum(n.used)::int as used
   from counted n left join courses c on c.id = n.course_id join products r on r.id = n.product_id
   group by 1, 2, 3 order by 1 desc, 2, 3`,
)

const freeOf = prepared<Free>(
  'seat_free',
  `select k.coupon_code as code, r.name as product, k.max_usage - k.used as left, k.expires_at as "expiresAt"
   from coupons k join products r on r.id = k.product_id where ${OF_BATCHES} and ${HAS_USES_LEFT}
   order by k.expires_at nulls last, k.id limit ${MOST_FREE}`,
)

/** Reads the seats of a school, with whole codes. Weeks are those of the time zone. */
export const findSeats = async (
  db: Queryable,
  schoolId: number,
  { now, timezone }: { now: Date; timezone: string },
): Promise<SeatReport> => {
  const products = await productsOf(db, [schoolId, now])
  return {
    products: products.map(({ freeCodes: _, ...product }) => product),
    uses: await usesOf(db, [schoolId, timezone]),
    free: await freeOf(db, [schoolId, now]),
    freeCodes: products.reduce((sum, { freeCodes }) => sum + freeCodes, 0),
  }
}
