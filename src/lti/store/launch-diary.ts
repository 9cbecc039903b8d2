import { eq } from 'drizzle-orm'
import { prepared, type Queryable } from '#src/core/db/db.ts'
import { deletesInBatches } from '#src/core/db/delete-in-batches.ts'
import { ACCEPTED_OUTCOMES, IS_REFUSED, launchDiary } from './schema/launches.ts'

export type DiaryLine = typeof launchDiary.$inferInsert
export type DiaryEntry = typeof launchDiary.$inferSelect

/**
 * Passes all lines as one JSON value, so that the statement is the same for any number of lines. Stores the school's
 * current name, because a line may be read long after the school is renamed.
 */
const insert = prepared<object>(
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

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await insert(db, [JSON.stringify(lines)])
}

export const isRefused = ({ outcome }: Pick<DiaryLine, 'outcome'>): boolean => !ACCEPTED_OUTCOMES.includes(outcome)

/**
 * Keeps the newest `most` refused launches of each day since `since`, because strangers can cause any number of them.
 * Accepted launches are all kept. Ids rise with time, so the first id of these days bounds the index of refused launches.
 */
const trim = prepared<object>(
  'launch_diary_trim',
  `delete from launch_diary where id in (select id from (
     select id, row_number() over (partition by date_trunc('day', at at time zone 'UTC') order by id desc) as n
     from launch_diary where ${IS_REFUSED} and at >= $1
       and id >= (select id from launch_diary where at >= $1 order by at, id limit 1)) refused where n > $2)`,
)
export const trimDiary = (db: Queryable, since: Date, most: number) => trim(db, [since, most])

/** Deletes the lines older than the newest `most` ids. Deleted lines leave gaps, so fewer may be left. */
const trimAll = deletesInBatches(
  'launch_diary_trim_all',
  most =>
    `delete from launch_diary where ctid = any(array(select ctid from launch_diary where id <= (select max(id) from launch_diary) - $1::bigint limit ${most}))`,
)
export const trimWholeDiary = (db: Queryable, most: number): Promise<void> => trimAll(db, [most])

const deleteBefore = deletesInBatches(
  'launch_diary_before',
  most => `delete from launch_diary where ctid = any(array(select ctid from launch_diary where at < $1 limit ${most}))`,
)
export const deleteDiaryBefore = (db: Queryable, before: Date): Promise<void> => deleteBefore(db, [before])

/** Finds a launch by its reference. */
export const findLaunch = async (db: Queryable, reference: string): Promise<DiaryEntry | null> =>
  (await db.orm.select().from(launchDiary).where(eq(launchDiary.reference, reference)))[0] ?? null
