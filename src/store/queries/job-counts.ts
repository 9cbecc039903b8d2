import type { Queryable } from '../db.ts'

/** How many jobs of each kind stand in each state of the queue (pg-boss keeps finished ones for a while). */
export const countJobs = async (db: Queryable): Promise<{ name: string; state: string; count: number }[]> => {
  const { rows } = await db.client.query('select name, state::text, count(*) as count from pgboss.job group by 1, 2')
  return rows
}
