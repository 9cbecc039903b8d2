import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { queueCheckoutCloseForChange } from './course-products.ts'
import { type Product, sortedUnits } from './rules/product.ts'
import type { ProductFields, ProductReason } from './rules/product-form.ts'
import {
  claimProduct,
  findProduct,
  isProductCodeTaken,
  listAllProducts,
  lockProduct,
  saveProduct,
} from './store/products.ts'

export const listProducts = (app: Needs<'db'>): Promise<Product[]> => listAllProducts(app.db)

export const checkProduct = (app: Needs<'db'>, productCode: string): Promise<Product | null> =>
  findProduct(app.db, productCode.trim())

export type ProductSaved = { ok: true; product: Product } | Refused<ProductReason>

/**
 * Creates a product. The code cannot be changed later; codes that differ only in case count as equal, also in
 * concurrent calls.
 */
export const createProduct = async (
  app: Needs<'checkPrice' | 'clock' | 'db'>,
  given: ProductFields,
  by: Staff,
): Promise<ProductSaved> => {
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

/**
 * Changes a product's name, price and units. Locks the product; concurrent changes are in the audit log. A new price
 * closes open checkouts.
 */
export const updateProduct = async (
  app: Needs<'checkPrice' | 'clock' | 'db' | 'jobs'>,
  given: ProductFields,
  by: Staff,
): Promise<ProductSaved> => {
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
