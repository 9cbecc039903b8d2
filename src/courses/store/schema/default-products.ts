import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { reference } from '#src/core/db/columns.ts'
import { schools } from '#src/schools/store/schema/schools.ts'
import { products } from './products.ts'

/** Products that a school's new courses get at their first launch. */
export const defaultProducts = pgTable(
  'default_products',
  {
    schoolId: reference()
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    productId: reference()
      .notNull()
      .references(() => products.id),
  },
  t => [primaryKey({ columns: [t.schoolId, t.productId] })],
)
