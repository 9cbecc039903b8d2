import { prepared, type Queryable, type Tx } from '../db.ts'

interface PersonRow {
  id: number
  one_person: number | null
}

/** Locked in id order, and before any row of theirs, as a launch does it. */
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
/** Nobody is one person with nobody: where one stays alone, they are themselves again. */
const part = prepared<{ id: number }>(
  'one_person_part',
  `update people set one_person = null, one_person_since = null where one_person = $2
     and (id = $1 or (select count(*) from people where one_person = $2 and id <> $1) = 1) returning id`,
)
const group = prepared<{ id: number }>(
  'one_person_group',
  `select id from people where id = $1 or one_person = (select one_person from people where id = $1) order by id`,
)

/** Whoever is one person with this one, themselves too. */
export const listOnePerson = async (db: Queryable, personId: number): Promise<number[]> =>
  (await group(db, [personId])).map(row => row.id)

/** Makes two people one, with whoever is one with either. False: they were. Safe twice and at once. */
export const saveOnePerson = async (tx: Tx, [a, b]: [a: number, b: number], now: Date): Promise<boolean> => {
  const rows = await lock(tx, [[a, b]])
  const numberOf = (id: number) => rows.find(row => row.id === id)?.one_person ?? null
  if (a === b || (numberOf(a) !== null && numberOf(a) === numberOf(b))) return false
  const groups = [numberOf(a), numberOf(b)].filter(n => n !== null)
  const number = groups[0] ?? Math.min(a, b)
  await join(tx, [number, now, [a, b], groups])
  return true
}

/** Takes one out of those they are one person with. False: they were alone. */
export const saveParted = async (tx: Tx, personId: number): Promise<boolean> => {
  const [row] = (await lock(tx, [[personId]])).filter(r => r.id === personId)
  if (row?.one_person == null) return false
  await part(tx, [personId, row.one_person])
  return true
}
