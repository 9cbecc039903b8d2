import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'

interface PersonRow {
  id: number
  one_person: number | null
}

/** Locks people in id order, before any of their enrollments or memberships. A launch uses the same order. */
const lock = prepared<PersonRow>(
  'one_person_lock',
  `select id, one_person from people where id = any($1) or one_person in (select one_person from people where id = any($1))
   order by id for update`,
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
  const numberOf = (id: number) => rows.find(row => row.id === id)?.one_person ?? null
  if (a === b || (numberOf(a) !== null && numberOf(a) === numberOf(b))) return false
  const groups = [numberOf(a), numberOf(b)].filter(n => n !== null)
  const number = groups[0] ?? Math.min(a, b)
  await join(tx, [number, now, [a, b], groups])
  return true
}

/** Removes a person from their merged group. Returns false when they were in none. */
export const saveUnlinked = async (tx: Tx, personId: number): Promise<boolean> => {
  const [row] = (await lock(tx, [[personId]])).filter(r => r.id === personId)
  if (row?.one_person == null) return false
  await part(tx, [personId, row.one_person])
  return true
}
