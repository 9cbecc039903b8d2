import { CODE_SEATS } from '#src/access/store/schema/coupons.ts'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { COURSE_NAME, COURSE_VERSION } from '#src/courses/store/schema/course-columns.ts'
import { IS_REFUSED } from '#src/lti/store/schema.ts'
import {
  type ConnectionFacts,
  MOST_LISTED,
  type SchoolBatch,
  type SchoolOverview,
  type SchoolReadinessFacts,
  type SeatReport,
  type SeatUse,
} from '../rules/school-reports.ts'

/** Launches whose median is the difference of the clocks. One launch may be late for other reasons. */
const CLOCK_SAMPLE = 15

/** SQL for the launches of a connection: the last good one, the difference of the clocks, and those since $2. The diary is kept for 30 days. */
const launchesBy = (condition: string) => `
  left join lateral (
    select launch_diary.at from launch_diary where ${condition} and not (${IS_REFUSED}) order by launch_diary.id desc limit 1
  ) last on true
  cross join lateral (
    select percentile_disc(0.5) within group (order by skew_seconds)::int as skew from (
      select skew_seconds from launch_diary where ${condition} and launch_diary.at >= $2 and skew_seconds is not null
        and (not (${IS_REFUSED}) or outcome in ('timestamp', 'token-time'))
      order by launch_diary.id desc limit ${CLOCK_SAMPLE}
    ) newest
  ) clock
  cross join lateral (
    select count(*) filter (where not (${IS_REFUSED}))::int as opened, count(*) filter (where ${IS_REFUSED})::int as refused
    from launch_diary where ${condition} and launch_diary.at >= $2
  ) lately`
const LAUNCHES = 'last.at as "lastGoodLaunch", clock.skew, lately.opened, lately.refused'

const consumers = prepared<ConnectionFacts>(
  'consumers_ready',
  `select 'consumer' as kind, k.id, true as "isOn", false as waits, ${LAUNCHES}
  from consumers k ${launchesBy('launch_diary.consumer_key = k.key')}
  where k.school_id = $1 order by k.id`,
)

const deployments = prepared<ConnectionFacts>(
  'deployments_ready',
  `select 'deployment' as kind, d.id, d.status = 'approved' and f.is_active as "isOn", d.status = 'waiting' as waits, ${LAUNCHES}
  from deployments d join platforms f on f.id = d.platform_id
  ${launchesBy('launch_diary.client_id = f.client_id and launch_diary.issuer = f.issuer and launch_diary.deployment_id = d.deployment_id')}
  where d.school_id = $1 order by d.id`,
)

/** People and courses of which to look for names and end dates. */
const SAMPLE = 50

const HOST = '^https?://([^/:]+)'

const school = prepared<Omit<SchoolReadinessFacts, 'connections' | 'videoListedAt'>>(
  'school_ready',
  `select sample.people, sample.named, ends.newest, ends.endless, ends."unreadEnd",
    (select coalesce(c.canvas_domain, substring(c.lms_origins[1] from '${HOST}')) from courses c
      where c.school_id = $1 and coalesce(c.canvas_domain, c.lms_origins[1]) is not null order by c.created_at desc limit 1) as "videoHost"
  from (
    select count(*)::int as people, count(${PERSON_NAME})::int as named from (
      select p.* from courses c join entitlements e on e.course_id = c.id join people p on p.id = e.person_id
      where c.school_id = $1 order by c.id desc limit ${SAMPLE}
    ) p
  ) sample, (
    select count(*)::int as newest, count(*) filter (where c.ends_at is null)::int as endless,
      (array_agg(c.unread_term_end order by c.id desc) filter (where c.ends_at is null and c.unread_term_end is not null))[1] as "unreadEnd"
    from (
      select id, coalesce(access_until, term_ends_at) as ends_at, unread_term_end from courses where school_id = $1 order by id desc limit ${SAMPLE}
    ) c
  ) ends`,
)

const listed = prepared<{ at: Date; action: string }>(
  'video_domain_listed',
  `select at, action from audit where subject_kind = 'domain' and subject_key = $1 and action in ('add-domain', 'remove-domain')
   order by at desc limit 1`,
)

/** Reads what is known about a school and its connections; launches since `since`. */
export const findSchoolReadiness = async (
  db: Queryable,
  schoolId: number,
  since: Date,
): Promise<SchoolReadinessFacts> => {
  const [facts] = await school(db, [schoolId])
  const last = facts?.videoHost ? (await listed(db, [facts.videoHost]))[0] : undefined
  return {
    ...facts!,
    connections: [...(await consumers(db, [schoolId, since])), ...(await deployments(db, [schoolId, since]))],
    videoListedAt: last?.action === 'add-domain' ? last.at : null,
  }
}

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
    coalesce(sum(${CODE_SEATS}), 0)::int as seats, coalesce(sum(k.used), 0)::int as used
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

/** Weeks and courses, and free codes, that the page shows. The file has all weeks. */
const MOST_FREE = 200

/** SQL condition for codes `k` of the school $1. The batches are found first, so that only their codes are read. */
const OF_BATCHES = 'k.batch_id = any(array(select b.id from coupon_batches b where b.school_id = $1))'
const HAS_USES_LEFT = 'k.used < k.max_usage and k.voided_at is null and (k.expires_at is null or k.expires_at > $2)'

type Product = SeatReport['products'][number]
type Free = SeatReport['free'][number]

const productsOf = prepared<Product & { freeCodes: number }>(
  'seat_products',
  `select r.name as product, sum(${CODE_SEATS})::int as seats, sum(k.used)::int as used,
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
