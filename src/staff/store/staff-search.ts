import { PERSON_NAME, PERSON_WORDS } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import {
  COURSE_NAME,
  COURSE_TOKEN,
  COURSE_VERSION,
  COURSE_WORDS,
  deploymentSchool,
  inSchools,
  SCHOOL_JOINS,
  SCHOOL_NAME,
  schoolParameters,
} from '#src/courses/store/schema/course-columns.ts'
import type {
  FoundBatch,
  FoundCourse,
  FoundPerson,
  FoundProduct,
  FoundSchool,
  FoundTeacher,
} from '../rules/search-result.ts'
import { MOST_COUNTED, MOST_NAMED, SIGNED_UP } from '../rules/staff-search.ts'

type By = Pick<Staff, 'schools'>
const IN_SCHOOLS = inSchools('$1', '$2')

/**
 * SQL for people with their newest row, of the rows in the schools $1 and $2; others of their rows are not counted. A
 * person without a row has no token and no course: a teacher, or somebody who opened only the dictionary. A role for some
 * schools finds those of its consumers, and the teachers of its courses. Of erased people, only those with a row are left.
 */
const PEOPLE = `
select p.id, ${PERSON_NAME} as name, p.email, p.lti_user_id as "ltiUserId",
  coalesce(${SCHOOL_NAME}, '${SIGNED_UP}') as school, p.one_person as one, x.token,
  ${COURSE_NAME} as course, coalesce(x.courses, 0) as courses
from people p left join consumers s on s.id = p.consumer_id left join platforms f on f.id = p.platform_id
left join lateral (
  select token, course_id, count(*) over ()::int as courses from (
    select e.token, e.course_id, e.created_at from enrollments e where e.person_id = p.id
    union all select m.token, m.course_id, m.created_at from memberships m where m.person_id = p.id
  ) rows join courses c on c.id = rows.course_id where ${IN_SCHOOLS} order by rows.created_at desc limit 1
) x on true left join courses c on c.id = x.course_id
left join lateral (
  select c.id, c.deployment_id from course_teachers t join courses c on c.id = t.course_id
  where t.person_id = p.id and ${IN_SCHOOLS} order by c.id desc limit 1
) taught on true left join deployments d on d.id = coalesce(c.deployment_id, taught.deployment_id)
where (x.token is not null or p.erased_at is null)
  and ($1::bigint[] is null or x.token is not null or taught.id is not null or p.consumer_id = any($1))`

const byEmail = prepared<FoundPerson>('find_people_email', `${PEOPLE} and p.email = $3 order by p.id desc limit 20`)
const byId = prepared<FoundPerson>(
  'find_people_id',
  `${PEOPLE}
  and p.id in (select unnest($3::bigint[]) union
    select o.id from people q join people o on o.one_person = q.one_person where q.id = any($3)) order by p.id desc limit 50`,
)

export const listPeopleByEmail = (db: Queryable, email: string, by: By): Promise<FoundPerson[]> =>
  byEmail(db, [...schoolParameters(by), email])
/** Lists these people and everyone merged with them, with or without a row. At most 50. */
export const listPeopleByIds = (db: Queryable, ids: number[], by: By): Promise<FoundPerson[]> =>
  byId(db, [...schoolParameters(by), ids])

const HAS_NO_ROW =
  'not exists (select from enrollments e where e.person_id = p.id) and not exists (select from memberships m where m.person_id = p.id)'
const ONLY_TEACHES = `exists (select from course_teachers t where t.person_id = p.id) and ${HAS_NO_ROW}`

const TEACHERS = `
select p.id, ${PERSON_NAME} as name, p.email,
  ${SCHOOL_NAME} as school, x.course, x.courses
from people p left join consumers s on s.id = p.consumer_id left join platforms f on f.id = p.platform_id
join lateral (
  select jsonb_build_object('id', c.id, 'contextId', c.context_id, 'title', ${COURSE_NAME}) as course,
    count(*) over ()::int as courses, c.deployment_id
  from course_teachers t join courses c on c.id = t.course_id where t.person_id = p.id and ${IN_SCHOOLS}
  order by c.id desc limit 1
) x on true left join deployments d on d.id = x.deployment_id`

