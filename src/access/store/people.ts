import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { LaunchLinkHashes } from './launch-tokens.ts'
import { people } from './schema/people.ts'

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
  const mine = and(eq(people.email, email), isNull(people.consumerId), isNull(people.platformId))
  const [found] = await tx.orm.select({ id: people.id }).from(people).where(mine)
  const values = { name, givenName, familyName, launchLanguage: language, emailVerifiedAt: now, updatedAt: now }
  if (found) {
    await tx.orm.update(people).set(values).where(eq(people.id, found.id))
    return found.id
  }
  const [row] = await tx.orm
    .insert(people)
    .values({ email, ...values })
    .onConflictDoUpdate({
      target: people.email,
      targetWhere: sql`consumer_id is null and platform_id is null`,
      set: values,
    })
    .returning({ id: people.id })
  return row!.id
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

interface LinkedPerson {
  id: number
  onePerson: number | null
}

/** Locks people in id order, before any of their rows in courses. A launch uses the same order. */
const lock = prepared<LinkedPerson>(
  'one_person_lock',
  `select id, one_person as "onePerson" from people
   where id = any($1) or one_person in (select one_person from people where id = any($1)) order by id for update`,
)
const join = prepared<{ id: number }>(
  'one_person_join',
  `update people set one_person = $1, one_person_since = $2
   where (id = any($3) or one_person = any($4)) and one_person is distinct from $1 returning id`,
)
/** Also clears the last remaining row of the group: a group has at least two people. */
const part = prepared<{ id: number }>(
  'one_person_part',
  `update people set one_person = null, one_person_since = null where one_person = $2
     and (id = $1 or (select count(*) from people where one_person = $2 and id <> $1) = 1) returning id`,
)
const group = prepared<{ id: number }>(
  'one_person_group',
  `select id from people where id = $1 or one_person = (select one_person from people where id = $1) order by id`,
)

/** Lists the ids of everyone merged with this person, including the person. */
export const listLinkedPeople = async (db: Queryable, personId: number): Promise<number[]> =>
  (await group(db, [personId])).map(row => row.id)

/**
 * Merges two people and everyone merged with either. Returns false when they were merged already. Idempotent and safe
 * under concurrency.
 */
export const saveLinkedPeople = async (tx: Tx, [a, b]: [a: number, b: number], now: Date): Promise<boolean> => {
  const rows = await lock(tx, [[a, b]])
  const numberOf = (id: number) => rows.find(row => row.id === id)?.onePerson ?? null
  if (a === b || (numberOf(a) !== null && numberOf(a) === numberOf(b))) return false
  const groups = [numberOf(a), numberOf(b)].filter(n => n !== null)
  const number = groups[0] ?? Math.min(a, b)
  await join(tx, [number, now, [a, b], groups])
  return true
}

/** Removes a person from their merged group. Returns false when they were in none. */
export const saveUnlinked = async (tx: Tx, personId: number): Promise<boolean> => {
  const [row] = (await lock(tx, [[personId]])).filter(r => r.id === personId)
  if (row?.onePerson == null) return false
  await part(tx, [personId, row.onePerson])
  return true
}
