import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/list-rows.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import { parseSchool } from '#src/core/rules/school-ref.ts'
import type { ListedLaunch } from '../rules/launch-list.ts'
import { refusals } from '../rules/launch-refusal.ts'
import { IS_REFUSED } from './schema/launches.ts'

/** Lists the launch diary by an index, for it has many millions of rows (docs/scale.md). */
export const listLaunchRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedLaunch>> => {
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
        schoolCondition(school, values),
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

const schoolCondition = (typed: string | undefined, values: SqlValues): string | null => {
  const school = parseSchool(typed)
  if (!school) return null
  const id = values.add(school.id)
  return school.kind === 'consumer'
    ? `consumer_key = (select key from consumers where id = ${id})`
    : `client_id is not null and (client_id, deployment_id, issuer) = (
        (select f.client_id from deployments d join platforms f on f.id = d.platform_id where d.id = ${id}),
        (select deployment_id from deployments where id = ${id}),
        (select f.issuer from deployments d join platforms f on f.id = d.platform_id where d.id = ${id}))`
}