type Ids = { person_id: number }
const ids = (rows: Ids[]): number[] => [...new Set(rows.map(r => r.person_id))]

/** Each kind of id is its own lookup, because the planner reads the whole table for an `or` of columns of several tables. */
const byPayment = prepared<Ids>(
  'find_payment',
  `with paid as (
     select enrollment_id, membership_id from checkouts where stripe_session_id = $1 or payment_intent = $1
     union select enrollment_id, membership_id from checkouts where payment_intent in (
       select payment_intent from card_refunds where refund_id = $1 union select payment_intent from card_disputes where dispute_id = $1)
   )
   select person_id from enrollments where id in (select enrollment_id from paid)
   union select person_id from memberships where id in (select membership_id from paid)
   union select person_id from enrollments where stripe_event_id = $1
   union select person_id from memberships where stripe_event_id = $1 limit 5`,
)
/** A receipt shows only the last 10 characters of the session id. */
const byPaymentEnd = prepared<Ids>(
  'find_payment_end',
  `select coalesce(e.person_id, m.person_id) as person_id
   from checkouts x left join enrollments e on e.id = x.enrollment_id left join memberships m on m.id = x.membership_id
   where right(x.stripe_session_id, 10) = $1 limit 5`,
)
const bySession = prepared<Ids>(
  'find_session',
  'select person_id from enrollments where session_id = $1::uuid union select person_id from memberships where session_id = $1::uuid',
)
const byCode = prepared<Ids>(
  'find_code',
  `select coalesce(e.person_id, m.person_id) as person_id from coupon_uses u left join enrollments e on e.id = u.enrollment_id
     left join memberships m on m.id = u.membership_id where u.coupon_id = any($1) order by u.id desc limit 50`,
)

export const findPersonIdsByPayment = async (db: Queryable, id: string): Promise<number[]> =>
  ids(await byPayment(db, [id]))
export const findPersonIdsByPaymentSuffix = async (db: Queryable, end: string): Promise<number[]> =>
  end.length === 10 ? ids(await byPaymentEnd(db, [end])) : []
export const findPersonIdsBySession = async (db: Queryable, id: string): Promise<number[]> =>
  ids(await bySession(db, [id]))
export const findPersonIdsByCoupons = async (db: Queryable, couponIds: number[]): Promise<number[]> =>
  ids(await byCode(db, [couponIds]))

const COURSES = `
select c.id, c.context_id as "contextId", ${COURSE_NAME} as title, ${SCHOOL_NAME} as school,
  ${COURSE_VERSION} as version,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  n.inside, n.outside, ${COURSE_TOKEN} as token
from courses c ${SCHOOL_JOINS}
cross join lateral (
  select count(*) filter (where at is not null)::int as inside, count(*) filter (where at is null)::int as outside from (
    select e.processed_at as at from enrollments e where e.course_id = c.id
    union all select m.processed_at from memberships m where m.course_id = c.id and m.role = 'learner'
  ) people
) n`

const byText = prepared<FoundCourse>(
  'find_courses',
  `with named as materialized (${[
    'c.context_id = $3',
    'c.canvas_course_id = $3',
    'c.id = $4',
    'lower(c.title) = lower($3)',
    'lower(c.label) = lower($3)',
  ]
    .map(is => `(select c.id from courses c where ${IN_SCHOOLS} and ${is} order by c.id desc limit 20)`)
    .join(' union ')})
  ${COURSES} where c.id in (select id from named order by id desc limit 20) order by c.id desc`,
)
const byJoin = prepared<FoundCourse>('find_course_join', `${COURSES} where ${IN_SCHOOLS} and c.join_token = $3`)

