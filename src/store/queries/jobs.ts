import type { Subject } from '../../domain/entitlement.ts'
import type { TroubledJob } from '../../domain/job.ts'
import type { RowLabel } from '../../domain/named.ts'
import type { Queryable, Tx } from '../db.ts'
import { namedInJob } from './named.ts'

const MOST = 200

/** Jobs that failed for good, and those that failed and wait to be tried again; the oldest first. `about`: of these alone. */
export const listTroubledJobs = async (db: Queryable, about?: Subject[]): Promise<TroubledJob[]> => {
  const { rows } = await db.client.query<Row>(
    `select id, name, data, output, created_on, start_after, ${namedInJob("(job.data->'data')")} as about from pgboss.job
     where ((name = 'dead' and state = 'created')
        or (name <> 'dead' and state in ('created', 'retry') and coalesce((data->>'attempt')::int, 0) > 0))
       and ($1::text[] is null or array[concat_ws(' ', data->'data'->>'kind', data->'data'->>'id'), 'enrollment ' || (data->'data'->>'enrollmentId')] && $1)
     order by created_on limit ${MOST}`,
    [about?.map(({ kind, id }) => `${kind} ${id}`)],
  )
  return rows.map(row => ({
    id: row.id,
    name: row.data.name ?? row.name,
    state: row.name === 'dead' ? 'failed' : 'waiting',
    attempts: row.name === 'dead' ? row.data.attempt + 1 : row.data.attempt,
    problem: row.output?.message ?? row.output?.value?.message ?? row.data.error ?? 'unknown',
    data: withoutTarget(row.data.data),
    about: row.about,
    createdAt: row.created_on,
    nextAt: row.name === 'dead' ? null : row.start_after,
  }))
}

/** Where a sign-in code is to go stays in its job: whoever asked for it may be nobody of ours. */
const withoutTarget = ({ target: _, ...rest }: Record<string, unknown>): Record<string, unknown> => rest

interface Row {
  id: string
  name: string
  data: { name?: string; attempt: number; data: Record<string, unknown>; error?: string }
  output: { message?: string; value?: { message?: string } } | null
  about: RowLabel | null
  created_on: Date
  start_after: Date
}

/** Takes a job out of the dead letters, for one caller. */
export const claimDeadJob = async (tx: Tx, id: string): Promise<{ name: string; data: object } | null> => {
  const { rows } = await tx.client.query<{ name: string; data: object }>(
    "delete from pgboss.job where name = 'dead' and state = 'created' and id = $1 and data ? 'name' returning data->>'name' as name, data->'data' as data",
    [id],
  )
  return rows[0] ?? null
}

/** Forgets dead letters that a new job for the same takes the place of. */
export const deleteDeadJobs = async (tx: Tx, name: string, data: object): Promise<void> => {
  await tx.client.query(
    "delete from pgboss.job where name = 'dead' and state = 'created' and data->>'name' = $1 and data->'data' = $2::jsonb",
    [name, JSON.stringify(data)],
  )
}

/** Lets a job that waits for its next try begin now. */
export const hurryJob = async (tx: Tx, id: string): Promise<string | null> => {
  const { rows } = await tx.client.query<{ name: string }>(
    "update pgboss.job set start_after = now() where name <> 'dead' and state in ('created', 'retry') and id = $1 returning name",
    [id],
  )
  return rows[0]?.name ?? null
}
