import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME, COURSE_VERSION } from '#src/courses/store/schema/course-columns.ts'
import { MOST_LISTED, type SchoolBatch, type SchoolOverview } from '../rules/school-overview.ts'

const numbers = prepared<Pick<SchoolOverview, 'courses' | 'waiting' | 'inside' | 'codesUsed' | 'defaults'>>(
  'school_numbers',
  `select
    (select count(*)::int from courses c where c.school_id = $1) as courses,
    (select count(*)::int from courses c where c.school_id = $1
      and not exists (select from course_products u where u.course_id = c.id)) as waiting,
    (select count(*)::int from courses c join entitlements e on e.course_id = c.id
      where c.school_id = $1 and e.processed_at is not null and not e.is_test) as inside,
    (select count(*)::int from courses c join entitlements e on e.course_id = c.id join coupon_uses u on u.entitlement_id = e.id
      where c.school_id = $1) as "codesUsed",
    array(select r.product_code from default_products x join products r on r.id = x.product_id
      where x.school_id = $1 order by 1) as defaults`,
)

const newest = prepared<SchoolOverview['newest'][number]>(
  'school_newest',
  `select c.id, ${COURSE_NAME} as title, c.created_at as "createdAt", ${COURSE_VERSION} as version,
    array(select r.product_code from course_products u join products r on r.id = u.product_id where u.course_id = c.id order by 1) as products,
    (select count(*)::int from entitlements e where e.course_id = c.id and e.processed_at is not null and not e.is_test) as inside
  from courses c where c.school_id = $1 order by c.created_at desc, c.id desc limit ${MOST_LISTED}`,
)

const batches = prepared<SchoolBatch>(
  'school_batches',
  `select b.id, r.product_code as product, b.note, b.created_at as "createdAt",
    coalesce(sum(k.max_usage), 0)::int as seats, coalesce(sum(k.used), 0)::int as used
  from coupon_batches b join products r on r.id = b.product_id left join coupons k on k.batch_id = b.id
  where b.school_id = $1 group by b.id, r.id order by b.id desc limit ${MOST_LISTED}`,
)

// The arrays let the index of each kind of connection find the few launches of the school.
const launches = prepared<SchoolOverview['launches'][number]>(
  'school_launches',
  `with own as materialized (
    select f.client_id, f.issuer, d.deployment_id from deployments d join platforms f on f.id = d.platform_id where d.school_id = $1
  )
  select l.outcome, count(*)::int as count from launch_diary l
  where l.at >= $2 and (
    l.consumer_key = any(array(select key from consumers where school_id = $1))
    or (l.client_id = any(array(select client_id from own)) and l.deployment_id = any(array(select deployment_id from own))
      and (l.client_id, l.issuer, l.deployment_id) in (select client_id, issuer, deployment_id from own)))
  group by l.outcome order by 2 desc, 1`,
)

/** Counts what a school has, and its launches since `since`. */
export const findSchoolOverview = async (db: Queryable, schoolId: number, since: Date): Promise<SchoolOverview> => {
  const [counted] = await numbers(db, [schoolId])
  return {
    ...counted!,
    newest: await newest(db, [schoolId]),
    batches: await batches(db, [schoolId]),
    launches: await launches(db, [schoolId, since]),
  }
}
