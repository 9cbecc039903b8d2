import { prepared, type Queryable } from '#src/core/db/db.ts'
import { ACCEPTED_OUTCOMES } from '#src/lti/store/schema/launches.ts'
import type { SchoolSecrets } from '../rules/school-secrets.ts'

const secrets = prepared<Omit<SchoolSecrets, 'oldest'> & SchoolSecrets['oldest']>(
  'school_secrets',
  `with oldest as (
     select k.key, s.name, coalesce(r.at, k.created_at) as set_at,
       count(*) over ()::int as schools, count(*) filter (where coalesce(r.at, k.created_at) < $1) over ()::int as old
     from consumers k join schools s on s.id = k.school_id left join (
       select subject_id, max(at) as at from audit where subject_kind = 'consumer' and action = 'rotate-secret' group by 1
     ) r on r.subject_id = k.id
     order by set_at, k.id limit 1
   )
   select name, set_at as "setAt", schools, old,
     (select d.at from launch_diary d where d.consumer_key = oldest.key and d.outcome = any($2) order by d.id desc limit 1) as "usedAt"
   from oldest`,
)

/** Finds the oldest secret of an LTI 1.1 school, and counts those set before an instant. Null without a school. */
export const findSchoolSecrets = async (db: Queryable, oldBefore: Date): Promise<SchoolSecrets | null> => {
  const [row] = await secrets(db, [oldBefore, ACCEPTED_OUTCOMES])
  if (!row) return null
  const { schools, old, ...oldest } = row
  return { schools, old, oldest }
}
