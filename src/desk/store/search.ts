import { PERSON_NAME, PERSON_WORDS } from '#src/access/store/schema/people.ts'
import { wordQuery } from '#src/core/db/columns.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { escaped } from '#src/core/db/row-lists.ts'
import { queryRows } from '#src/core/db/statements.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import {
  COURSE_NAME,
  COURSE_TOKEN,
  COURSE_VERSION,
  COURSE_WORDS,
  inSchools,
  SCHOOL_JOIN,
} from '#src/courses/store/schema/course-columns.ts'
import { MOST_CODES, MOST_COUNTED, MOST_NAMED, SIGNED_UP } from '../rules/search.ts'
import type {
  FoundBatch,
  FoundCourse,
  FoundDeployment,
  FoundPerson,
  FoundProduct,
  FoundSchool,
} from '../rules/search-results.ts'

type Schools = Staff['schools']
/** SQL condition for courses `c` of the schools $1. */
const IN_SCHOOLS = inSchools('$1')

/**
 * SQL for people with their newest place in a course, of those in the schools $1; others are not counted. A person
 * without one has no token: a teacher, who has the newest course they opened, or somebody who opened only the dictionary.
 * A role for some schools finds those of its consumers, and the teachers of its courses. Of erased people, only those in
 * a course are left.
 */
const PEOPLE = `
select p.id, ${PERSON_NAME} as name, p.email, p.lti_user_id as "ltiUserId",
  coalesce(s.name, f.domain, '${SIGNED_UP}') as school, p.one_person as one, x.token,
  ${COURSE_NAME} as course, coalesce(x.courses, taught.courses, 0) as courses,
  x.token is null and taught.course_id is not null as "isTeacher"
from people p left join consumers k on k.id = p.consumer_id left join platforms f on f.id = p.platform_id
left join lateral (
  select e.token, e.course_id, count(*) over ()::int as courses from entitlements e join courses c on c.id = e.course_id
  where e.person_id = p.id and ${IN_SCHOOLS} order by e.created_at desc limit 1
) x on true
left join lateral (
  select t.course_id, count(*) over ()::int as courses from course_teachers t join courses c on c.id = t.course_id
  where t.person_id = p.id and ${IN_SCHOOLS} order by c.id desc limit 1
) taught on true
left join courses c on c.id = coalesce(x.course_id, taught.course_id)
left join schools s on s.id = coalesce(k.school_id, case when f.id is not null then c.school_id end)
where (x.token is not null or p.erased_at is null)
  and ($1::bigint[] is null or x.token is not null or taught.course_id is not null or k.school_id = any($1))`

export const listPeopleByEmail = queryRows<FoundPerson, [schools: Schools, email: string]>(
  'find_people_email',
  `${PEOPLE} and p.email = $2 order by p.id desc limit 20`,
)
/** Lists these people and everyone merged with them, in a course or not, teachers first. At most 100. */
export const listPeopleByIds = queryRows<FoundPerson, [schools: Schools, ids: number[]]>(
  'find_people_id',
  `${PEOPLE}
  and p.id in (select unnest($2::bigint[]) union
    select o.id from people q join people o on o.one_person = q.one_person where q.id = any($2))
  order by taught.course_id is not null desc, p.id desc limit 100`,
)

interface Id {
  id: number
}

/** Two statements, so that the plan for domains, which reads the table, is never used for beginnings. */
const emailLike = (name: string) =>
  queryRows<Id, [pattern: string]>(
    name,
    `select p.id from people p where p.email like $1 order by p.id desc limit ${MOST_NAMED}`,
  )
const byBeginning = emailLike('find_email_beginning')
const byDomain = emailLike('find_email_domain')

/** Lists people whose email begins so, or, for a domain, whose email is of it. At most 20. */
export const listPeopleByPartOfEmail = async (db: Queryable, text: string): Promise<Id[]> => {
  const part = escaped(text.toLowerCase())
  const found = await byBeginning(db, `${part}%`)
  const isDomain = /^@?[\w-]+(\.[\w-]+)+$/.test(text)
  return found.length === 0 && isDomain ? byDomain(db, `%@${part.replace(/^@/, '')}`) : found
}

const codesBeginning = queryRows<{ key: string }, [pattern: string]>(
  'find_code_beginning',
  `select code_key as key from coupons where code_key like $1 order by code_key limit ${MOST_CODES}`,
)

/** Lists the keys of codes that begin so. At most 5. */
export const listCodesBeginning = async (db: Queryable, key: string): Promise<string[]> =>
  (await codesBeginning(db, `${escaped(key)}%`)).map(row => row.key)

