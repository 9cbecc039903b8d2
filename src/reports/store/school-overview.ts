import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { SchoolKind, SchoolRef } from '#src/core/rules/school-ref.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { addOverviews, MOST_LISTED, type SchoolBatch, type SchoolOverview } from '../rules/school-overview.ts'
import { LAUNCHES_OF, SINCE } from './school-launches.ts'

/** People with access in a course `c`. */
const INSIDE = `((select count(*) from enrollments e where e.course_id = c.id and e.processed_at is not null and not e.is_test)
  + (select count(*) from memberships m where m.course_id = c.id and m.processed_at is not null and not m.is_test))::int`
const PRODUCTS =
  'array(select r.product_code from course_products u join products r on r.id = u.product_id where u.course_id = c.id order by 1)'

/** `column` names the record of the school in courses, default products and batches. */
const numbers = (column: string) =>
  `select count(*)::int as courses, count(*) filter (where not has_product)::int as waiting,
     coalesce(sum(inside), 0)::int as inside, coalesce(sum(codes), 0)::int as "codesUsed",
     array(select r.product_code from default_products x join products r on r.id = x.product_id where x.${column} = $1 order by 1) as defaults
   from (select exists (select from course_products u where u.course_id = c.id) as has_product, ${INSIDE} as inside,
       (select count(*) from coupon_uses u join enrollments e on e.id = u.enrollment_id where e.course_id = c.id)
       + (select count(*) from coupon_uses u join memberships m on m.id = u.membership_id where m.course_id = c.id) as codes
     from courses c where c.${column} = $1) of_courses`

const newest = (column: string) =>
  `select c.id, ${COURSE_NAME} as title, ${PRODUCTS} as products, ${INSIDE} as inside, c.created_at as "createdAt",
     case when c.consumer_id is null then '1.3' else '1.1' end as version
   from courses c where c.${column} = $1 order by c.created_at desc, c.id desc limit ${MOST_LISTED}`

const batches = (column: string) =>
  `select b.id, r.product_code as product, b.note, b.created_at as "createdAt",
     coalesce(sum(k.max_usage), 0)::int as seats, coalesce(sum(k.used), 0)::int as used
   from coupon_batches b join products r on r.id = b.product_id left join coupons k on k.batch_id = b.id
   where b.${column} = $1 group by b.id, r.id order by b.id desc limit ${MOST_LISTED}`

const launches = (kind: SchoolKind) =>
  `select outcome, count(*)::int as count from launch_diary where ${LAUNCHES_OF[kind]} and ${SINCE} group by outcome order by 2 desc`

type Numbers = Pick<SchoolOverview, 'courses' | 'waiting' | 'inside' | 'codesUsed'> & { defaults: string[] }

const statements = (kind: SchoolKind) => ({
  numbers: prepared<Numbers>(`school_numbers_${kind}`, numbers(`${kind}_id`)),
  newest: prepared<SchoolOverview['newest'][number]>(`school_newest_${kind}`, newest(`${kind}_id`)),
  batches: prepared<SchoolBatch>(`school_batches_${kind}`, batches(`${kind}_id`)),
  launches: prepared<SchoolOverview['launches'][number]>(`school_launches_${kind}`, launches(kind)),
})

const of = { consumer: statements('consumer'), deployment: statements('deployment') }

/** Counts what the records of a school have together, and its launches since `since`. */
export const findSchoolOverview = async (db: Queryable, records: SchoolRef[], since: Date): Promise<SchoolOverview> => {
  const overviews: SchoolOverview[] = []
  for (const { kind, id } of records) {
    const record = of[kind]
    const [{ defaults, ...counted }] = (await record.numbers(db, [id])) as [Numbers]
    overviews.push({
      ...counted,
      defaults: [{ kind, id, products: defaults }],
      newest: await record.newest(db, [id]),
      batches: await record.batches(db, [id]),
      launches: await record.launches(db, [id, since]),
    })
  }
  return addOverviews(overviews)
}
