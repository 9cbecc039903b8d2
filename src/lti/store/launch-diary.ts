import { eq } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import { listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { deletesInBatches, execute, queryRow } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { type ListPage, type ListQuery, rowId } from '#src/core/rules/rows.ts'
import { type ListedLaunch, refusals } from '../rules/launch-refusals.ts'
import { ACCEPTED_OUTCOMES, IS_REFUSED, launchDiary } from './schema.ts'

export type DiaryLine = typeof launchDiary.$inferInsert
export type DiaryEntry = typeof launchDiary.$inferSelect

/** One JSON value keeps the statement the same. The school's name is kept as it is now: schools are renamed. */
const insert = execute<[lines: string]>(
  'launch_diary_lines',
  `insert into launch_diary (at, reference, version, outcome, binding, consumer_key, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters, detail, base_string)
  select coalesce(at, now()), reference, version, outcome, binding, "consumerKey", issuer, "clientId", "deploymentId", coalesce(
      (select s.name from consumers k join schools s on s.id = k.school_id where k.key = line."consumerKey"),
      (select coalesce(s.name, d.seen_name, f.domain) from platforms f
       left join deployments d on d.platform_id = f.id and d.deployment_id = line."deploymentId" left join schools s on s.id = d.school_id
       where f.issuer = line.issuer and f.client_id = line."clientId")),
    "contextId", "skewSeconds", parameters, detail, "baseString"
  from json_to_recordset($1::json) as line(at timestamptz, reference text, version text, outcome text, binding text, "consumerKey" text, issuer text, "clientId" text,
    "deploymentId" text, "contextId" text, "skewSeconds" integer, parameters text[], detail text, "baseString" text)
  on conflict do nothing`,
)

export const saveDiaryLines = (db: Queryable, lines: DiaryLine[]) => insert(db, JSON.stringify(lines))

export const isRefused = ({ outcome }: Pick<DiaryLine, 'outcome'>): boolean => !ACCEPTED_OUTCOMES.includes(outcome)

/**
 * Keeps the newest `most` refused launches of each day since `since`, because strangers can cause any number of them.
 * Accepted launches are all kept. Ids rise with time, so the first id of these days bounds the index of refused launches.
 */
export const trimDiary = execute<[since: Date, most: number]>(
  'launch_diary_trim',
  `delete from launch_diary where id in (select id from (
     select id, row_number() over (partition by date_trunc('day', at at time zone 'UTC') order by id desc) as n
     from launch_diary where ${IS_REFUSED} and at >= $1
       and id >= (select id from launch_diary where at >= $1 order by at, id limit 1)) refused where n > $2)`,
)

/** Deletes the lines older than the newest `most` ids. Deleted lines leave gaps, so fewer may be left. */
export const trimWholeDiary = deletesInBatches<[most: number]>(
  'launch_diary_trim_all',
  most =>
    `delete from launch_diary where ctid = any(array(select ctid from launch_diary where id <= (select max(id) from launch_diary) - $1::bigint limit ${most}))`,
)

export const deleteDiaryBefore = deletesInBatches<[before: Date]>(
  'launch_diary_before',
  most => `delete from launch_diary where ctid = any(array(select ctid from launch_diary where at < $1 limit ${most}))`,
)

/** Finds a launch by its reference. */
export const findDiaryEntry = async (db: Queryable, reference: string): Promise<DiaryEntry | null> =>
  (await db.orm.select().from(launchDiary).where(eq(launchDiary.reference, reference)))[0] ?? null

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

const findConnections = queryRow<
  { keys: string[]; deployments: { clientId: string; deploymentId: string; issuer: string }[] },
  [schoolId: number]
>(
  'launch_list_connections',
  `select array(select key from consumers where school_id = $1) as keys,
     coalesce((select json_agg(json_build_object('clientId', f.client_id, 'deploymentId', d.deployment_id, 'issuer', f.issuer))
       from deployments d join platforms f on f.id = d.platform_id where d.school_id = $1), '[]') as deployments`,
)

/** Names each connection of the school by its values, so that each is a search in an index that ends with the id. */
const schoolCondition = async (db: Queryable, typed: string | undefined, values: SqlValues): Promise<string | null> => {
  const school = rowId(typed)
  if (school === null) return null
  const { keys, deployments } = (await findConnections(db, school))!
  const each = [
    ...keys.map(key => `consumer_key = ${values.add(key)}`),
    ...deployments.map(
      d =>
        `client_id = ${values.add(d.clientId)} and deployment_id = ${values.add(d.deploymentId)} and issuer = ${values.add(d.issuer)}`,
    ),
  ]
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

export interface LaunchPages {
  schoolId: number | null
  courseId: number | null
}

const findPages = queryRow<LaunchPages, (string | null)[]>(
  'launch_pages',
  `with consumer as (select id, school_id from consumers where key = $1),
  deployment as (
    select d.id, d.school_id from deployments d join platforms f on f.id = d.platform_id
    where f.issuer = $2 and f.client_id = $3 and d.deployment_id = $4
  )
  select coalesce((select school_id from consumer), (select school_id from deployment)) as "schoolId",
    (select id from courses where context_id = $5
      and (consumer_id = (select id from consumer) or deployment_id = (select id from deployment))) as "courseId"`,
)

export const findLaunchPages = async (
  db: Queryable,
  { consumerKey, issuer, clientId, deploymentId, contextId }: DiaryEntry,
): Promise<LaunchPages> => (await findPages(db, consumerKey, issuer, clientId, deploymentId, contextId))!
