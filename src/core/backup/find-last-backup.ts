import type { Queryable } from '../db/db.ts'

/** The newest backup in the audit; null if there is none. */
export const findLastBackup = async (db: Queryable): Promise<{ name: string; at: Date } | null> => {
  const { rows } = await db.client.query(
    `select subject_key as name, at from audit where subject_kind = 'backup' and action = 'back-up' order by at desc limit 1`,
  )
  return rows[0] ?? null
}
