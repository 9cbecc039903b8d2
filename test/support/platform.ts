import { randomBytes, randomUUID } from 'node:crypto'
import { memberships } from '#src/access/store/schema/memberships.ts'
import { people } from '#src/access/store/schema/people.ts'
import { mintToken } from '#src/core/crypto.ts'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import { deployments, platforms } from '#src/schools/store/schema/platforms.ts'
import type { TestApp } from './app.ts'
import { makeProduct } from './school.ts'

/** Creates a platform with an approved deployment. */
export const makePlatform = async (
  app: TestApp,
  given: Partial<typeof platforms.$inferInsert> & { deployment?: Partial<typeof deployments.$inferInsert> } = {},
) => {
  const { deployment: deploymentGiven, ...rest } = given
  const domain = rest.domain ?? `lms-${randomBytes(4).toString('hex')}.example`
  const [platform] = await app.db.orm
    .insert(platforms)
    .values({
      issuer: `https://${domain}`,
      clientId: 'client-1',
      domain,
      preset: 'custom',
      authorizationRedirect: `https://${domain}/auth`,
      publicKeysUrl: `https://${domain}/jwks`,
      grantUrl: `https://${domain}/token`,
      ...rest,
    })
    .returning()
  const [deployment] = await app.db.orm
    .insert(deployments)
    .values({ platformId: platform!.id, deploymentId: '1', status: 'approved', ...deploymentGiven })
    .returning()
  return { platform: platform!, deployment: deployment! }
}

/** Creates a learner's membership in a context with these products, without a launch. */
export const makeMembership = async (app: TestApp, sells: string[], email: string | null = fresh()) => {
  const { platform, deployment } = await makePlatform(app)
  const [course] = await app.db.orm
    .insert(courses)
    .values({ deploymentId: deployment.id, contextId: 'ctx-13', title: 'ASL by 1.3', joinToken: mintToken('c') })
    .returning()
  for (const code of sells) {
    const { id } = await makeProduct(app, code)
    await app.db.orm.insert(courseProducts).values({ courseId: course!.id, productId: id })
  }
  const [person] = await app.db.orm
    .insert(people)
    .values({ platformId: platform.id, ltiUserId: randomUUID(), email, name: 'Noé Díaz' })
    .returning()
  const [row] = await app.db.orm
    .insert(memberships)
    .values({
      courseId: course!.id,
      personId: person!.id,
      token: mintToken('m'),
      sessionId: randomUUID(),
      role: 'learner',
    })
    .returning()
  return { token: row!.token, platform, deployment, course: course!, person: person! }
}

const fresh = () => `noe-${randomBytes(4).toString('hex')}@school.example`
