import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { SchoolKind, SchoolRef } from '#src/core/rules/school-ref.ts'
import type { DiaryEntry } from './launch-diary.ts'

/** The school and the course of a launch, as far as they are known now. */
export interface LaunchPages {
  schoolRef: SchoolRef | null
  courseId: number | null
}

const pages = prepared<{ kind: SchoolKind; id: number; courseId: number | null }>(
  'launch_pages',
  `with school as (
    select 'consumer' as kind, id from consumers where key = $1
    union all select 'deployment', d.id from deployments d join platforms f on f.id = d.platform_id
      where f.issuer = $2 and f.client_id = $3 and d.deployment_id = $4
  )
  select s.kind, s.id, (select c.id from courses c where c.context_id = $5
    and case s.kind when 'consumer' then c.consumer_id else c.deployment_id end = s.id) as "courseId"
  from school s limit 1`,
)

export const findLaunchPages = async (
  db: Queryable,
  { consumerKey, issuer, clientId, deploymentId, contextId }: DiaryEntry,
): Promise<LaunchPages> => {
  const [found] = await pages(db, [consumerKey, issuer, clientId, deploymentId, contextId])
  return found
    ? { schoolRef: { kind: found.kind, id: found.id }, courseId: found.courseId }
    : { schoolRef: null, courseId: null }
}
