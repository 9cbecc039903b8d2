import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { IS_REFUSED } from '#src/lti/store/schema/launches.ts'
import type { ConnectionFacts, SchoolReadinessFacts } from '../rules/school-readiness.ts'

/** SQL for the launches of a connection: the last good one, and those since $2. The diary is kept for 30 days. */
const launchesBy = (condition: string) => `
  left join lateral (
    select launch_diary.at from launch_diary where ${condition} and not (${IS_REFUSED}) order by launch_diary.id desc limit 1
  ) last on true
  cross join lateral (
    select count(*) filter (where not (${IS_REFUSED}))::int as opened, count(*) filter (where ${IS_REFUSED})::int as refused
    from launch_diary where ${condition} and launch_diary.at >= $2
  ) lately`
const LAUNCHES = 'last.at as "lastGoodLaunch", lately.opened, lately.refused'

const consumers = prepared<ConnectionFacts>(
  'consumers_ready',
  `select 'consumer' as kind, k.id, true as "isOn", false as waits, ${LAUNCHES}
  from consumers k ${launchesBy('launch_diary.consumer_key = k.key')}
  where k.school_id = $1 order by k.id`,
)

const deployments = prepared<ConnectionFacts>(
  'deployments_ready',
  `select 'deployment' as kind, d.id, d.status = 'approved' and f.is_active as "isOn", d.status = 'waiting' as waits, ${LAUNCHES}
  from deployments d join platforms f on f.id = d.platform_id
  ${launchesBy('launch_diary.client_id = f.client_id and launch_diary.issuer = f.issuer and launch_diary.deployment_id = d.deployment_id')}
  where d.school_id = $1 order by d.id`,
)

/** People of whom to look for names. */
const SAMPLE = 50

const HOST = '^https?://([^/:]+)'

const school = prepared<Pick<SchoolReadinessFacts, 'people' | 'named' | 'videoHost'>>(
  'school_ready',
  `select sample.people, sample.named,
    (select coalesce(c.canvas_domain, substring(c.lms_origins[1] from '${HOST}')) from courses c
      where c.school_id = $1 and coalesce(c.canvas_domain, c.lms_origins[1]) is not null order by c.created_at desc limit 1) as "videoHost"
  from (
    select count(*)::int as people, count(${PERSON_NAME})::int as named from (
      select p.* from courses c join entitlements e on e.course_id = c.id join people p on p.id = e.person_id
      where c.school_id = $1 order by c.id desc limit ${SAMPLE}
    ) p
  ) sample`,
)

const listed = prepared<{ at: Date; action: string }>(
  'video_domain_listed',
  `select at, action from audit where subject_kind = 'domain' and subject_key = $1 and action in ('add-domain', 'remove-domain')
   order by at desc limit 1`,
)

/** Reads what is known about a school and its connections; launches since `since`. */
export const findSchoolReadiness = async (
  db: Queryable,
  schoolId: number,
  since: Date,
): Promise<SchoolReadinessFacts> => {
  const [facts] = await school(db, [schoolId])
  const last = facts?.videoHost ? (await listed(db, [facts.videoHost]))[0] : undefined
  return {
    ...facts!,
    connections: [...(await consumers(db, [schoolId, since])), ...(await deployments(db, [schoolId, since]))],
    videoListedAt: last?.action === 'add-domain' ? last.at : null,
  }
}
