import { prepared, type Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { ListedLaunch } from '../rules/launch-list.ts'
import { refusals } from '../rules/launch-refusal.ts'
import { IS_REFUSED } from './schema/launches.ts'

/** Lists the launch diary by an index, for it has many millions of rows (docs/scale.md). */
export const listLaunchRows = async (db: Queryable, query: ListQuery): Promise<ListPage<ListedLaunch>> => {
  const values = new SqlValues()
  const { school, outcome = '' } = query.filters
  return listRows(
    db,
    {
      select:
        'at, reference, version, outcome, binding, consumer_key as "consumerKey", issuer, school, context_id as "contextId"',
      from: 'launch_diary',
      where: [
        query.words ? `consumer_key = ${values.add(query.words)}` : null,
        await schoolCondition(db, school, values),
        outcome === 'opened' ? `not (${IS_REFUSED})` : null,
        outcome === 'refused' || isKeyOf(refusals, outcome) ? IS_REFUSED : null,
        isKeyOf(refusals, outcome) ? `outcome = ${values.add(outcome)}` : null,
      ],
      id: 'id',
      sorts: { newest: { by: 'id', kind: 'number', descends: true }, oldest: { by: 'id', kind: 'number' } },
      values,
    },
    query,
  )
}

const connections = prepared<{
  keys: string[]
  deployments: { clientId: string; deploymentId: string; issuer: string }[]
}>(
  'launch_list_connections',
  `select array(select key from consumers where school_id = $1) as keys,
     coalesce((select json_agg(json_build_object('clientId', f.client_id, 'deploymentId', d.deployment_id, 'issuer', f.issuer))
       from deployments d join platforms f on f.id = d.platform_id where d.school_id = $1), '[]') as deployments`,
)

/** Names each connection of the school by its values, so that each is a search in an index that ends with the id. */
const schoolCondition = async (db: Queryable, typed: string | undefined, values: SqlValues): Promise<string | null> => {
  const school = rowId(typed)
  if (school === null) return null
  const { keys, deployments } = (await connections(db, [school]))[0]!
  const each = [
    ...keys.map(key => `consumer_key = ${values.add(key)}`),
    ...deployments.map(
      d =>
        `client_id = ${values.add(d.clientId)} and deployment_id = ${values.add(d.deploymentId)} and issuer = ${values.add(d.issuer)}`,
    ),
  ]
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}
