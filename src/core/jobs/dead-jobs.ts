import type { Tx } from '../db/db.ts'

/** Deletes dead letters that a new job replaces. */
export const deleteDeadJobs = async (tx: Tx, name: string, data: object): Promise<void> => {
  await tx.client.query(
    "delete from pgboss.job where name = 'dead' and state = 'created' and data->>'name' = $1 and data->'data' = $2::jsonb",
    [name, JSON.stringify(data)],
  )
}