/** Each kind of id is its own lookup, because the planner reads the whole table for an `or` of columns of several tables. */
export const listPayers = queryRows<Id, [paymentId: string]>(
  'find_payment',
  `with paid as (
     select entitlement_id from checkouts where stripe_session_id = $1 or payment_intent = $1
     union select entitlement_id from checkouts where payment_intent in (
       select payment_intent from card_refunds where refund_id = $1 union select payment_intent from card_disputes where dispute_id = $1)
   )
   select person_id as id from entitlements where id in (select entitlement_id from paid)
   union select person_id from entitlements where stripe_event_id = $1 limit 5`,
)
/** A receipt shows only the last 10 characters of the session id. */
export const listPayersByReceipt = queryRows<Id, [end: string]>(
  'find_payment_end',
  `select e.person_id as id from checkouts x join entitlements e on e.id = x.entitlement_id
   where right(x.stripe_session_id, 10) = $1 limit 5`,
)
export const listPeopleBySession = queryRows<Id, [sessionId: string]>(
  'find_session',
  'select person_id as id from entitlements where session_id = $1::uuid',
)
export const listPeopleByCoupons = queryRows<Id, [couponIds: number[]]>(
  'find_code',
  `select e.person_id as id from coupon_uses u join entitlements e on e.id = u.entitlement_id
   where u.coupon_id = any($1) order by u.id desc limit 50`,
)

const COURSES = `
select c.id, c.context_id as "contextId", ${COURSE_NAME} as title, s.name as school,
  ${COURSE_VERSION} as version,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  n.inside, n.outside, ${COURSE_TOKEN} as token
from courses c ${SCHOOL_JOIN}
cross join lateral (
  select count(*) filter (where e.processed_at is not null)::int as inside,
    count(*) filter (where e.processed_at is null)::int as outside
  from entitlements e where e.course_id = c.id and e.role = 'learner'
) n`

const byText = queryRows<FoundCourse, [schools: Schools, text: string, id: number | null]>(
  'find_courses',
  `with named as materialized (${[
    'c.context_id = $2',
    'c.canvas_course_id = $2',
    'c.id = $3',
    'lower(c.title) = lower($2)',
    'lower(c.label) = lower($2)',
  ]
    .map(is => `(select c.id from courses c where ${IN_SCHOOLS} and ${is} order by c.id desc limit 20)`)
    .join(' union ')})
  ${COURSES} where c.id in (select id from named order by id desc limit 20) order by c.id desc`,
)
export const listCoursesByJoinToken = queryRows<FoundCourse, [schools: Schools, token: string]>(
  'find_course_join',
  `${COURSES} where ${IN_SCHOOLS} and c.join_token = $2`,
)

export const findCourses = (db: Queryable, text: string, schools: Schools): Promise<FoundCourse[]> =>
  byText(db, schools, text, /^\d{1,15}$/.test(text) ? Number(text) : null)

/** SQL for columns of a school `s`. */
const SCHOOL = `s.id, s.name, array(select k.key from consumers k where k.school_id = s.id order by k.id) as keys,
    (select count(*)::int from courses c where c.school_id = s.id) as courses`

/** Finds schools by their name, or by a key, domain, issuer or client ID of a connection. At most 20. */
export const findSchools = queryRows<FoundSchool, [text: string]>(
  'find_schools',
  `select ${SCHOOL} from schools s where s.id in (
     select id from schools where lower(name) = lower($1)
     union select school_id from consumers where key = $1
     union select d.school_id from platforms f join deployments d on d.platform_id = f.id
       where f.domain = lower($1) or f.issuer = $1 or f.client_id = $1
   ) order by lower(s.name) limit ${MOST_NAMED}`,
)
const DEPLOYMENTS = `select d.id, coalesce(d.seen_name, f.domain) as name, f.domain, d.status
   from deployments d join platforms f on f.id = d.platform_id where d.school_id is null`
/** Finds deployments that belong to no school, because they wait or were refused. At most 20. */
export const findDeployments = queryRows<FoundDeployment, [text: string]>(
  'find_deployments',
  `${DEPLOYMENTS} and (lower(d.seen_name) = lower($1) or f.domain = lower($1) or f.issuer = $1 or f.client_id = $1)
   order by d.id desc limit ${MOST_NAMED}`,
)

const IS_NAMED = `${PERSON_WORDS} @@ to_tsquery('simple', $2)`

/**
 * SQL condition that a person `p` is in a course, or teaches one, in the schools $1. `offset 0` asks person by person,
 * and the school of each course is looked up, because joining may read all courses for each person.
 */
const isIn = (table: 'entitlements' | 'course_teachers') =>
  `exists (select from ${table} x where x.person_id = p.id
    and ($1::bigint[] is null or (select c.school_id from courses c where c.id = x.course_id) = any($1)) offset 0)`

