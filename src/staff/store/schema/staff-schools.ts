import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { reference } from '#src/core/db/columns.ts'
import { schools } from '#src/schools/store/schema/schools.ts'
import { staffUsers } from '../schema.ts'

/** Schools of the staff users whose role is limited to some. */
export const staffSchools = pgTable(
  'staff_schools',
  {
    staffId: reference()
      .notNull()
      .references(() => staffUsers.id, { onDelete: 'cascade' }),
    schoolId: reference()
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
  },
  t => [primaryKey({ columns: [t.staffId, t.schoolId] }), index('staff_schools_school').on(t.schoolId)],
)
