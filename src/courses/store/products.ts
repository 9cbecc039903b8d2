import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { queryRows, queryValues } from '#src/core/db/statements.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { type Product, productFinder } from '../rules/product.ts'
import { defaultProducts, products } from './schema/courses.ts'

const { createdAt: _, updatedAt: __, ...columns } = getTableColumns(products)

export const listProducts = async (db: Queryable): Promise<Product[]> =>
  (await db.orm.select(columns).from(products).orderBy(asc(products.productCode))).map(toProduct)

export const listProductsByIds = async (db: Queryable, ids: number[]): Promise<Product[]> =>
  ids.length === 0 ? [] : (await db.orm.select(columns).from(products).where(inArray(products.id, ids))).map(toProduct)

export const findProduct = async (db: Queryable, productCode: string): Promise<Product | null> =>
  productFinder(await listProducts(db))(productCode)

export const lockProduct = async (tx: Tx, id: number): Promise<Product> => {
  const [row] = await tx.orm.select(columns).from(products).where(eq(products.id, id)).for('update')
  if (!row) throw new Error(`product ${id} does not exist`)
  return toProduct(row)
}

/** Returns whether a product has this code, ignoring case. */
export const isProductCodeTaken = async (db: Queryable, productCode: string): Promise<boolean> =>
  (await listProducts(db)).some(p => p.productCode.toLowerCase() === productCode.toLowerCase())

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

export const listSchoolDefaults = queryRows<SchoolDefaults, [schoolIds: number[]]>(
  'school_defaults',
  `select s.id, s.name, coalesce((
     select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) order by r.product_code)
     from default_products x join products r on r.id = x.product_id where x.school_id = s.id), '[]') as products
   from schools s where s.id = any($1)`,
)

export const saveSchoolDefaults = async (tx: Tx, schoolId: number, productIds: number[]): Promise<void> => {
  await tx.orm.delete(defaultProducts).where(eq(defaultProducts.schoolId, schoolId))
  if (productIds.length > 0)
    await tx.orm.insert(defaultProducts).values(productIds.map(productId => ({ schoolId, productId })))
}

/** Lists the ids of the products that a course gets by default. A course of LTI 1.3 has one product, so it gets none of several. */
export const listCourseDefaults = queryValues<number, [courseId: number]>(
  'course_defaults',
  `select x.product_id as value from courses c join default_products x on x.school_id = c.school_id
   where c.id = $1 and (c.consumer_id is not null or (select count(*) from default_products o where o.school_id = c.school_id) = 1)
   order by x.product_id`,
)

/** Lists the products of a school's courses, and those that new ones get. */
export const listProductsOfSchool = queryRows<Pick<Product, 'unitsForTeacher'>, [schoolId: number]>(
  'school_products',
  `select p.units_for_teacher as "unitsForTeacher" from products p
   where exists (select from default_products x where x.school_id = $1 and x.product_id = p.id)
     or exists (select from courses c join course_products cp on cp.course_id = c.id where c.school_id = $1 and cp.product_id = p.id)`,
)
