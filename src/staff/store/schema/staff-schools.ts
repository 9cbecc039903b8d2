import { sql } from 'drizzle-orm'
import { check, index, pgTable, unique } from 'drizzle-orm/pg-core'
import { reference } from '#src/core/db/columns.ts'
import { consumers } from '#src/schools/store/schema/consumers.ts'
import { deployments } from '#src/schools/store/schema/platforms.ts'
import { staffUsers } from '../schema.ts'

/** Schools of the staff users whose role is limited to some. Each row names a consumer or a deployment. */
export const staffSchools = pgTable(
  'staff_schools',
  {
    staffId: reference()
      .notNull()
      .references(() => staffUsers.id, { onDelete: 'cascade' }),
    consumerId: reference().references(() => consumers.id, { onDelete: 'cascade' }),
    deploymentId: reference().references(() => deployments.id, { onDelete: 'cascade' }),
  },
  t => [
    unique('staff_schools_school').on(t.staffId, t.consumerId, t.deploymentId).nullsNotDistinct(),
    check('staff_schools_one', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
    index('staff_schools_consumer').on(t.consumerId),
    index('staff_schools_deployment').on(t.deploymentId),
  ],
)
