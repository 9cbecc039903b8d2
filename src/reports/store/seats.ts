import { prepared, type Queryable } from '#src/core/db/db.ts'
import { type SchoolRef, schoolIds } from '#src/core/rules/school-ref.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import type { SeatReport, SeatUse } from '../rules/seats.ts'

/** Weeks and courses, and free codes, that the page shows. The file has all weeks. */
const MOST_FREE = 200

/** Condition that a row is of a record of the school: consumers $1, deployments $2. */
const OF_SCHOOL = (table: string) =>
  `(${table}.consumer_id = any($1::bigint[]) or ${table}.deployment_id = any($2::bigint[]))`
/** Condition on the batch of a code. The batches are found first, so that only their codes are read. */
const OF_BATCHES = `k.batch_id = any(array(select b.id from coupon_batches b where ${OF_SCHOOL('b')}))`
const HAS_USES_LEFT = 'k.used < k.max_usage and (k.expires_at is null or k.expires_at > $3)'

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
     select date_trunc('week', u.attached_at at time zone $3) as week, own.id as course_id, k.product_id, count(*) as used
     from coupons k join coupon_uses u on u.coupon_id = k.id
       left join enrollments e on e.id = u.enrollment_id left join memberships m on m.id = u.membership_id
       left join courses own on own.id = coalesce(e.course_id, m.course_id) and ${OF_SCHOOL('own')}
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

/** Reads the seats of a school by all its records, with whole codes. Weeks are those of the time zone. */
export const findSeats = async (
  db: Queryable,
  records: SchoolRef[],
  { now, timezone }: { now: Date; timezone: string },
): Promise<SeatReport> => {
  const ids = schoolIds(records)
  const products = await productsOf(db, [...ids, now])
  return {
    products: products.map(({ freeCodes: _, ...product }) => product),
    uses: await usesOf(db, [...ids, timezone]),
    free: await freeOf(db, [...ids, now]),
    freeCodes: products.reduce((sum, { freeCodes }) => sum + freeCodes, 0),
  }
}
