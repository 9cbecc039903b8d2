import { eq } from 'drizzle-orm'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { courseProducts } from '#src/courses/store/schema/courses.ts'
import sentences from '#src/texts/en/sentences.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, type Platform13, practicePlatform, ROLE } from '../support/oidc.ts'
import { countOf, courseRow, enrollmentRow } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import type { Test } from '../support/test.ts'

const DAY = 24 * 60 * 60 * 1000
const TESTER = { roles: 'Learner,urn:lti:sysrole:ims/lis/TestUser' }
const IN_BY_TEST = `entitlements where source = 'test'`

const school = async (app: TestApp) => {
  const { id, key } = await makeConsumer(app)
  const course = await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  return { key, course, test: (user_id: string) => launch(app, key, { ...TESTER, user_id }) }
}

const pay = async (app: TestApp, token: string) => textOf((await app.server.inject(`/lti/pay?token=${token}`)).body)

t.test('one test person of a course has access, and both see that they look as a student', async t => {
  const app = await testApp(t)
  const { test } = await school(app)
  const [first, second] = [await test('one'), await test('two')]
  t.hasStrict(await enrollmentRow(app, first.token), { source: 'test', isTest: true })
  t.hasStrict(await enrollmentRow(app, second.token), { source: null, processedAt: null, isTest: true })
  t.match(await pay(app, first.token), `${sentences.studentView.title} ${sentences.studentView.in}`)
  t.match(await pay(app, second.token), sentences.studentView.none)
  await test('one')
  t.hasStrict(await enrollmentRow(app, first.token), { source: 'test' }, 'a second launch changes nothing')
})

t.test('a test person sees that a course is not activated, as students do', async t => {
  const app = await testApp(t)
  const { key } = await makeConsumer(app)
  const { token } = await launch(app, key, TESTER)
  t.match(await pay(app, token), 'This course is not activated yet.')
  t.equal(await countOf(app, IN_BY_TEST), 0)
})

t.test('a school has three test people at a time, however many courses it names, and they get no mail', async t => {
  const app = await testApp(t)
  const { key, course } = await school(app)
  for (let n = 0; n < 10; n++) {
    const contextId = `ctx-of-${n}`
    await makeCourse(app, course.consumerId ?? 0, ['A'], { contextId })
    await launch(app, key, {
      ...TESTER,
      user_id: `s${n}`,
      context_id: contextId,
      lis_person_contact_email_primary: 's@x.example',
    })
  }
  t.equal(await countOf(app, IN_BY_TEST), 3)
  t.equal(await countOf(app, 'messages'), 0)
  app.clock.advance(DAY)
  await launch(app, key, { ...TESTER, user_id: 's9', context_id: 'ctx-of-9' })
  t.equal(
    await countOf(app, `${IN_BY_TEST} and access_ends_at > '${app.clock.now().toISOString()}'`),
    1,
    'the next day',
  )
})

t.test('of twenty test people at once, one gets access', async t => {
  const url = await freshDatabaseUrl(t)
  const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
  const { key } = await school(apps[0]!)
  const launched = await Promise.all(
    Array.from({ length: 20 }, (_, i) => launch(apps[i % 2]!, key, { ...TESTER, user_id: `t${i}` })),
  )
  t.ok(launched.every(l => l.status === 303))
  t.equal(await countOf(apps[0]!, 'entitlements'), 20)
  t.equal(await countOf(apps[0]!, IN_BY_TEST), 1)
  await t.rejects(
    apps[0]!.db.client.query("update entitlements set source = 'test', processed_at = now()"),
    /entitlements_one_test/,
    'the database guards it as well',
  )
})

