import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { type SchoolKind, type SchoolRef, schoolIds } from '#src/core/rules/school-ref.ts'

const columnOf = (kind: SchoolKind) => (kind === 'consumer' ? 'consumer_id' : 'deployment_id')

const MOST = 20
const OF_SCHOOL = '(consumer_id = any($1::bigint[]) or deployment_id = any($2::bigint[]))'

const listed = prepared<{ id: number; createdAt: Date }>(
  'seat_links_listed',
  `select id, created_at as "createdAt" from seat_links where ${OF_SCHOOL} and withdrawn_at is null
   order by id desc limit ${MOST}`,
)

/** Lists the links of a school that are not withdrawn, newest first. */
export const listLinks = (db: Queryable, records: SchoolRef[]): Promise<{ id: number; createdAt: Date }[]> =>
  listed(db, schoolIds(records))

export const saveLink = async (
  tx: Tx,
  { school, staffId, now }: { school: SchoolRef; staffId: number; now: Date },
): Promise<void> => {
  await tx.client.query(
    `insert into seat_links (${columnOf(school.kind)}, created_by, created_at) values ($1, $2, $3)`,
    [school.id, staffId, now],
  )
}

const SCHOOL = `case when consumer_id is null then 'deployment' else 'consumer' end as kind,
  coalesce(consumer_id, deployment_id) as id`

const withdrawn = prepared<SchoolRef>(
  'seat_link_withdrawn',
  `update seat_links set withdrawn_at = $4 where id = $3 and ${OF_SCHOOL} and withdrawn_at is null returning ${SCHOOL}`,
)

/** Withdraws a link of the school. Returns the record it was made for; null if it is not there, or was withdrawn before. */
export const saveWithdrawn = async (
  tx: Tx,
  records: SchoolRef[],
  linkId: number,
  now: Date,
): Promise<SchoolRef | null> => (await withdrawn(tx, [...schoolIds(records), linkId, now]))[0] ?? null

const opened = prepared<SchoolRef>(
  'seat_link_opened',
  `select ${SCHOOL}
   from seat_links where id = $1 and withdrawn_at is null`,
)

/** Finds the school of a link that is not withdrawn. */
export const findLinkedSchool = async (db: Queryable, linkId: number): Promise<SchoolRef | null> =>
  (await opened(db, [linkId]))[0] ?? null
