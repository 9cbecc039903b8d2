import { eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolDefaults } from '#src/schools/rules/school.ts'
import { defaultProducts } from './schema/default-products.ts'

const SELECT = `select s.id, s.name, coalesce((
    select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) order by r.product_code)
    from default_products x join products r on r.id = x.product_id where x.school_id = s.id), '[]') as products
  from schools s`

const all = prepared<SchoolDefaults>('school_defaults', `${SELECT} order by lower(s.name) limit 2000`)
const some = prepared<SchoolDefaults>('school_defaults_some', `${SELECT} where s.id = any($1)`)

/** Lists every school with the default products of its new courses, by name. At most 2000. */
export const listSchoolDefaults = (db: Queryable): Promise<SchoolDefaults[]> => all(db, [])

/** Lists the default products of these schools. */
export const listDefaultsOf = (db: Queryable, schoolIds: number[]): Promise<SchoolDefaults[]> => some(db, [schoolIds])

/** Replaces a school's default products. */
export const saveSchoolDefaults = async (tx: Tx, schoolId: number, productIds: number[]): Promise<void> => {
  await tx.orm.delete(defaultProducts).where(eq(defaultProducts.schoolId, schoolId))
  if (productIds.length > 0)
    await tx.orm.insert(defaultProducts).values(productIds.map(productId => ({ schoolId, productId })))
}

/** A course of LTI 1.3 has one product, so it gets none of several. */
const ofCourse = prepared<{ productId: number }>(
  'course_defaults',
  `select x.product_id as "productId" from courses c join default_products x on x.school_id = c.school_id
   where c.id = $1 and (c.consumer_id is not null or (select count(*) from default_products o where o.school_id = c.school_id) = 1)
   order by x.product_id`,
)

/** Lists the ids of the products that a course gets by default. */
export const listCourseDefaults = async (db: Queryable, courseId: number): Promise<number[]> =>
  (await ofCourse(db, [courseId])).map(r => r.productId)
