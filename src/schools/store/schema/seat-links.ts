import { index, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { schools } from './schools.ts'

/** A link to the seat page of a school, for its coordinator. The address is the id with a signature. */
export const seatLinks = pgTable(
  'seat_links',
  {
    id: id(),
    schoolId: reference()
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** Staff user. */
    createdBy: reference().notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  t => [index('seat_links_school').on(t.schoolId)],
)
