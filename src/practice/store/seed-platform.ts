import { and, eq } from 'drizzle-orm'
import { mintToken } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { courseProducts, courses, products } from '#src/courses/store/schema/courses.ts'
import { deployments, platforms, schools } from '#src/schools/store/schema.ts'

/** Client id of the practice LMS in the demo data. */
export const DEMO_CLIENT = 'demo-client'
export const DEMO_CONTEXT = { contextId: 'demo-13', title: 'American Sign Language by LTI 1.3', label: 'ASL 1.3' }

/** Returns the id of the school with this name, which is inserted if there is none. */
export const seedSchool = async (db: Database, school: typeof schools.$inferInsert): Promise<number> => {
  const [made] = await db.orm.insert(schools).values(school).onConflictDoNothing().returning({ id: schools.id })
  if (made) return made.id
  const [found] = await db.orm.select({ id: schools.id }).from(schools).where(eq(schools.name, school.name))
  return found!.id
}

type Addresses = 'issuer' | 'authorizationRedirect' | 'publicKeysUrl' | 'grantUrl'

/** Upserts the practice LMS, its deployment and a context with ASL1. Its URLs may change at each start. */
export const seedDemoPlatform = async (
  db: Database,
  { issuer, authorizationRedirect, publicKeysUrl, grantUrl }: Record<Addresses, string>,
): Promise<void> => {
  const domain = new URL(issuer).host
  const values = { issuer, domain, authorizationRedirect, publicKeysUrl, grantUrl }
  const [platform] = await db.orm
    .insert(platforms)
    .values({ ...values, clientId: DEMO_CLIENT, preset: 'custom' })
    .onConflictDoUpdate({ target: [platforms.issuer, platforms.clientId], set: values })
    .returning({ id: platforms.id })
  const platformId = platform!.id
  const isOurs = and(eq(deployments.platformId, platformId), eq(deployments.deploymentId, '1'))
  const columns = { id: deployments.id, schoolId: deployments.schoolId }
  const [known] = await db.orm.select(columns).from(deployments).where(isOurs)
  const schoolId = known?.schoolId ?? (await seedSchool(db, { name: 'Practice LMS' }))
  const approved = { platformId, deploymentId: '1', schoolId, status: 'approved' } as const
  const [made] = known ? [known] : await db.orm.insert(deployments).values(approved).returning(columns)
  const [course] = await db.orm
    .insert(courses)
    .values({ ...DEMO_CONTEXT, schoolId, deploymentId: made!.id, allowsWts: true, joinToken: mintToken('c') })
    .onConflictDoNothing()
    .returning({ id: courses.id })
  const [product] = await db.orm.select({ id: products.id }).from(products).where(eq(products.productCode, 'ASL1'))
  if (course && product) await db.orm.insert(courseProducts).values({ courseId: course.id, productId: product.id })
}
