import { and, eq } from 'drizzle-orm'
import t from 'tap'
import { findEntitlement } from '#src/access/tokens.ts'
import { courseProducts, products } from '#src/courses/store/schema/courses.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'

/** Staff change the products of a course while students are half way through. */
const drop = async (app: TestApp, courseId: number, code: string) => {
  const product = await makeProduct(app, code)
  const row = and(eq(courseProducts.courseId, courseId), eq(courseProducts.productId, product.id))
  await app.db.orm.delete(courseProducts).where(row)
}

const payPage = async (app: TestApp, token: string) =>
  (await app.server.inject({ url: `/lti/pay?token=${token}&step=coupons` })).body

t.test('when a course drops the missing product, a person with the rest gets access at the next page view', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'])
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  t.hasStrict(await redeem(app, token, await makeCode(app, 'A')), { status: 'OK' })
  await drop(app, course.id, 'B')
  t.match(await payPage(app, token), 'Thank you. You are in!')
  t.equal((await findEntitlement(app, token))?.source, 'code')
})

t.test('fifty page views at once process such a row once', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'])
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  await redeem(app, token, await makeCode(app, 'A'))
  await drop(app, course.id, 'B')
  const looks = await Promise.all(Array.from({ length: 50 }, () => findEntitlement(app, token)))
  t.equal(new Set(looks.map(e => e?.processedAt?.getTime())).size, 1)
  const { rows } = await app.db.client.query("select count(*)::int as n from messages where kind = 'welcome'")
  t.equal(rows[0].n, 1)
})

t.test('a course that became free gives everybody access, with source free', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'])
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  await app.db.orm.update(products).set({ name: 'zfree' }).where(eq(products.productCode, 'A'))
  t.match(await payPage(app, token), 'Thank you. You are in!')
  t.equal((await findEntitlement(app, token))?.source, 'free')
})

t.test('a course without products gives nobody access', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'])
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  await drop(app, course.id, 'A')
  t.match(await payPage(app, token), 'This course is not activated yet.')
})
