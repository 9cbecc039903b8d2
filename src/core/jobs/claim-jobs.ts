import type { Queries } from './statements.ts'

export interface ClaimedJob<Data> {
  id: string
  data: Data
  /** Timeout in seconds. */
  seconds: number
}

/**
 * Claims due jobs of a queue in the table of pg-boss, oldest due first: an index has this order. Its own `fetch` hides
 * errors. Leaves out jobs of the groups `without`. Materialized, because a subquery that is run again would lock more rows than the limit.
 */
const CLAIM = `with next as materialized (
    select id from pgboss.job where name = $1 and state < 'active' and start_after <= now()
      and coalesce(data->>'group' <> all($3::text[]), true)
    order by start_after limit $2 for update skip locked)
  update pgboss.job j set state = 'active', started_on = now(),
    retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = $1 and j.id = next.id
  returning j.id, data, extract(epoch from expire_in)::int as seconds`

export const claimJobs = async <Data>(
  client: Queries,
  name: string,
  { most, without = [] }: { most: number; without?: string[] },
): Promise<ClaimedJob<Data>[]> => {
  const { rows } = await client.query(CLAIM, [name, most, without])
  // The columns of `returning` are those of ClaimedJob.
  return rows as unknown as ClaimedJob<Data>[]
}
