import { sql } from 'drizzle-orm'
import { check, pgTable, unique } from 'drizzle-orm/pg-core'
import { id, reference } from '#src/core/db/columns.ts'
import { consumers } from '#src/schools/store/schema/consumers.ts'
import { deployments } from '#src/schools/store/schema/platforms.ts'
import { products } from './products.ts'

/**
 * Products that a school's new courses get at their first launch. The school is a consumer (1.1) or a deployment (1.3).
 */
export const defaultProducts = pgTable(
  'default_products',
  {
    id: id(),
    consumerId: reference().references(() => consumers.id, { onDelete: 'cascade' }),
    deploymentId: reference().references(() => deployments.id, { onDelete: 'cascade' }),
    productId: reference()
      .notNull()
      .references(() => products.id),
  },
  t => [
    unique('default_products_consumer').on(t.consumerId, t.productId),
    // A 1.3 course has one product.
    unique('default_products_deployment').on(t.deploymentId),
    check('default_products_of_one_school', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
  ],
)