t.test('test access lasts one day; then the next test person may have it', async t => {
  const app = await testApp(t)
  const { test } = await school(app)
  const { token } = await test('one')
  t.same((await enrollmentRow(app, token)).accessEndsAt, new Date(app.clock.now().getTime() + DAY))
  app.clock.advance(DAY - 1000)
  const { token: other } = await test('two')
  t.hasStrict(await enrollmentRow(app, other), { source: null })
  app.clock.advance(1000)
  await test('two')
  t.hasStrict(await enrollmentRow(app, other), { source: 'test' }, 'nobody has to look at the first row before')
  t.hasStrict(await enrollmentRow(app, token), { source: null, processedAt: null })
  t.match(await pay(app, token), sentences.studentView.over)
  app.clock.advance(DAY)
  await test('two')
  t.hasStrict(await enrollmentRow(app, other), { source: 'test', processedAt: app.clock.now() }, 'for another day')
})

t.test('the same person without the TestUser role has no access, like every student', async t => {
  const app = await testApp(t)
  const { key, test } = await school(app)
  const { token } = await test('ana')
  await Promise.all(Array.from({ length: 3 }, () => launch(app, key, { user_id: 'ana' })))
  const row = await enrollmentRow(app, token)
  t.hasStrict(row, { source: null, processedAt: null, unprocessedAt: null, accessEndsAt: null, isTest: false })
  t.notMatch(await pay(app, token), sentences.studentView.title)
  const { token: other } = await test('ben')
  t.hasStrict(await enrollmentRow(app, other), { source: 'test' }, 'the place is free again')
  await launch(app, key, { user_id: 'ben', roles: 'Instructor' })
  t.hasStrict(await enrollmentRow(app, other), { source: null }, 'opening the teacher page ends it too')
})

t.test('a free course lets a former test person in as a student', async t => {
  const app = await testApp(t)
  const { key, course, test } = await school(app)
  const { id: productId } = await makeProduct(app, 'FREE', { name: 'ZFree' })
  await app.db.orm.update(courseProducts).set({ productId }).where(eq(courseProducts.courseId, course.id))
  const { token } = await test('ana')
  await launch(app, key, { user_id: 'ana' })
  t.hasStrict(await enrollmentRow(app, token), { source: 'free' })
})

t.test('a test person whom staff took out stays out', async t => {
  const app = await testApp(t)
  const { test } = await school(app)
  const { token } = await test('ana')
  await setProcessed(app, { token, processed: false }, colleague)
  await test('ana')
  t.hasStrict(await enrollmentRow(app, token), { source: null, processedAt: null })
})

const TEST_ROLE = 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser'

const launchAs = (app: TestApp, platform: Platform13, sub: string, roles: string[]) =>
  launch13(app, platform, { sub, [`${C}roles`]: roles })

t.test('by LTI 1.3 the same holds', async (t: Test) => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const roles = [`${ROLE}Learner`, TEST_ROLE]
  await launchAs(app, platform, 'teacher', [`${ROLE}Instructor`])
  const { id: courseId } = await courseRow(app, 'ctx-1')
  const { id: productId } = await makeProduct(app, 'A')
  await app.db.orm.insert(courseProducts).values({ courseId, productId })
  const rowOf = async (token: string) =>
    (await app.db.orm.select().from(entitlements).where(eq(entitlements.token, token)))[0]
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => launchAs(app, platform, `t${i}`, roles)))
  const rows = await Promise.all(all.map(({ token }) => rowOf(token)))
  const holders = rows.filter(row => row?.source === 'test')
  t.equal(holders.length, 1)
  const holder = rows.indexOf(holders[0])
  const plain = await launchAs(app, platform, `t${holder}`, [`${ROLE}Learner`])
  t.hasStrict(await rowOf(plain.token), { source: null, isTest: false })
  const next = await launchAs(app, platform, 't-next', roles)
  t.hasStrict(await rowOf(next.token), { source: 'test', isTest: true })
  await launchAs(app, platform, 't-next', [`${ROLE}Instructor`])
  t.equal(await countOf(app, IN_BY_TEST), 0)
  t.ok(await courseRow(app, 'ctx-1'))
  t.equal(await countOf(app, `entitlements where kind = 'enrollment'`), 0)
})
