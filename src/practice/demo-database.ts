import type { Queryable } from '#src/core/db/db.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'

/**
 * Marks an empty database as made by demo mode. Returns whether the database has the mark. A database with schools,
 * courses or staff never gets it: the outbox of demo mode is public and signs anyone in.
 */
export const markDemoDatabase = async (db: Queryable): Promise<boolean> => {
  await db.client.query(
    `insert into demo_marks (id) select 1
     where not exists (select from schools) and not exists (select from platforms)
       and not exists (select from courses) and not exists (select from staff_users)
     on conflict do nothing`,
  )
  const { rowCount } = await db.client.query('select from demo_marks')
  return rowCount === 1
}

/** Throws OperatorError unless demo mode made this database. */
export const requireDemoDatabase = async (db: Queryable): Promise<void> => {
  if (await markDemoDatabase(db)) return
  throw new OperatorError(
    'DEMO: this database was not made by demo mode, whose mail anyone can read; set DEMO=off, or give the demo a ' +
      'DATABASE_URL or DATA_DIR of its own',
  )
}
