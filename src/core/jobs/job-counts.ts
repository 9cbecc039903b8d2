import type { Queryable } from '../db/db.ts'

/** Counts jobs by name and state. pg-boss keeps finished jobs for a while. */
export const countJobs = async (db: Queryable): Promise<{ name: string; state: string; count: number }[]> => {
  const { rows } = await db.client.query('select name, state::text, count(*) as count from pgboss.job group by 1, 2')
  return rows
}

/** Returns how long the oldest due job of each kind has waited, in seconds. */
export const listJobWaits = async (db: Queryable): Promise<{ name: string; seconds: number }[]> => {
  const { rows } = await db.client.query(
    `select name, extract(epoch from now() - min(start_after))::float8 as seconds
     from pgboss.job where state in ('created', 'retry') and start_after <= now() group by 1`,
  )
  return rows
}
