import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { ProductSaved } from './create-product.ts'
import { queueCheckoutCloseForChange } from './review-checkouts.ts'
import { sortedUnits } from './rules/product.ts'
import type { ProductFields } from './rules/product-form.ts'
import { findProduct, lockProduct, saveProduct } from './store/products.ts'
import type { App } from "#src/context.ts";

/**
 * Changes a product's name, price and units. Locks the product; concurrent changes are in the audit log. A new price
 * closes open checkouts.
 */
export const updateProduct =
  async (app: App, given: ProductFields, by: Staff): Promise<ProductSaved> => {
    demand(by, 'manage')
    const known = await findProduct(app.db, given.product_code)
    if (!known) return refuse('product_not_found')
    const refused = known.stripePriceId === given.stripe_price_id ? null : await app.checkPrice(given.stripe_price_id)
    if (refused) return refused
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      const before = await lockProduct(tx, known.id)
      const change = {
        stripePriceId: given.stripe_price_id,
        name: given.name,
        unitsForTeacher: sortedUnits(given.units),
      }
      const product = await saveProduct(tx, before.id, change, now)
      if (before.stripePriceId !== product.stripePriceId)
        await queueCheckoutCloseForChange(app, tx, { productId: product.id })
      await recordAudit(tx, {
        by,
        action: 'update-product',
        subject: { kind: 'product', id: product.id },
        before: { ...before },
        after: { ...product },
        now,
      })
      return { ok: true, product }
    })
  }
