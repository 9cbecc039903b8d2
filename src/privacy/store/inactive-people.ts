import { prepared, type Queryable } from '#src/core/db/db.ts'

/** SQL for a record `q` of person `p` that was used since $1: access lasted, or something changed. */
const usedSince = (table: string) =>
  `exists (select from ${table} x where x.person_id = q.id
    and (x.updated_at >= $1 or x.access_ends_at >= $1 or (x.processed_at is not null and x.access_ends_at is null)))`

/** A teacher stays while their course has new students: a launch that changes nothing writes nothing. */
const TEACHES = `exists (select from course_teachers t where t.person_id = q.id and (
  exists (select from enrollments e where e.course_id = t.course_id and e.updated_at >= $1)
  or exists (select from memberships m where m.course_id = t.course_id and m.updated_at >= $1)))`

const inactive = prepared<{ id: number }>(
  'inactive_people',
  `select p.id from people p where p.erased_at is null and p.id > $2 and p.updated_at < $1 and not exists (
     select from people q where (q.id = p.id or q.one_person = p.one_person)
       and (q.updated_at >= $1 or ${usedSince('enrollments')} or ${usedSince('memberships')} or ${TEACHES})
   ) order by p.id limit $3`,
)

/** Lists people without access and without any change since a time, in id order. */
export const listInactivePeople = async (
  db: Queryable,
  { before, after, most }: { before: Date; after: number; most: number },
): Promise<number[]> => (await inactive(db, [before, after, most])).map(row => row.id)
