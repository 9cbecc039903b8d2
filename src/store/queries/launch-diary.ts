import { prepared, type Queryable } from '../db.ts'
import type { launchDiary } from '../schema/launches.ts'

export type DiaryLine = typeof launchDiary.$inferInsert

/** All lines as one JSON value: one plan whatever their number, where the query builder would write the text anew. */
const insert = prepared<object>(
  'launch_diary_lines',
  `insert into launch_diary (at, reference, version, outcome, consumer_key, issuer, client_id, deployment_id, school, context_id, skew_seconds, parameters, detail, base_string)
  select coalesce(at, now()), reference, version, outcome, "consumerKey", issuer, "clientId", "deploymentId", school, "contextId", "skewSeconds", parameters, detail, "baseString"
  from json_to_recordset($1::json) as line(at timestamptz, reference text, version text, outcome text, "consumerKey" text, issuer text, "clientId" text,
    "deploymentId" text, school text, "contextId" text, "skewSeconds" integer, parameters text[], detail text, "baseString" text)
  on conflict do nothing`,
)

/** Launch parameters are a stranger's: what JSON or PostgreSQL cannot hold as text is left out or replaced. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString().replaceAll('\0', '') : value

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await insert(db, [JSON.stringify(lines, storable)])
}
