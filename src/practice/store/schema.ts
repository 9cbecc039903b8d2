import { sql } from 'drizzle-orm'
import { check, integer, pgTable } from 'drizzle-orm/pg-core'
import { createdAt } from '#src/core/db/columns.ts'

/** One row in a database that demo mode made, none in any other. */
export const demoMarks = pgTable('demo_marks', { id: integer().primaryKey(), createdAt: createdAt() }, t => [
  check('demo_marks_one_row', sql`${t.id} = 1`),
])