export const findCourses = async (db: Queryable, text: string, by: By): Promise<FoundCourse[]> =>
  byText(db, [...schoolParameters(by), text, /^\d{1,15}$/.test(text) ? Number(text) : null])
export const findCoursesByJoinToken = async (db: Queryable, token: string, by: By): Promise<FoundCourse[]> =>
  byJoin(db, [...schoolParameters(by), token])

const schools = prepared<FoundSchool>(
  'find_schools',
  `select 'consumer' as kind, s.id, s.key, s.name, (select count(*)::int from courses c where c.consumer_id = s.id) as courses from consumers s
   where s.key = $1 or lower(s.name) = lower($1)
   union all
   select 'deployment', d.id, null, ${deploymentSchool()}, (select count(*)::int from courses c where c.deployment_id = d.id)
   from deployments d join platforms f on f.id = d.platform_id
   where lower(d.name) = lower($1) or f.domain = lower($1) or f.issuer = $1 or f.client_id = $1 limit 20`,
)

export const findSchools = (db: Queryable, text: string): Promise<FoundSchool[]> => schools(db, [text])

const IS_NAMED = `${PERSON_WORDS} @@ to_tsquery('simple', $3)`

/** SQL condition that a person `p` has a row of a kind in the schools $1 and $2. `offset 0` asks person by person. */
const hasRow = (table: string) =>
  `exists (select from ${table} x join courses c on c.id = x.course_id where x.person_id = p.id and ${IN_SCHOOLS} offset 0)`

/** SQL condition that a person `p` has neither a row nor a course to teach, is not erased, and is of the consumers $1. */
const HAS_NOTHING = `p.erased_at is null and ($1::bigint[] is null or p.consumer_id = any($1)) and ${HAS_NO_ROW}
      and not exists (select from course_teachers t where t.person_id = p.id)`

/** People of a name among whom its teachers are sought. A first name alone may have a hundred thousand. */
const MOST_READ = 5000

/**
 * Searches by name: every search word must be a prefix of a word of the name. They read at most MOST_COUNTED matches,
 * because the planner cannot estimate how many there are.
 */
export const NAME_SEARCHES = {
  people: `with named as materialized (
    select p.id from people p
    where ${IS_NAMED}
      and (${hasRow('enrollments')} or ${hasRow('memberships')} or (${HAS_NOTHING}))
    limit ${MOST_COUNTED}
  ) select id, (count(*) over ())::int as total from named order by id desc limit ${MOST_NAMED}`,
  teachers: `with called as materialized (select p.id from people p where ${IS_NAMED} limit case when $1::bigint[] is null then ${MOST_READ} end),
    named as materialized (select p.id from called p where ${hasRow('course_teachers')} and ${ONLY_TEACHES} limit ${MOST_COUNTED}),
    page as (select id, (count(*) over ())::int as total from named order by id desc limit ${MOST_NAMED})
  select teacher.*, page.total from page join (${TEACHERS}) teacher on teacher.id = page.id order by page.id desc`,
  courses: `with named as materialized (
    select c.id from courses c where ${COURSE_WORDS} @@ to_tsquery('simple', $3) and ${IN_SCHOOLS} limit ${MOST_COUNTED}
  ), page as (select id, (count(*) over ())::int as total from named order by id desc limit ${MOST_NAMED})
  select course.*, page.total from page join (${COURSES}) course on course.id = page.id order by page.id desc`,
  schools: `with named as materialized (
    select s.id as consumer_id, null::bigint as deployment_id, s.key, s.name from consumers s
    where name_words(coalesce(s.name, '')) @@ to_tsquery('simple', $1)
    union all select null, d.id, null, d.name from deployments d where name_words(coalesce(d.name, '')) @@ to_tsquery('simple', $1)
    union all select null, d.id, null, f.domain from platforms f join deployments d on d.platform_id = f.id and d.name is null
    where name_words(coalesce(f.domain, '')) @@ to_tsquery('simple', $1)
    limit ${MOST_COUNTED}
  ), page as (select *, (count(*) over ())::int as total from named order by lower(name), consumer_id, deployment_id limit ${MOST_NAMED})
  select case when consumer_id is null then 'deployment' else 'consumer' end as kind, coalesce(consumer_id, deployment_id) as id,
    key, name, total, (select count(*) from courses c where c.consumer_id = page.consumer_id)::int
    + (select count(*) from courses c where c.deployment_id = page.deployment_id)::int as courses
  from page`,
} as const

