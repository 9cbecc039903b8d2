import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { DiaryEntry } from './launch-diary.ts'

/** The school and the course of a launch, as far as they are known now. */
export interface LaunchPages {
  schoolId: number | null
  courseId: number | null
}

const pages = prepared<LaunchPages>(
  'launch_pages',
  `with consumer as (select id, school_id from consumers where key = $1),
  deployment as (
    select d.id, d.school_id from deployments d join platforms f on f.id = d.platform_id
    where f.issuer = $2 and f.client_id = $3 and d.deployment_id = $4
  )
  select coalesce((select school_id from consumer), (select school_id from deployment)) as "schoolId",
    (select id from courses where context_id = $5
      and (consumer_id = (select id from consumer) or deployment_id = (select id from deployment))) as "courseId"`,
)

export const findLaunchPages = async (
  db: Queryable,
  { consumerKey, issuer, clientId, deploymentId, contextId }: DiaryEntry,
): Promise<LaunchPages> => (await pages(db, [consumerKey, issuer, clientId, deploymentId, contextId]))[0]!
