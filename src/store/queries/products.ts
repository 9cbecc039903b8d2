import { asc, eq, inArray } from 'drizzle-orm'
import { type Product, productFinder } from '../../domain/product.ts'
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

/** Null: there is one with this code. */
export const claimProduct = async (db: Queryable, given: Omit<Product, 'id' | 'isFree'>): Promise<Product | null> => {
  const [row] = await db.orm.insert(products).values(given).onConflictDoNothing().returning(columns)
  return row ? toProduct(row) : null
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
