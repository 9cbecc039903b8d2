import type { EntitlementRef } from '#src/access/rules/entitlement.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { queryRows } from '#src/core/db/statements.ts'
import type { JobName, Jobs } from '#src/core/jobs/kinds.ts'
import type { FailedJob } from '../rules/failed-jobs.ts'
import { jobSubjectLabel } from './row-labels.ts'

const MOST = 200

const failed = queryRows<FailedJob, [entitlementIds: number[] | null]>(
  'failed_jobs',
  // The target of a sign-in code is hidden: the person who asked may be a stranger.
  `select id, coalesce(data->>'name', name) as name, case name when 'dead' then 'failed' else 'waiting' end as state,
     coalesce((data->>'attempt')::int, 0) + (name = 'dead')::int as attempts,
     coalesce(output->>'message', output->'value'->>'message', data->>'error', 'unknown') as problem,
     (data->'data') - 'target' as data, ${jobSubjectLabel("(job.data->'data')")} as about,
     created_on as "createdAt", case when name <> 'dead' then start_after end as "nextAt"
   from pgboss.job
   where ((name = 'dead' and state = 'created')
      or (name <> 'dead' and state in ('created', 'retry') and coalesce((data->>'attempt')::int, 0) > 0))
     and ($1::bigint[] is null or (data->'data'->>'entitlementId')::bigint = any($1)
       or (data->'data'->>'targetId')::bigint in (select g.id from grade_targets g where g.entitlement_id = any($1)))
   order by created_on limit ${MOST}`,
)

/** Lists failed jobs and jobs waiting for a retry, oldest first, at most 200. `about` limits them to people in courses. */
export const listFailedJobs = (db: Queryable, about?: EntitlementRef[]): Promise<FailedJob[]> =>
  failed(db, about?.map(({ id }) => id) ?? null)

interface DeadJob {
  name: JobName
  data: Jobs[JobName]
  group: string | null
}

/** Removes a job from the dead letter queue and returns it. Returns null when another caller took it. */
export const claimDeadJob = async (tx: Tx, id: string): Promise<DeadJob | null> => {
  const { rows } = await tx.client.query<DeadJob>(
    `delete from pgboss.job where name = 'dead' and state = 'created' and id = $1 and data ? 'name'
     returning data->>'name' as name, data->'data' as data, data->>'group' as "group"`,
    [id],
  )
  return rows[0] ?? null
}

/** Makes a job waiting for its retry due now. Returns its name, or null when it is not waiting. */
export const runJobNow = async (tx: Tx, id: string): Promise<JobName | null> => {
  const { rows } = await tx.client.query<{ name: JobName }>(
    "update pgboss.job set start_after = now() where name <> 'dead' and state in ('created', 'retry') and id = $1 returning name",
    [id],
  )
  return rows[0]?.name ?? null
}
