import { and, desc, eq, lt, notInArray } from 'drizzle-orm'
import { prepared, type Queryable } from '../db.ts'
import { launchDiary } from '../schema/launches.ts'
import { deploymentSchool } from './course-row.ts'

export type DiaryLine = typeof launchDiary.$inferInsert
export type DiaryEntry = typeof launchDiary.$inferSelect

/**
 * All lines as one JSON value: one plan whatever their number, where the query builder would write the text anew. With
 * each stands what its school is called now: it may be renamed, and a line is read long after it was written.
 */
const insert = prepared<object>(
  'launch_diary_lines',
  `insert into launch_diary (at, reference, version, outcome, consumer_key, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters, detail, base_string)
  select coalesce(at, now()), reference, version, outcome, "consumerKey", issuer, "clientId", "deploymentId", coalesce(
      (select name from consumers c where c.key = line."consumerKey"),
      (select ${deploymentSchool()} from platforms f left join deployments d on d.platform_id = f.id and d.deployment_id = line."deploymentId"
       where f.issuer = line.issuer and f.client_id = line."clientId")),
    "contextId", "skewSeconds", parameters, detail, "baseString"
  from json_to_recordset($1::json) as line(at timestamptz, reference text, version text, outcome text, "consumerKey" text, issuer text, "clientId" text,
    "deploymentId" text, "contextId" text, "skewSeconds" integer, parameters text[], detail text, "baseString" text)
  on conflict do nothing`,
)

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await insert(db, [JSON.stringify(lines)])
}

/** What a launch that was accepted led to. */
export const OPENED = ['pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked']

export const isRefused = ({ outcome }: Pick<DiaryLine, 'outcome'>): boolean => !OPENED.includes(outcome)

/** Refused launches cost a stranger nothing: of each of the last days the newest stay. What schools have signed stays whole. */
const trim = prepared<object>(
  'launch_diary_trim',
  `delete from launch_diary where id in (select id from (
     select id, row_number() over (partition by date_trunc('day', at at time zone 'UTC') order by id desc) as n
     from launch_diary where at >= $1 and outcome <> all($2)) refused where n > $3)`,
)
export const trimDiary = (db: Queryable, since: Date, most: number) => trim(db, [since, OPENED, most])

export interface DiaryFilter {
  /** As a person quotes it, in any case. */
  reference?: string | undefined
  consumerKey?: string | undefined
  refusedOnly?: boolean | undefined
  before?: number | undefined
  most: number
}

/** The newest first. */
export const listLaunches = (db: Queryable, filter: DiaryFilter): Promise<DiaryEntry[]> =>
  db.orm
    .select()
    .from(launchDiary)
    .where(
      and(
        filter.reference ? eq(launchDiary.reference, filter.reference) : undefined,
        filter.consumerKey ? eq(launchDiary.consumerKey, filter.consumerKey) : undefined,
        filter.refusedOnly ? notInArray(launchDiary.outcome, OPENED) : undefined,
        filter.before ? lt(launchDiary.id, filter.before) : undefined,
      ),
    )
    .orderBy(desc(launchDiary.id))
    .limit(filter.most)