const peopleNamed = prepared<{ id: number; total: number }>('people_named', NAME_SEARCHES.people)
const coursesNamed = prepared<FoundCourse & { total: number }>('courses_named', NAME_SEARCHES.courses)
const teachersNamed = prepared<FoundTeacher & { total: number }>('teachers_named', NAME_SEARCHES.teachers)
const teachersByEmail = prepared<FoundTeacher>(
  'find_teachers_email',
  `${TEACHERS} where p.email = $3 and ${ONLY_TEACHES} order by p.id desc limit ${MOST_NAMED}`,
)
const taughtBy = prepared<{ id: number }>(
  'courses_taught_by',
  `select distinct c.id from course_teachers t join courses c on c.id = t.course_id
   where t.person_id = any($3) and ${IN_SCHOOLS} order by c.id desc`,
)
const schoolsNamed = prepared<FoundSchool & { total: number }>('schools_named', NAME_SEARCHES.schools)

/** The first matches and their total number, which is capped at MOST_COUNTED. */
interface Named<Found> {
  found: Found[]
  total: number
}

const prefixQuery = (words: string[]): string => words.map(word => `${word}:*`).join(' & ')
const named = <Row extends { total: number }>(rows: Row[]): Named<Omit<Row, 'total'>> => ({
  found: rows.map(({ total: _, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

export const searchPeopleByName = async (db: Queryable, words: string[], by: By): Promise<Named<{ id: number }>> =>
  named(await peopleNamed(db, [...schoolParameters(by), prefixQuery(words)]))
export const searchCoursesByName = async (db: Queryable, words: string[], by: By): Promise<Named<FoundCourse>> =>
  named(await coursesNamed(db, [...schoolParameters(by), prefixQuery(words)]))
export const searchTeachersByName = async (db: Queryable, words: string[], by: By): Promise<Named<FoundTeacher>> =>
  named(await teachersNamed(db, [...schoolParameters(by), prefixQuery(words)]))
export const listTeachersByEmail = (db: Queryable, email: string, by: By): Promise<FoundTeacher[]> =>
  teachersByEmail(db, [...schoolParameters(by), email])
/** Lists the courses that these people opened as teachers, the newest first. */
export const listIdsOfTaughtCourses = async (db: Queryable, personIds: number[], by: By): Promise<number[]> =>
  (await taughtBy(db, [...schoolParameters(by), personIds])).map(row => row.id)
export const searchSchoolsByName = async (db: Queryable, words: string[]): Promise<Named<FoundSchool>> =>
  named(await schoolsNamed(db, [prefixQuery(words)]))

const products = prepared<FoundProduct>(
  'products_named',
  `select id, product_code as "productCode", name from products
  where name_words(product_code || ' ' || name) @@ to_tsquery('simple', $1) order by product_code limit ${MOST_NAMED}`,
)
const batches = prepared<FoundBatch>(
  'batches_named',
  `select b.id, b.note, b.size, r.product_code as "productCode" from coupon_batches b join products r on r.id = b.product_id
  where name_words(b.note) @@ to_tsquery('simple', $1) order by b.id desc limit ${MOST_NAMED}`,
)

/** Lists products with these words in their code or name. At most 20. */
export const searchProducts = (db: Queryable, words: string[]): Promise<FoundProduct[]> =>
  products(db, [prefixQuery(words)])
/** Lists batches of codes with these words in their note, the newest first. At most 20. */
export const searchBatches = (db: Queryable, words: string[]): Promise<FoundBatch[]> =>
  batches(db, [prefixQuery(words)])
