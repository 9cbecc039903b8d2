import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Subject } from '../rules/entitlement.ts'

type Table = 'enrollments' | 'memberships'
const both = (select: (table: Table, kind: Subject['kind']) => string): string =>
  `select 'enrollment' as kind, ${select('enrollments', 'enrollment')} union all select 'membership', ${select('memberships', 'membership')}`

const over = prepared<Subject>(
  'access_over',
  `select * from (${both(table => `id from ${table} where processed_at is not null and access_ends_at <= $1`)}) o order by kind, id limit $2`,
)

/** Lists enrollments and memberships whose access has ended but is not yet removed. At most `most`. */
export const listExpiredAccess = async (db: Queryable, now: Date, most: number): Promise<Subject[]> =>
  over(db, [now, most])

const ending = prepared<Subject & { key: string }>(
  'access_ending',
  `select o.* from (${both(
    (table, kind) => `e.id, 'access-ends:${kind}:' || e.id || ':' || floor(extract(epoch from e.access_ends_at)) as key
     from ${table} e join people p on p.id = e.person_id
     where e.processed_at is not null and p.email is not null and e.access_ends_at > $1
       and e.access_ends_at <= $1::timestamptz + $2::float8 * interval '1 millisecond'
       and (e.processed_at <= e.access_ends_at - $2::float8 * interval '1 millisecond' or exists (
         select from messages w where w.key = 'welcome:${kind}:' || e.id and (w.data->>'accessEndsAt')::timestamptz <> e.access_ends_at))`,
  )}) o where not exists (select from messages m where m.key = o.key) order by o.kind, o.id limit $3`,
)

/**
 * Lists enrollments and memberships whose access ends within `milliseconds` and who were not yet reminded, with the key
 * of their reminder message. Skips people whose whole access is shorter than that, unless their welcome message names
 * another date. At most `most`.
 */
export const listAccessEndingSoon = async (
  db: Queryable,
  { now, milliseconds, most }: { now: Date; milliseconds: number; most: number },
): Promise<(Subject & { key: string })[]> => ending(db, [now, milliseconds, most])
