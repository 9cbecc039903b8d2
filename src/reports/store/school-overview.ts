import { prepared, type Queryable } from '#src/core/db/db.ts'
import { type SchoolKind, type SchoolRef, schoolIds } from '#src/core/rules/school-ref.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { addOutcomes, type SchoolBatch, type SchoolOverview } from '../rules/school-overview.ts'
import { LAUNCHES_OF, SINCE } from './school-launches.ts'

/** Number of courses and batches that the page lists. */
const MOST = 10

/** People with access in a course `c`. */
const INSIDE = `((select count(*) from enrollments e where e.course_id = c.id and e.processed_at is not null and not e.is_test)
  + (select count(*) from memberships m where m.course_id = c.id and m.processed_at is not null and not m.is_test))::int`
const PRODUCTS =
  'array(select r.product_code from course_products u join products r on r.id = u.product_id where u.course_id = c.id order by 1)'

/** Condition that a row is of a record of the school: consumers $1, deployments $2. */
const OF_SCHOOL = (table: string) =>
  `(${table}.consumer_id = any($1::bigint[]) or ${table}.deployment_id = any($2::bigint[]))`

const NUMBERS = `select count(*)::int as courses, count(*) filter (where not has_product)::int as waiting,
     coalesce(sum(inside), 0)::int as inside, coalesce(sum(codes), 0)::int as "codesUsed"
   from (select exists (select from course_products u where u.course_id = c.id) as has_product, ${INSIDE} as inside,
       (select count(*) from coupon_uses u join enrollments e on e.id = u.enrollment_id where e.course_id = c.id)
       + (select count(*) from coupon_uses u join memberships m on m.id = u.membership_id where m.course_id = c.id) as codes
     from courses c where ${OF_SCHOOL('c')}) of_courses`

const NEWEST = `select c.id, ${COURSE_NAME} as title, ${PRODUCTS} as products, ${INSIDE} as inside, c.created_at as "createdAt",
     case when c.consumer_id is null then '1.3' else '1.1' end as version
   from courses c where ${OF_SCHOOL('c')} order by c.created_at desc, c.id desc limit ${MOST}`

const BATCHES = `select b.id, r.product_code as product, b.note, b.created_at as "createdAt",
     coalesce(sum(k.max_usage), 0)::int as seats, coalesce(sum(k.used), 0)::int as used
   from coupon_batches b join products r on r.id = b.product_id left join coupons k on k.batch_id = b.id
   where ${OF_SCHOOL('b')} group by b.id, r.id order by b.id desc limit ${MOST}`

const DEFAULTS = `select case when x.consumer_id is null then 'deployment' else 'consumer' end as kind,
     coalesce(x.consumer_id, x.deployment_id) as id, array_agg(r.product_code order by r.product_code) as products
   from default_products x join products r on r.id = x.product_id where ${OF_SCHOOL('x')} group by 1, 2`

const launches = (kind: SchoolKind) =>
  `select outcome, count(*)::int as count from launch_diary where ${LAUNCHES_OF[kind]} and ${SINCE} group by outcome order by 2 desc`

type Numbers = Pick<SchoolOverview, 'courses' | 'waiting' | 'inside' | 'codesUsed'>
type Outcome = SchoolOverview['launches'][number]

const counts = prepared<Numbers>('school_numbers', NUMBERS)
const newest = prepared<SchoolOverview['newest'][number]>('school_newest', NEWEST)
const batches = prepared<SchoolBatch>('school_batches', BATCHES)
const defaults = prepared<SchoolOverview['defaults'][number]>('school_defaults', DEFAULTS)
const launchesOf = {
  consumer: prepared<Outcome>('school_launches_consumer', launches('consumer')),
  deployment: prepared<Outcome>('school_launches_deployment', launches('deployment')),
}

/** Counts what the records of a school have together, and its launches since `since`. */
export const findSchoolOverview = async (db: Queryable, records: SchoolRef[], since: Date): Promise<SchoolOverview> => {
  const ids = schoolIds(records)
  const [counted] = await counts(db, ids)
  const outcomes: Outcome[] = []
  for (const { kind, id } of records) outcomes.push(...(await launchesOf[kind](db, [id, since])))
  return {
    ...counted!,
    newest: await newest(db, ids),
    defaults: await defaults(db, ids),
    batches: await batches(db, ids),
    launches: addOutcomes(outcomes),
  }
}
