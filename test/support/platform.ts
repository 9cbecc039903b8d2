import { randomBytes, randomUUID } from 'node:crypto'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { mintToken } from '#src/core/crypto.ts'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import { deployments, platforms, type schools } from '#src/schools/store/schema.ts'
import type { TestApp } from './app.ts'
import { makeProduct, makeSchool } from './school.ts'

type DeploymentRow = Partial<typeof deployments.$inferInsert>
/** A deployment, with the settings of its school. */
type DeploymentGiven = DeploymentRow & Omit<Partial<typeof schools.$inferInsert>, keyof DeploymentRow>

/** Creates a platform with a deployment. One that is approved has a school of its own, named after the host. */
export const makePlatform = async (
  app: TestApp,
  given: Partial<typeof platforms.$inferInsert> & { deployment?: DeploymentGiven } = {},
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
  const deployment = await makeDeployment(app, platform!, deploymentGiven)
  return { platform: platform!, deployment }
}

/** Creates a deployment of a platform. */
const makeDeployment = async (
  app: TestApp,
  { id: platformId, domain }: { id: number; domain: string },
  given: DeploymentGiven = {},
) => {
  const { deploymentId = '1', status = 'approved', schoolId, seenName, seenTitle, seenAt, ...settings } = given
  const isNew = status === 'approved' && schoolId === undefined
  const school = isNew ? (await makeSchool(app, { name: domain, ...settings })).id : schoolId
  const [row] = await app.db.orm
    .insert(deployments)
    .values({ platformId, deploymentId, status, schoolId: school, seenName, seenTitle, seenAt })
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
