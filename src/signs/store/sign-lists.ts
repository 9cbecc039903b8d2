import { LOCKS } from '#src/core/db/advisory-locks.ts'
import type { Tx } from '#src/core/db/db.ts'
import { queryRow, queryRows } from '#src/core/db/statements.ts'
import type { Sign } from '../rules/dictionary.ts'
import { LISTS_MAX, type SignList } from '../rules/sign-lists.ts'
import { COLUMNS } from './signs.ts'

const LIST = 'l.id::int as id, l.name, l.link, l.signs'

export const listSignLists = queryRows<SignList, [courseId: number]>(
  'sign_lists_of_course',
  `select ${LIST} from sign_lists l where l.course_id = $1 order by l.place`,
)

export const findSignList = queryRow<SignList, [link: string]>(
  'sign_list_by_link',
  `select ${LIST} from sign_lists l where l.link = $1`,
)

/** Lists the signs with these slugs, in this order. Those that the dictionary no longer has are left out. */
export const listSignsBySlug = queryRows<Sign, [slugs: string[]]>(
  'signs_by_slugs',
  `select ${COLUMNS} from unnest($1::text[]) with ordinality as a(slug, n) join signs s on s.slug = a.slug order by a.n`,
)

/** Lets one transaction at a time change the lists of a course, so that number and names hold. */
export const lockSignLists = async (tx: Tx, courseId: number): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)', [
    LOCKS.signLists,
    courseId,
  ])
}

/** Adds an empty list at the first free place and returns its id. Needs the lock, and a free place. */
export const saveNewSignList = async (
  tx: Tx,
  { courseId, name, link, now }: { courseId: number; name: string; link: string; now: Date },
): Promise<number> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `insert into sign_lists (course_id, place, name, link, created_at, updated_at)
     select $1::bigint, min(n), $2::text, $3::text, $4::timestamptz, $4::timestamptz from generate_series(1, $5::int) n
     where not exists (select from sign_lists where course_id = $1::bigint and place = n)
     returning id::int as id`,
    [courseId, name, link, now, LISTS_MAX],
  )
  return rows[0]!.id
}

/** Replaces the name and the signs of a list, without signs that the dictionary does not have. False if it is gone. */
export const saveSignList = async (
  tx: Tx,
  { id, courseId, name, signs, now }: Pick<SignList, 'id' | 'name' | 'signs'> & { courseId: number; now: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.client.query(
    `update sign_lists set name = $3, updated_at = $5, signs = array(
       select a.slug from unnest($4::text[]) with ordinality as a(slug, n) join signs s on s.slug = a.slug order by a.n
     ) where id = $1 and course_id = $2`,
    [id, courseId, name, signs, now],
  )
  return rowCount === 1
}

export const deleteSignList = async (tx: Tx, { id, courseId }: { id: number; courseId: number }): Promise<boolean> => {
  const { rowCount } = await tx.client.query('delete from sign_lists where id = $1 and course_id = $2', [id, courseId])
  return rowCount === 1
}
