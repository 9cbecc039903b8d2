import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Product } from './rules/product.ts'
import { sortedUnits } from './rules/product.ts'
import type { ProductFields, ProductReason } from './rules/product-form.ts'
import { claimProduct, isProductCodeTaken } from './store/products.ts'
import type { App } from "#src/context.ts";

export type ProductSaved = { ok: true; product: Product } | Refused<ProductReason>

/**
 * Creates a product. The code cannot be changed later; codes that differ only in case count as equal, also in
 * concurrent calls.
 */
export const createProduct =
  async (app: App, given: ProductFields, by: Staff): Promise<ProductSaved> => {
    demand(by, 'manage')
    if (await isProductCodeTaken(app.db, given.product_code)) return refuse('product_exists')
    const refused = await app.checkPrice(given.stripe_price_id)
    if (refused) return refused
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      const product = await claimProduct(tx, {
        productCode: given.product_code,
        stripePriceId: given.stripe_price_id,
        name: given.name,
        unitsForTeacher: sortedUnits(given.units),
      })
      if (!product) return refuse('product_exists')
      await recordAudit(tx, {
        by,
        action: 'create-product',
        subject: { kind: 'product', id: product.id },
        after: { ...product },
        now,
      })
      return { ok: true, product }
    })
  }
