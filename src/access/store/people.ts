import { sql } from 'drizzle-orm'
import { wordQuery } from '#src/core/db/columns.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { escaped, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryValues } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { type ListPage, type ListQuery, MOST_COUNTED } from '#src/core/rules/rows.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { COURSE_NAME, courseConditions, SCHOOL_JOIN } from '#src/courses/store/schema/course-columns.ts'
import type { ListedPerson, peopleStates } from '../rules/people.ts'
import type { LaunchLinkHashes } from './launch-tokens.ts'
import { PERSON_NAME, PERSON_WORDS, people } from './schema/people.ts'

interface VerifiedPerson {
  email: string
  name: string
  givenName: string
  familyName: string
  /** Language of the page where they signed up. */
  language: Language
  now: Date
}

/**
 * Upserts the person with a verified email: one row for all courses. A person who came by a launch is a separate row,
 * because an email claimed by an LMS never merges people.
 */
export const saveVerifiedPerson = async (tx: Tx, given: VerifiedPerson): Promise<number> => {
  const { email, name, givenName, familyName, language, now } = given
  const set = { name, givenName, familyName, launchLanguage: language, emailVerifiedAt: now, updatedAt: now }
  const added = tx.orm.insert(people).values({ email, ...set })
  const targetWhere = sql`consumer_id is null and platform_id is null`
  const saved = added.onConflictDoUpdate({ target: people.email, targetWhere, set })
  return (await saved.returning({ id: people.id }))[0]!.id
}

const chosen = prepared(
  'person_language',
  `update people set language = $2, updated_at = now() where language is distinct from $2 and id in (
     select person_id from entitlements where token = $1
     union all select person_id from launch_tokens where token_hash = $3 and state_hash = $4 and expires_at > $5)`,
)

/** Saves the language of the person with this token, or with this link of a launch. */
export const saveLanguage = async (
  db: Queryable,
  { token, tokenHash, stateHash, now }: LaunchLinkHashes & { token: string },
  language: Language,
): Promise<void> => {
  await chosen(db, [token, language, tokenHash, stateHash, now])
}

/** Locks people in id order, before any of their rows in courses. A launch uses the same order. */
const lock = prepared<{ id: number; onePerson: number | null }>(
  'one_person_lock',
  `select id, one_person as "onePerson" from people
   where id = any($1) or one_person in (select one_person from people where id = any($1)) order by id for update`,
)
const join = prepared<{ id: number }>(
  'one_person_join',
  `update people set one_person = $1, one_person_since = $2, one_person_before = case when $5 then coalesce(one_person, 0) else one_person_before end
   where (id = any($3) or one_person = any($4)) and one_person is distinct from $1 returning id`,
)
/** Also clears the last remaining row of the group: a group has at least two people. */
const part = prepared<{ id: number }>(
  'one_person_part',
  `update people set one_person = null, one_person_since = null, one_person_before = null where one_person = $2
     and (id = $1 or (select count(*) from people where one_person = $2 and id <> $1) = 1) returning id`,
)
/** The people of the group who leave it with person $1: $1 and who was with them before, or else whom the move added. */
const LEAVING = `with here as materialized (select id, one_person, one_person_before from people where id = $1)
  select p.id from people p, here h where p.one_person = h.one_person and case
    when h.one_person_before is null then p.one_person_before is not null
    else p.id = h.id or (h.one_person_before > 0 and p.one_person_before = h.one_person_before) end`
const restore = prepared<{ id: number }>(
  'one_person_restore',
  `update people set one_person = nullif(one_person_before, 0), one_person_since = case when one_person_before > 0 then one_person_since end,
     one_person_before = null
   where id in (${LEAVING}) returning id`,
)
const single = prepared<{ id: number }>(
  'one_person_single',
  `update people p set one_person = null, one_person_since = null, one_person_before = null
   where id = any($1) and one_person is not null and not exists (select from people o where o.one_person = p.one_person and o.id <> p.id)
   returning id`,
)
/** Lists the ids of everyone merged with this person, including the person. */
export const listLinkedPeople = queryValues<number, [personId: number]>(
  'one_person_group',
  `select id as value from people where id = $1 or one_person = (select one_person from people where id = $1) order by id`,
)

/**
 * Merges two people and everyone merged with either. Returns false when they were merged already. Idempotent and safe
 * under concurrency.
 */
export const saveLinkedPeople = async (
  tx: Tx,
  [a, b]: [a: number, b: number],
  now: Date,
  by: 'people' | 'move' = 'people',
): Promise<boolean> => {
  const rows = await lock(tx, [[a, b]])
  const numberOf = (id: number) => rows.find(row => row.id === id)?.onePerson ?? null
  if (a === b || (numberOf(a) !== null && numberOf(a) === numberOf(b))) return false
  const groups = [numberOf(a), numberOf(b)].filter(n => n !== null)
  const number = groups[0] ?? Math.min(a, b)
  await join(tx, [number, now, [a, b], groups, by === 'move'])
  return true
}

