import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { LaunchRecord } from '../../domain/launch-record.ts'
import type { Queryable } from '../db.ts'
import { launchDiary } from '../schema/launches.ts'

export type DiaryLine = typeof launchDiary.$inferInsert

export const saveDiaryLines = async (db: Queryable, lines: DiaryLine[]): Promise<void> => {
  await db.orm.insert(launchDiary).values(lines).onConflictDoNothing()
  // What the school is called now: it may be renamed, and a line is read long after it was written.
  await db.client.query(
    `update launch_diary l set school = coalesce(
       (select name from consumers c where c.key = l.consumer_key),
       (select coalesce(d.name, p.domain) from platforms p left join deployments d on d.platform_id = p.id and d.deployment_id = l.deployment_id
        where p.issuer = l.issuer and p.client_id = l.client_id))
     where reference = any($1)`,
    [lines.map(line => line.reference)],
  )
}

const columns = {
  at: launchDiary.at,
  reference: launchDiary.reference,
  version: launchDiary.version,
  outcome: launchDiary.outcome,
  school: launchDiary.school,
  consumerKey: launchDiary.consumerKey,
  issuer: launchDiary.issuer,
  clientId: launchDiary.clientId,
  deploymentId: launchDiary.deploymentId,
  contextId: launchDiary.contextId,
  skewSeconds: launchDiary.skewSeconds,
  parameters: launchDiary.parameters,
  detail: launchDiary.detail,
  baseString: launchDiary.baseString,
}

const read = async (db: Queryable, where: SQL | undefined, most: number): Promise<LaunchRecord[]> =>
  db.orm.select(columns).from(launchDiary).where(where).orderBy(desc(launchDiary.at)).limit(most)

/** The launch of an error page, by the reference that a person quotes. */
export const findLaunchRecord = async (db: Queryable, reference: string): Promise<LaunchRecord | null> =>
  (await read(db, eq(launchDiary.reference, reference), 1))[0] ?? null

/** The newest launches, of one school or with one outcome if asked. */
export const listLaunchRecords = (
  db: Queryable,
  { consumerKey, issuer, outcome }: { consumerKey?: string; issuer?: string; outcome?: string },
  most: number,
): Promise<LaunchRecord[]> =>
  read(
    db,
    and(
      consumerKey ? eq(launchDiary.consumerKey, consumerKey) : undefined,
      issuer ? eq(launchDiary.issuer, issuer) : undefined,
      outcome ? eq(launchDiary.outcome, outcome) : undefined,
    ),
    most,
  )
