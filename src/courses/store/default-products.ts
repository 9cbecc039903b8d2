import { eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolDefaults, SchoolRef } from '#src/schools/rules/school.ts'
import type { OfferedProduct } from '../rules/waiting-courses.ts'
import { COURSE_VERSION, deploymentSchool } from './schema/course-columns.ts'
import { defaultProducts } from './schema/default-products.ts'

interface Row {
  version: '1.1' | '1.3'
  id: number
  name: string
  key: string
  products: OfferedProduct[]
}

const PRODUCTS = `coalesce((select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) order by r.product_code)
  from default_products x join products r on r.id = x.product_id where`

const SCHOOLS = `
select '1.1' as version, s.id, s.name, s.key, ${PRODUCTS} x.consumer_id = s.id), '[]') as products from consumers s
union all
select '1.3', d.id, ${deploymentSchool()}, f.issuer || ' ' || d.deployment_id, ${PRODUCTS} x.deployment_id = d.id), '[]')
from deployments d join platforms f on f.id = d.platform_id where d.status = 'approved'`

const all = prepared<Row>(
  'school_defaults',
  `select * from (${SCHOOLS}) as schools order by lower(name), id limit 2000`,
)
const one = prepared<Row>('school_defaults_one', `select * from (${SCHOOLS}) as schools where version = $1 and id = $2`)

/** Lists every school with the default products of its new courses, by name. At most 2000. */
export const listSchoolDefaults = (db: Queryable): Promise<SchoolDefaults[]> => all(db, [])

const ofSchools = prepared<Pick<Row, 'version' | 'id' | 'products'>>(
  'school_defaults_some',
  `select case when x.consumer_id is null then '1.3' else '1.1' end as version, coalesce(x.consumer_id, x.deployment_id) as id,
    json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) order by r.product_code) as products
  from default_products x join products r on r.id = x.product_id
  where x.consumer_id = any($1) or x.deployment_id = any($2) group by 1, 2`,
)

/** Lists the default products of these schools. Leaves out schools without any. */
export const listDefaultsOf = (
  db: Queryable,
  { consumers, deployments }: { consumers: number[]; deployments: number[] },
) => ofSchools(db, [consumers, deployments])

export const findSchoolDefaults = async (db: Queryable, { version, id }: SchoolRef): Promise<SchoolDefaults | null> =>
  (await one(db, [version, id]))[0] ?? null

const lock = {
  '1.1': prepared('lock_consumer', 'select id from consumers where id = $1 for update'),
  '1.3': prepared('lock_deployment', 'select id from deployments where id = $1 for update'),
}

/** Locks a school's row, so that concurrent changes run one after the other. */
export const lockSchool = async (tx: Tx, { version, id }: SchoolRef): Promise<void> => {
  await lock[version](tx, [id])
}

const ofSchool = prepared<SchoolRef>(
  'course_school',
  `select ${COURSE_VERSION} as version, coalesce(c.consumer_id, c.deployment_id) as id
   from courses c where c.id = $1`,
)

/** Returns the school of a course. Throws when the course does not exist. */
export const getSchoolOf = async (db: Queryable, courseId: number): Promise<SchoolRef> => {
  const [school] = await ofSchool(db, [courseId])
  if (!school) throw new Error(`course ${courseId} does not exist`)
  return school
}

/** Replaces a school's default products. */
export const saveSchoolDefaults = async (tx: Tx, { version, id }: SchoolRef, productIds: number[]): Promise<void> => {
  const column = version === '1.1' ? defaultProducts.consumerId : defaultProducts.deploymentId
  const owner = version === '1.1' ? { consumerId: id } : { deploymentId: id }
  await tx.orm.delete(defaultProducts).where(eq(column, id))
  if (productIds.length > 0)
    await tx.orm.insert(defaultProducts).values(productIds.map(productId => ({ ...owner, productId })))
}

const ofCourse = prepared<{ product_id: number }>(
  'course_defaults',
  `select x.product_id from courses c join default_products x on x.consumer_id = c.consumer_id or x.deployment_id = c.deployment_id
   where c.id = $1 order by x.product_id`,
)

/** Lists the default product ids of a course's school. */
export const listCourseDefaults = async (db: Queryable, courseId: number): Promise<number[]> =>
  (await ofCourse(db, [courseId])).map(r => r.product_id)
