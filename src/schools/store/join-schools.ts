import type { Queryable, Tx } from '#src/core/db/db.ts'
import { execute, queryHasRow, queryRow } from '#src/core/db/statements.ts'
import type { SchoolNumbers } from '../rules/join-schools.ts'
import type { Reach } from '../rules/platform.ts'
import type { ConnectionRef } from '../rules/school-facts.ts'

export const countSchool = queryRow<SchoolNumbers, [id: number]>(
  'school_join_numbers',
  `select s.id, s.name,
    (select count(*)::int from consumers k where k.school_id = s.id) as consumers,
    (select count(*)::int from deployments d where d.school_id = s.id) as deployments,
    (select count(*)::int from courses c where c.school_id = s.id) as courses,
    (select count(distinct e.person_id)::int from courses c join entitlements e on e.course_id = c.id where c.school_id = s.id) as people,
    (select count(*)::int from coupon_batches b where b.school_id = s.id) as batches,
    (select count(*)::int from coupon_batches b join coupons u on u.batch_id = b.id where b.school_id = s.id) as codes,
    (select count(*)::int from staff_schools t where t.school_id = s.id) as staff,
    (select count(*)::int from seat_links l where l.school_id = s.id and l.withdrawn_at is null) as "seatLinks",
    array(select r.product_code from default_products x join products r on r.id = x.product_id where x.school_id = s.id order by 1) as "defaultProducts"
  from schools s where s.id = $1`,
)

/** Returns true if a school was joined with another one that is gone since. */
export const wasJoined = queryHasRow<[staysId: number, joinsId: number]>(
  'school_was_joined',
  `select from audit where subject_kind = 'school' and subject_id = $1 and action = 'join-schools' and (after->>'joinedNumber')::bigint = $2 limit 1`,
)

const lastMove = queryRow<{ name: string; was: boolean }, [kind: string, id: number, schoolId: number]>(
  'connection_was_moved',
  `select s.name, a.after->>'school' = s.name as was from schools s join audit a on a.subject_kind = $1 and a.subject_id = $2
   where s.id = $3 and a.action = 'move-connection' order by a.id desc limit 1`,
)

/** Returns true if the last move of a connection was to its school, and the school has this name. */
export const wasMoved = async (db: Queryable, { kind, id }: ConnectionRef, schoolId: number, name: string) => {
  const last = await lastMove(db, kind, id, schoolId)
  return last?.name === name && last.was
}

export const isErasing = queryHasRow<[schoolIds: number[]]>(
  'school_erasing',
  'select from school_erasures where school_id = any($1) and finished_at is null limit 1',
)

/** Each takes both ids. The courses follow their connection by a foreign key. */
const MOVES = [
  'update consumers set school_id = $1 where school_id = $2',
  'update deployments set school_id = $1 where school_id = $2',
  'update coupon_batches set school_id = $1 where school_id = $2',
  'update service_accounts set school_id = $1 where school_id = $2',
  'update seat_links set school_id = $1 where school_id = $2',
  'update school_erasures set school_id = $1 where school_id = $2',
  'update lms_moves set left_school_id = $1 where left_school_id = $2',
  `insert into default_products (school_id, product_id) select $1, product_id from default_products where school_id = $2
   on conflict do nothing`,
  'insert into staff_schools (staff_id, school_id) select staff_id, $1 from staff_schools where school_id = $2 on conflict do nothing',
  'delete from schools where id = $2 and $1 <> $2',
]

/** Gives everything of one school to another, in tables of other modules too, and deletes it. */
export const moveEverything = async (
  tx: Tx,
  { staysId, joinsId }: { staysId: number; joinsId: number },
): Promise<void> => {
  for (const move of MOVES) await tx.client.query(move, [staysId, joinsId])
}

const TABLES = { consumer: 'consumers', deployment: 'deployments' } as const

/** Returns the school of a connection; null if it has none yet, or does not exist. */
export const findSchoolOf = async (db: Queryable, { kind, id }: ConnectionRef): Promise<number | null> => {
  const { rows } = await db.client.query(`select school_id as "schoolId" from ${TABLES[kind]} where id = $1`, [id])
  return rows[0]?.schoolId ?? null
}

export const saveSchoolOf = async (tx: Tx, { kind, id }: ConnectionRef, schoolId: number, now: Date): Promise<void> => {
  await tx.client.query(`update ${TABLES[kind]} set school_id = $2, updated_at = $3 where id = $1`, [id, schoolId, now])
}

export const countConnection = async (db: Queryable, { kind, id }: ConnectionRef): Promise<Reach> => {
  const { rows } = await db.client.query(
    `select count(distinct c.id)::int as courses, count(distinct p.person_id)::int as people
     from courses c left join lateral (
       select e.person_id from entitlements e where e.course_id = c.id
       union all select t.person_id from course_teachers t where t.course_id = c.id
     ) p on true where c.${kind}_id = $1`,
    [id],
  )
  return rows[0]
}

export const copySettings = execute<[fromId: number, toId: number]>(
  'school_settings_copied',
  `with defaults as (
     insert into default_products (school_id, product_id) select $2, product_id from default_products where school_id = $1
   )
   update schools s set email_domain = o.email_domain, accepts_payment = o.accepts_payment, accepts_access_code = o.accepts_access_code,
       is_k12 = o.is_k12, passes_grades = o.passes_grades, yearly_access = o.yearly_access, adds_unit_columns = o.adds_unit_columns
   from schools o where s.id = $2 and o.id = $1`,
)
