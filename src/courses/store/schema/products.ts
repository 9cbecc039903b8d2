import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#src/core/db/columns.ts'

/** Products. `units_for_teacher` holds unit numbers from 1 to 19. The product named zfree is the free one. */
export const products = pgTable(
  'products',
  {
    id: id(),
    productCode: text().notNull().unique('products_code'),
    name: text().notNull(),
    stripePriceId: text().notNull(),
    unitsForTeacher: integer().array().notNull().default(sql`'{}'`),
    isFree: boolean().notNull().generatedAlwaysAs(sql`lower(name) = 'zfree'`),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  () => [check('products_units', sql`units_for_teacher <@ array[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]`)],
)
