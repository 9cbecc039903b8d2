import type { Queryable } from '../db/db.ts'

/** Counts jobs by name and state. pg-boss keeps finished jobs for a while. */
export const countJobs = async (db: Queryable): Promise<{ name: string; state: string; count: number }[]> => {
  const { rows } = await db.client.query('select name, state::text, count(*) as count from pgboss.job group by 1, 2')
  return rows
}
