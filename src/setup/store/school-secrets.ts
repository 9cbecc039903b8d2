import type { Queryable } from '#src/core/db/db.ts'
import { ACCEPTED_OUTCOMES } from '#src/lti/store/schema/launches.ts'
import type { SchoolSecrets } from '../rules/school-secrets.ts'

/** Finds the oldest secret of an LTI 1.1 school, and counts those set before an instant. Null without a school. */
export const findSchoolSecrets = async (db: Queryable, oldBefore: Date): Promise<SchoolSecrets | null> => {
  const { rows } = await db.client.query(
    `with oldest as (
       select s.key, s.name, coalesce(r.at, s.created_at) as set_at,
         count(*) over ()::int as schools, count(*) filter (where coalesce(r.at, s.created_at) < $1) over ()::int as old
       from consumers s left join (
         select subject_id, max(at) as at from audit where subject_kind = 'consumer' and action = 'rotate-secret' group by 1
       ) r on r.subject_id = s.id
       order by set_at, s.id limit 1
     )
     select name, set_at, schools, old,
       (select d.at from launch_diary d where d.consumer_key = oldest.key and d.outcome = any($2) order by d.id desc limit 1) as used_at
     from oldest`,
    [oldBefore, ACCEPTED_OUTCOMES],
  )
  const [row] = rows
  if (!row) return null
  const { name, set_at: setAt, used_at: usedAt, schools, old } = row
  return { schools, old, oldest: { name, setAt, usedAt } }
}
