import { index, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, id, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '#src/staff/store/schema.ts'
import { courses } from './courses.ts'

/** One row per change of a course's products: several on 1.1, one on 1.3. */
export const activations = pgTable(
  'activations',
  {
    id: id(),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    productIds: reference().array().notNull(),
    activatedAt: createdAt(),
  },
  t => [index('activations_course').on(t.courseId, t.activatedAt)],
)