/** SQL condition that PEOPLE has a person `p`. */
const IS_SHOWN = `(${isIn('entitlements')} or (p.erased_at is null and ($1::bigint[] is null or ${isIn('course_teachers')}
      or p.consumer_id in (select k.id from consumers k where k.school_id = any($1)))))`

/** People of a name among whom its teachers are sought. A first name alone may have a hundred thousand. */
const MOST_READ = 5000

/** SQL condition that words, of a search in $1, begin words of these names. */
const hasWords = (names: string) => `name_words(${names}) @@ to_tsquery('simple', $1)`

/**
 * Searches by name: every search word must be a prefix of a word of the name. They count at most MOST_COUNTED matches,
 * because the planner cannot estimate how many there are. Teachers do not take the places of students.
 */
export const NAME_SEARCHES = {
  people: `with called as materialized (
    select p.id, p.consumer_id, p.erased_at from people p where ${IS_NAMED}
    limit case when $1::bigint[] is null then ${MOST_READ} end
  ), named as materialized (
    select p.id, p.teaches from (
      select p.*, exists (select from course_teachers t where t.person_id = p.id) as teaches from called p
      order by teaches desc offset 0
    ) p where ${IS_SHOWN} limit ${MOST_COUNTED}
  ) select id, total from (
    select *, (count(*) over ())::int as total, row_number() over (partition by teaches order by id desc) as place from named
  ) n where place <= ${MOST_NAMED} order by teaches desc, id desc`,
  courses: `with named as materialized (
    select c.id from courses c where ${COURSE_WORDS} @@ to_tsquery('simple', $2) and ${IN_SCHOOLS} limit ${MOST_COUNTED}
  ), page as (select id, (count(*) over ())::int as total from named order by id desc limit ${MOST_NAMED})
  select course.*, page.total from page join (${COURSES}) course on course.id = page.id order by page.id desc`,
  schools: `with found as materialized (
    select id from schools where ${hasWords("coalesce(name, '')")}
    union select school_id from deployments where ${hasWords("coalesce(seen_name, '')")}
    union select d.school_id from platforms f join deployments d on d.platform_id = f.id where ${hasWords("coalesce(f.domain, '')")}
    limit ${MOST_COUNTED}
  ), page as (
    select s.*, (count(*) over ())::int as total from found join schools s on s.id = found.id order by lower(s.name) limit ${MOST_NAMED}
  )
  select ${SCHOOL}, s.total from page s order by lower(s.name)`,
} as const

/** Lists the courses that these people opened as teachers, the newest first. */
export const listTaughtCourses = queryRows<Id, [schools: Schools, personIds: number[]]>(
  'courses_taught_by',
  `select distinct c.id from course_teachers t join courses c on c.id = t.course_id
   where t.person_id = any($2) and ${IN_SCHOOLS} order by c.id desc`,
)

/** Makes a search by words that returns the first matches and their total number, which is capped at MOST_COUNTED. */
const named = <Found extends object>(name: string, text: string) => {
  const run = prepared<Found & { total: number }>(name, text)
  return async (db: Queryable, words: string[], ...schools: Schools[]) => {
    const rows = await run(db, [...schools, wordQuery(words)])
    return { found: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
  }
}
export const searchPeople = named<Id>('people_named', NAME_SEARCHES.people)
export const searchCourses = named<FoundCourse>('courses_named', NAME_SEARCHES.courses)
export const searchSchools = named<FoundSchool>('find_schools_named', NAME_SEARCHES.schools)

/** Makes a search by words in $1. */
const byWords = <Found extends object>(name: string, text: string) => {
  const run = prepared<Found>(name, text)
  return (db: Queryable, words: string[]) => run(db, [wordQuery(words)])
}
/** Searches deployments without a school for these words in what the LMS calls itself, or in its domain. At most 20. */
export const searchDeployments = byWords<FoundDeployment>(
  'find_deployments_named',
  `${DEPLOYMENTS} and (${hasWords("coalesce(d.seen_name, '')")} or ${hasWords("coalesce(f.domain, '')")})
   order by d.id desc limit ${MOST_NAMED}`,
)
/** Searches products for these words in their code or name. At most 20. */
export const searchProducts = byWords<FoundProduct>(
  'products_named',
  `select id, product_code as "productCode", name from products
  where ${hasWords("product_code || ' ' || name")} order by product_code limit ${MOST_NAMED}`,
)
/** Searches batches of codes for these words in their note, the newest first. At most 20. */
export const searchBatches = byWords<FoundBatch>(
  'batches_named',
  `select b.id, b.note, b.size, r.product_code as "productCode" from coupon_batches b join products r on r.id = b.product_id
  where ${hasWords("coalesce(b.note, '')")} order by b.id desc limit ${MOST_NAMED}`,
)
