import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, reference } from '#src/core/db/columns.ts'
import { consumers } from './consumers.ts'
import { deployments } from './platforms.ts'

/** Staff's own words about a school: whom to write to, and what to know. */
export const schoolNotes = pgTable(
  'school_notes',
  {
    id: id(),
    /** Exactly one of the two is set. */
    consumerId: reference()
      .unique('school_notes_consumer')
      .references(() => consumers.id, { onDelete: 'cascade' }),
    deploymentId: reference()
      .unique('school_notes_deployment')
      .references(() => deployments.id, { onDelete: 'cascade' }),
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    updatedAt: createdAt(),
  },
  t => [check('school_notes_of_one_school', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`)],
)
