import { sql } from 'drizzle-orm'
import { check, pgTable, unique } from 'drizzle-orm/pg-core'
import { id, reference } from '#src/core/db/columns.ts'
import { consumers } from '#src/schools/store/schema/consumers.ts'
import { deployments } from '#src/schools/store/schema/platforms.ts'
import { staffUsers } from '../schema.ts'

/** The schools of a limited staff user: a consumer (LTI 1.1) or a deployment (1.3) each. */
export const staffSchools = pgTable(
  'staff_schools',
  {
    id: id(),
    staffId: reference()
      .notNull()
      .references(() => staffUsers.id, { onDelete: 'cascade' }),
    consumerId: reference().references(() => consumers.id, { onDelete: 'cascade' }),
    deploymentId: reference().references(() => deployments.id, { onDelete: 'cascade' }),
  },
  t => [
    unique('staff_schools_consumer').on(t.staffId, t.consumerId),
    unique('staff_schools_deployment').on(t.staffId, t.deploymentId),
    check('staff_schools_one_school', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
  ],
)
