import type { Queryable } from '#src/core/db/db.ts'

/** Lists each secret of the settings as a server saw it last: its hash, and since when. */
export const listSeenSecrets = async (db: Queryable): Promise<{ name: string; hash: string; since: Date }[]> => {
  const { rows } = await db.client.query(
    `select distinct on (subject_key) subject_key as name, after ->> 'hash' as hash, at as since from audit
     where subject_kind = 'secret' and action = 'new-secret' order by subject_key, at desc, id desc`,
  )
  return rows
}
