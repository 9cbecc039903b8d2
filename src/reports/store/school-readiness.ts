import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { IS_REFUSED } from '#src/lti/store/schema/launches.ts'
import type { SchoolReadinessFacts } from '../rules/school-readiness.ts'
import { LAUNCHES_OF, SINCE } from './school-launches.ts'

/** People of whom to look for names. */
const SAMPLE = 50

const HOST = '^https?://([^/:]+)'

/** `rows` are the people in the newest courses of the school $1. */
const statement = (kind: SchoolRef['kind'], rows: string, isOn: string, waits: string) => {
  const launches = (more: string) =>
    `(select count(*)::int from launch_diary where ${LAUNCHES_OF[kind]} and ${SINCE} and ${more})`
  return prepared<Omit<SchoolReadinessFacts, 'videoListedAt'>>(
    `school_readiness_${kind}`,
    `select ${isOn} as "isOn", ${waits} as waits,
       (select at from launch_diary where ${LAUNCHES_OF[kind]} and not (${IS_REFUSED}) order by id desc limit 1) as "lastGoodLaunch",
       ${launches(`not (${IS_REFUSED})`)} as opened, ${launches(IS_REFUSED)} as refused,
       sample.people, sample.named,
       (select coalesce(c.canvas_domain, substring(c.lms_origins[1] from '${HOST}')) from courses c
        where c.${kind}_id = $1 and coalesce(c.canvas_domain, c.lms_origins[1]) is not null order by c.created_at desc limit 1) as "videoHost"
     from (select count(*)::int as people, count(${PERSON_NAME})::int as named
       from (select p.* from courses c join ${rows} e on e.course_id = c.id join people p on p.id = e.person_id
         where c.${kind}_id = $1 order by c.id desc limit ${SAMPLE}) p) sample`,
  )
}

const of = {
  consumer: statement('consumer', 'enrollments', 'true', 'null::boolean'),
  deployment: statement(
    'deployment',
    'memberships',
    `(select d.status = 'approved' and f.is_active from deployments d join platforms f on f.id = d.platform_id where d.id = $1)`,
    `(select d.status = 'waiting' from deployments d where d.id = $1)`,
  ),
}

const listed = prepared<{ at: Date; action: string }>(
  'video_domain_listed',
  `select at, action from audit where subject_kind = 'domain' and subject_key = $1 and action in ('add-domain', 'remove-domain')
   order by at desc limit 1`,
)

/** Reads what is known about a school; launches since `since`. */
export const findSchoolReadiness = async (
  db: Queryable,
  { kind, id }: SchoolRef,
  since: Date,
): Promise<SchoolReadinessFacts> => {
  const [facts] = await of[kind](db, [id, since])
  const last = facts?.videoHost ? (await listed(db, [facts.videoHost]))[0] : undefined
  return { ...facts!, videoListedAt: last?.action === 'add-domain' ? last.at : null }
}
