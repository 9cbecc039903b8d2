import type { SchoolKind } from '#src/core/rules/school-ref.ts'

const platform = (column: string) =>
  `(select f.${column} from deployments d join platforms f on f.id = d.platform_id where d.id = $1)`

/** SQL condition for the launches of the school $1 in the launch diary. Each has an index that ends with the id. */
export const LAUNCHES_OF: Record<SchoolKind, string> = {
  consumer: 'consumer_key = (select key from consumers where id = $1)',
  deployment: `client_id is not null and client_id = ${platform('client_id')} and issuer = ${platform('issuer')}
    and deployment_id = (select deployment_id from deployments where id = $1)`,
}

/** SQL condition for launches since $2. The diary is kept for 30 days, so it filters few rows of a school. */
export const SINCE = 'at >= $2'
