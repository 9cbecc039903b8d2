import { asc, eq, inArray } from 'drizzle-orm'
import { isSameProductCode, type Product, productFinder } from '../../domain/product.ts'
import type { Queryable, Tx } from '../db.ts'
import { products } from '../schema/products.ts'

const columns = {
  id: products.id,
  productCode: products.productCode,
  name: products.name,
  stripePriceId: products.stripePriceId,
  unitsForTeacher: products.unitsForTeacher,
  isFree: products.isFree,
}

export const listProducts = async (db: Queryable): Promise<Product[]> =>
  (await db.orm.select(columns).from(products).orderBy(asc(products.productCode))).map(toProduct)

export const listProductsByIds = async (db: Queryable, ids: number[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await db.orm.select(columns).from(products).where(inArray(products.id, ids))).map(toProduct)

export const findProduct = async (db: Queryable, productCode: string): Promise<Product | null> =>
  productFinder(await listProducts(db))(productCode)

export const lockProduct = async (tx: Tx, id: number): Promise<Product> => {
  const [row] = await tx.orm.select(columns).from(products).where(eq(products.id, id)).for('update')
  if (!row) throw new Error(`product ${id} is gone`)
  return toProduct(row)
}

/** Whether there is one with this code, or with one that differs from it in upper and lower case alone. */
export const isProductCodeTaken = async (db: Queryable, productCode: string): Promise<boolean> =>
  (await listProducts(db)).some(p => isSameProductCode(p.productCode, productCode))

/**
 * Null: the code is taken. Products are made one after the other, so that twins that are made at once are seen: what
 * upper and lower case are is a rule of ours, and not of the database's locale.
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
