import { asc, eq, inArray } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { isSameProductCode, type Product, productFinder } from '../rules/product.ts'
import { products } from './schema/products.ts'

const columns = {
  id: products.id,
  productCode: products.productCode,
  name: products.name,
  stripePriceId: products.stripePriceId,
  unitsForTeacher: products.unitsForTeacher,
  isFree: products.isFree,
}

export const listAllProducts = async (db: Queryable): Promise<Product[]> =>
  (await db.orm.select(columns).from(products).orderBy(asc(products.productCode))).map(toProduct)

export const listProductsByIds = async (db: Queryable, ids: number[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await db.orm.select(columns).from(products).where(inArray(products.id, ids))).map(toProduct)

export const findProduct = async (db: Queryable, productCode: string): Promise<Product | null> =>
  productFinder(await listAllProducts(db))(productCode)

export const lockProduct = async (tx: Tx, id: number): Promise<Product> => {
  const [row] = await tx.orm.select(columns).from(products).where(eq(products.id, id)).for('update')
  if (!row) throw new Error(`product ${id} does not exist`)
  return toProduct(row)
}

/** Returns whether a product has this code, ignoring case. */
export const isProductCodeTaken = async (db: Queryable, productCode: string): Promise<boolean> =>
  (await listAllProducts(db)).some(p => isSameProductCode(p.productCode, productCode))

/**
 * Inserts a product. Returns null when the code is taken. Locks the table, so that two equal codes cannot be created at
 * once; a unique index would compare case by the database's locale instead of our rule.
 */
export const claimProduct = async (tx: Tx, given: Omit<Product, 'id' | 'isFree'>): Promise<Product | null> => {
  await tx.client.query('lock table products in share row exclusive mode')
  if (await isProductCodeTaken(tx, given.productCode)) return null
  const [row] = await tx.orm.insert(products).values(given).returning(columns)
  return toProduct(row!)
}

export const saveProduct = async (
  tx: Tx,
  id: number,
  change: Omit<Product, 'id' | 'isFree' | 'productCode'>,
  now: Date,
): Promise<Product> => {
  const [row] = await tx.orm
    .update(products)
    .set({ ...change, updatedAt: now })
    .where(eq(products.id, id))
    .returning(columns)
  return toProduct(row!)
}

const toProduct = (row: Product): Product => ({
  ...row,
  unitsForTeacher: [...row.unitsForTeacher].sort((a, b) => a - b),
})
