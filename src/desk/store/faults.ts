import type { Tx } from '#src/core/db/db.ts'

/** Saves what is wrong now, and forgets what no longer is. Returns since when each has been wrong. */
export const saveFaults = async (tx: Tx, names: string[], now: Date): Promise<Map<string, Date>> => {
  await tx.client.query('delete from faults where name <> all($1)', [names])
  await tx.client.query('insert into faults select unnest($1::text[]), $2 on conflict do nothing', [names, now])
  const { rows } = await tx.client.query<{ name: string; since: Date }>('select name, since from faults')
  return new Map(rows.map(({ name, since }) => [name, since]))
}
