import type { EntitlementRef } from '#src/access/rules/entitlement.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { JobName, Jobs } from '#src/core/jobs/kinds.ts'
import type { RowLabel } from '#src/core/rules/rows.ts'
import type { FailedJob } from '../rules/failed-jobs.ts'
import { jobSubjectLabel } from './row-labels.ts'

const MOST = 200

/** Lists failed jobs and jobs waiting for a retry, oldest first, at most 200. `about` limits them to people in courses. */
export const listFailedJobs = async (db: Queryable, about?: EntitlementRef[]): Promise<FailedJob[]> => {
  const { rows } = await db.client.query<Row>(
    `select id, name, data, output, created_on as "createdAt", start_after as "nextAt", ${jobSubjectLabel("(job.data->'data')")} as about from pgboss.job
     where ((name = 'dead' and state = 'created')
        or (name <> 'dead' and state in ('created', 'retry') and coalesce((data->>'attempt')::int, 0) > 0))
       and ($1::bigint[] is null or (data->'data'->>'entitlementId')::bigint = any($1)
         or (data->'data'->>'targetId')::bigint in (select g.id from grade_targets g where g.entitlement_id = any($1)))
     order by created_on limit ${MOST}`,
    [about?.map(({ id }) => id)],
  )
  return rows.map(row => ({
    id: row.id,
    name: row.data.name ?? row.name,
    state: row.name === 'dead' ? 'failed' : 'waiting',
    attempts: row.name === 'dead' ? row.data.attempt + 1 : row.data.attempt,
    problem: row.output?.message ?? row.output?.value?.message ?? row.data.error ?? 'unknown',
    data: withoutTarget(row.data.data),
    about: row.about,
    createdAt: row.createdAt,
    nextAt: row.name === 'dead' ? null : row.nextAt,
  }))
}

/** Hides the target of a sign-in code: the person who asked may be a stranger. */
const withoutTarget = ({ target: _, ...rest }: Record<string, unknown>): Record<string, unknown> => rest

interface Row {
  id: string
  name: string
  data: { name?: string; attempt: number; data: Record<string, unknown>; error?: string }
  output: { message?: string; value?: { message?: string } } | null
  about: RowLabel | null
  createdAt: Date
  nextAt: Date
}

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
