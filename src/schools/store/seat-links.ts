import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolKind, SchoolRef } from '#src/core/rules/school-ref.ts'

const columnOf = (kind: SchoolKind) => (kind === 'consumer' ? 'consumer_id' : 'deployment_id')

const MOST = 20

/** Lists the links of a school that are not withdrawn, newest first. */
export const listLinks = async (db: Queryable, { kind, id }: SchoolRef): Promise<{ id: number; createdAt: Date }[]> =>
  (
    await db.client.query<{ id: number; createdAt: Date }>(
      `select id, created_at as "createdAt" from seat_links where ${columnOf(kind)} = $1 and withdrawn_at is null
       order by id desc limit ${MOST}`,
      [id],
    )
  ).rows

export const saveLink = async (
  tx: Tx,
  { school, staffId, now }: { school: SchoolRef; staffId: number; now: Date },
): Promise<void> => {
  await tx.client.query(
    `insert into seat_links (${columnOf(school.kind)}, created_by, created_at) values ($1, $2, $3)`,
    [school.id, staffId, now],
  )
}

/** Marks a link of the school as withdrawn. Returns false if it is not there, or was withdrawn before. */
export const saveWithdrawn = async (tx: Tx, { kind, id }: SchoolRef, linkId: number, now: Date): Promise<boolean> => {
  const { rows } = await tx.client.query(
    `update seat_links set withdrawn_at = $3 where id = $1 and ${columnOf(kind)} = $2 and withdrawn_at is null returning id`,
    [linkId, id, now],
  )
  return rows.length > 0
}

const opened = prepared<SchoolRef>(
  'seat_link_opened',
  `select case when consumer_id is null then 'deployment' else 'consumer' end as kind, coalesce(consumer_id, deployment_id) as id
   from seat_links where id = $1 and withdrawn_at is null`,
)

/** Finds the school of a link that is not withdrawn. */
export const findLinkedSchool = async (db: Queryable, linkId: number): Promise<SchoolRef | null> =>
  (await opened(db, [linkId]))[0] ?? null
