import { prepared, type Queryable } from '#src/core/db/db.ts'

const inactive = prepared<{ id: number }>(
  'inactive_people',
  `select p.id from people p where p.erased_at is null and p.id > $2 and p.updated_at < $1 and not exists (
     select from people q where (q.id = p.id or q.one_person = p.one_person) and (
       q.updated_at >= $1
       or exists (select from entitlements e where e.person_id = q.id
         and (e.updated_at >= $1 or e.access_ends_at >= $1 or (e.processed_at is not null and e.access_ends_at is null)))
       or exists (select from course_teachers t join entitlements e on e.course_id = t.course_id
         where t.person_id = q.id and e.updated_at >= $1))
   ) order by p.id limit $3`,
)

/**
 * Lists people without access and without any change since a time, in id order. A teacher stays while their course has
 * new students, because a launch that changes nothing writes nothing.
 */
export const listInactivePeople = async (
  db: Queryable,
  { before, after, most }: { before: Date; after: number; most: number },
): Promise<number[]> => (await inactive(db, [before, after, most])).map(row => row.id)