/** Parts people whom a move merged. Whoever was one person before it stays so. */
export const saveParted = async (tx: Tx, personId: number): Promise<void> => {
  const ids = (await lock(tx, [[personId]])).map(row => row.id)
  await restore(tx, [personId])
  await single(tx, [ids])
}

/** Removes a person from their merged group. Returns false when they were in none. */
export const saveUnlinked = async (tx: Tx, personId: number): Promise<boolean> => {
  const [row] = (await lock(tx, [[personId]])).filter(r => r.id === personId)
  if (row?.onePerson == null) return false
  await part(tx, [personId, row.onePerson])
  return true
}

/**
 * Lists the people whose name or address begins with what was typed, at most MOST_COUNTED of each, nobody without a letter
 * or digit; null if nothing was typed. A list asks for them first, because the planner cannot estimate how many there are.
 */
export const listPeopleCalled = async (db: Queryable, typed: string): Promise<number[] | null> => {
  if (typed === '') return null
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const values = new SqlValues()
  const name = `${PERSON_WORDS} @@ to_tsquery('simple', ${values.add(wordQuery(words))})`
  const email = `p.email like ${values.add(`${escaped(typed.toLowerCase())}%`)}`
  const some = (condition: string) => `(select p.id from people p where ${condition} limit ${MOST_COUNTED})`
  const { rows } = await db.client.query<{ id: number }>(`${some(name)} union ${some(email)}`, values.all)
  return rows.map(row => row.id)
}

const STATES: Record<keyof typeof peopleStates, string> = {
  in: 'x.processed_at is not null',
  waiting: 'x.processed_at is null and x.unprocessed_at is null',
  out: 'x.unprocessed_at is not null and x.processed_at is null',
}

const SELECT = `x.token, x.person_id as "personId", ${PERSON_NAME} as name, p.email, c.id as "courseId", ${COURSE_NAME} as course, s.name as school,
  array(select r.product_code from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id order by 1) as products,
  x.processed_at is not null as "isIn", x.is_test as "isTest", x.source, x.access_ends_at as "endsAt", x.created_at as "createdAt"`

const JOINS = `join people p on p.id = x.person_id join courses c on c.id = x.course_id ${SCHOOL_JOIN}`

const FEW_COURSES = 500

/** Lists people in courses of the schools of the role, a page at a time. A person in two courses has two rows. */
export const listPeople = async (
  { db }: { db: Queryable },
  query: ListQuery,
  by: Pick<Staff, 'schools'>,
): Promise<ListPage<ListedPerson>> => {
  const values = new SqlValues()
  const called = await listPeopleCalled(db, query.words)
  const courses = await listCoursesAsked(db, query, by)
  const few = [
    called && `person_id = any(${values.add(called)}::bigint[])`,
    courses?.few && `course_id = any(${values.add(courses.few)}::bigint[])`,
  ].filter(condition => condition !== null && condition !== undefined)
  // `offset 0` keeps the planner from reading all rows in the order of the list.
  const narrow =
    few.length > 0 ? `(select * from entitlements where ${few.join(' and ')} offset 0) x` : 'entitlements x'
  const state = query.filters.state ?? ''
  const inState = isKeyOf(STATES, state) ? STATES[state] : null
  const inMany = courses && !courses.few ? `x.course_id in (${courses.select(values)})` : null
  return listRows(
    db,
    {
      select: SELECT,
      from: `entitlements x ${JOINS}`,
      narrow,
      counted: inMany ? `from ${narrow} where ${inMany} and ${inState ?? 'true'}` : undefined,
      // Rows are read in their order until enough are in one of many courses. `is true` keeps the planner from looking up each.
      where: [inMany && `(${inMany}) is true`, inState],
      id: 'x.id',
      sorts: {
        newest: { by: 'x.created_at', kind: 'time', descends: true },
        oldest: { by: 'x.created_at', kind: 'time' },
      },
      values,
    },
    query,
  )
}

/** Returns SQL for the courses that are asked for, and lists them if they are few; null if none is asked for. */
const listCoursesAsked = async (db: Queryable, { filters }: ListQuery, by: Pick<Staff, 'schools'>) => {
  const select = (values: SqlValues) => {
    const conditions = courseConditions(filters, by, values).filter(condition => condition !== null)
    return conditions.length > 0 ? `select c.id from courses c where ${conditions.join(' and ')}` : null
  }
  const own = new SqlValues()
  const text = select(own)
  if (!text) return null
  const { rows } = await db.client.query<{ id: number }>(`${text} limit ${FEW_COURSES + 1}`, own.all)
  return { select, few: rows.length > FEW_COURSES ? null : rows.map(({ id }) => id) }
}
