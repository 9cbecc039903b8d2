import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'
import { consumers } from './consumers.ts'
import { deployments } from './platforms.ts'

/** A link to the seat page of a school, for its coordinator. The address is the id with a signature. */
export const seatLinks = pgTable(
  'seat_links',
  {
    id: id(),
    /** Exactly one of the two is set. */
    consumerId: reference().references(() => consumers.id, { onDelete: 'cascade' }),
    deploymentId: reference().references(() => deployments.id, { onDelete: 'cascade' }),
    /** Staff user. */
    createdBy: reference().notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  t => [
    index('seat_links_consumer').on(t.consumerId),
    index('seat_links_deployment').on(t.deploymentId),
    check('seat_links_of_one_school', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
  ],
)
