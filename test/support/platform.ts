import { randomBytes, randomUUID } from 'node:crypto'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { mintToken } from '#src/core/crypto.ts'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import { deployments, platforms } from '#src/schools/store/schema/platforms.ts'
import type { TestApp } from './app.ts'
import { countOf } from './rows.ts'
import { makeProduct, makeSchool } from './school.ts'

type GivenDeployment = Partial<typeof deployments.$inferInsert> & { school?: Parameters<typeof makeSchool>[1] }

/** Creates a platform with an approved deployment of a new school, which is named after the domain. */
export const makePlatform = async (
  app: TestApp,
  given: Partial<typeof platforms.$inferInsert> & { deployment?: GivenDeployment } = {},
) => {
  const { deployment: { school: settings, status = 'approved', ...connection } = {}, ...rest } = given
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
  const deployment = await makeDeployment(app, platform!, { school: settings, status, ...connection })
  return { platform: platform!, deployment }
}

/** Creates a deployment, and its school if it is approved and none is given. */
export const makeDeployment = async (
  app: TestApp,
  platform: Pick<typeof platforms.$inferSelect, 'id' | 'domain'>,
  { school, status = 'approved', schoolId, ...rest }: GivenDeployment = {},
) => {
  const taken = await countOf(app, `schools where name = '${platform.domain}'`)
  const name = taken > 0 ? `${platform.domain} ${randomBytes(4).toString('hex')}` : platform.domain
  const own = schoolId ?? (status === 'approved' ? (await makeSchool(app, { name, ...school })).id : null)
  const [row] = await app.db.orm
    .insert(deployments)
    .values({ platformId: platform.id, deploymentId: '1', status, schoolId: own, ...rest })
    .returning()
  return row!
}

/** Creates a learner's membership in a context with these products, without a launch. */
export const makeMembership = async (app: TestApp, sells: string[], email: string | null = fresh()) => {
  const { platform, deployment } = await makePlatform(app)
  const [course] = await app.db.orm
    .insert(courses)
    .values({
      schoolId: deployment.schoolId!,
      deploymentId: deployment.id,
      contextId: 'ctx-13',
      title: 'ASL by 1.3',
      joinToken: mintToken('c'),
    })
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
    .insert(entitlements)
    .values({
      kind: 'membership',
      courseId: course!.id,
      personId: person!.id,
      token: mintToken('m'),
      sessionId: randomUUID(),
      role: 'learner',
    })
    .returning()
  return { token: row!.token, id: row!.id, platform, deployment, course: course!, person: person! }
}

const fresh = () => `noe-${randomBytes(4).toString('hex')}@school.example`
