import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { codeKey } from '#src/access/rules/access-code.ts'
import { coupons } from '#src/access/store/schema/coupons.ts'
import type { Needs } from '#src/app.ts'
import { mintToken } from '#src/core/crypto.ts'
import { courseProducts, courses, products } from '#src/courses/store/schema/courses.ts'
import { consumers, schools } from '#src/schools/store/schema.ts'
import { consumerVault, type TestApp } from './app.ts'
import { formBody, type Pairs, type SignOptions, signPairs } from './sign.ts'

export const LAUNCH_URL = 'http://localhost:3000/lti/launch'

type SchoolGiven = Partial<typeof schools.$inferInsert>

const numbered = new WeakMap<Needs<'db'>, Promise<unknown>>()

/** Gives schools other numbers than their connections have, so that a test notices when they are mixed up. */
const numberSchools = (app: Needs<'db'>): Promise<unknown> => {
  const before = numbered.get(app)
  if (before) return before
  const done = app.db.client.query("select setval('schools_id_seq', 700) where not exists (select from schools)")
  numbered.set(app, done)
  return done
}

/** Builders of test data, with defaults for everything a test does not give. */
export const makeSchool = async (app: Needs<'db'>, given: SchoolGiven = {}) => {
  await numberSchools(app)
  const name = given.name ?? `School ${randomBytes(4).toString('hex')}`
  const [row] = await app.db.orm
    .insert(schools)
    .values({ ...given, name })
    .returning()
  return row!
}

interface ConsumerGiven extends Partial<typeof consumers.$inferInsert> {
  secret?: string
  previousSecret?: string
}

/** Creates a consumer with a school of its own, or of the school `schoolId`. Returns the settings of the school too. */
export const makeConsumer = async (
  app: Needs<'db'>,
  given: ConsumerGiven & Omit<SchoolGiven, keyof ConsumerGiven> = {},
) => {
  const {
    secret = 'secret',
    previousSecret,
    key = `school_${randomBytes(4).toString('hex')}`,
    sealedSecret = consumerVault.seal(secret),
    sealedPreviousSecret = previousSecret ? consumerVault.seal(previousSecret) : null,
    isHosted,
    schoolId,
    ...settings
  } = given
  const school =
    schoolId === undefined
      ? await makeSchool(app, { name: `School ${key}`, ...settings })
      : (await app.db.orm.select().from(schools).where(eq(schools.id, schoolId)))[0]!
  const [row] = await app.db.orm
    .insert(consumers)
    .values({ schoolId: school.id, key, isHosted, sealedSecret, sealedPreviousSecret })
    .returning()
  return { ...school, ...row! }
}

export const makeProduct = async (
  app: TestApp,
  productCode: string,
  given: Partial<typeof products.$inferInsert> = {},
) => {
  const [found] = await app.db.orm.select().from(products).where(eq(products.productCode, productCode))
  if (found) return found
  const values = {
    productCode,
    name: `Product ${productCode}`,
    stripePriceId: `price_${productCode}`,
    unitsForTeacher: [1, 2, 3],
    ...given,
  }
  const [row] = await app.db.orm.insert(products).values(values).returning()
  return row!
}

/** Creates a course with these products. */
export const makeCourse = async (
  app: TestApp,
  consumerId: number,
  codes: string[],
  given: Partial<typeof courses.$inferInsert> = {},
) => {
  const contextId = given.contextId ?? `ctx_${randomBytes(4).toString('hex')}`
  const [consumer] = await app.db.orm.select().from(consumers).where(eq(consumers.id, consumerId))
  const [course] = await app.db.orm
    .insert(courses)
    .values({
      schoolId: consumer!.schoolId,
      consumerId,
      contextId,
      title: `Course ${contextId}`,
      joinToken: mintToken('c'),
      ...given,
    })
    .returning()
  for (const code of codes) {
    const product = await makeProduct(app, code)
    await app.db.orm.insert(courseProducts).values({ courseId: course!.id, productId: product.id })
  }
  return course!
}

export const makeCode = async (
  app: TestApp,
  productCode: string,
  given: Partial<typeof coupons.$inferInsert> = {},
): Promise<string> => {
  const code = given.couponCode ?? `${productCode}-${randomBytes(4).toString('hex').toUpperCase()}`
  const product = await makeProduct(app, productCode)
  await app.db.orm.insert(coupons).values({ couponCode: code, codeKey: codeKey(code), productId: product.id, ...given })
  return code
}

export const launchFields = (consumerKey: string, over: Record<string, string> = {}): Pairs =>
  Object.entries({
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    oauth_consumer_key: consumerKey,
    resource_link_id: 'link-1',
    context_id: 'ctx-1',
    context_title: 'ASL 1',
    user_id: `user-${randomBytes(5).toString('hex')}`,
    roles: 'Learner',
    lis_person_name_full: 'Ana Íñiguez',
    lis_person_contact_email_primary: `ana-${randomBytes(4).toString('hex')}@school.example`,
    ...over,
  })

export interface Launched {
  status: number
  location: string
  token: string
  body: string
  /** The posted form, to replay it. */
  posted: string
  /** The page's Content-Security-Policy. */
  policy: string
}

export const postLaunch = async (
  app: TestApp,
  posted: string,
  url = '/lti/launch',
  headers: Record<string, string> = {},
): Promise<Launched> => {
  const answer = await app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: posted,
  })
  const location = String(answer.headers.location ?? '')
  const token = new URL(location || '/', LAUNCH_URL).searchParams.get('token') ?? ''
  const policy = String(answer.headers['content-security-policy'] ?? '')
  return { status: answer.statusCode, location, token, body: answer.body, posted, policy }
}

/** Seconds since 1970 by the test's clock. */
export const secondsOf = (app: TestApp): number => Math.floor(app.clock.now().getTime() / 1000)

/** Signs and posts a launch. */
export const launch = (
  app: TestApp,
  consumerKey: string,
  over: Record<string, string> = {},
  how: Partial<SignOptions> = {},
): Promise<Launched> => {
  const signed = signPairs(LAUNCH_URL, launchFields(consumerKey, over), { timestamp: secondsOf(app), ...how })
  return postLaunch(app, formBody(signed))
}

/** Answer of POST /api/lti/verify_coupon_code. */
export interface CodeAnswer {
  http: number
  status?: string
  message?: string
  error?: string
  errors?: { field: string; message: string }[]
  products?: { coupon_code: string | null }[]
  total?: number
  retryAfter?: string
}

export const redeem = async (
  app: TestApp,
  token: string,
  code: string,
  from: { remoteAddress?: string; headers?: Record<string, string>; agreed?: boolean } = {},
): Promise<CodeAnswer> => {
  const { agreed, ...rest } = from
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/lti/verify_coupon_code',
    payload: { enroll_token: token, coupon_code: code, ...(agreed === undefined ? {} : { agreed }) },
    ...rest,
  })
  const retryAfter = answer.headers['retry-after']
  return { http: answer.statusCode, ...answer.json(), ...(retryAfter ? { retryAfter: String(retryAfter) } : {}) }
}
