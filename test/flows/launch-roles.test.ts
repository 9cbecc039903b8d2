import t from 'tap'
import { launchTokens } from '#src/access/store/schema/entitlements.ts'
import { sha256 } from '#src/core/crypto.ts'
import { testApp } from '../support/app.ts'
import { headingOf } from '../support/html.ts'
import { changeCourse, countOf, enrollmentRow, messagesTo } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'

t.test('everyone who teaches goes to the teacher page, with a token of this launch', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const teaching = [
    'Instructor',
    'TeachingAssistant',
    'urn:lti:role:ims/lis/TeachingAssistant',
    'Administrator',
    'ContentDeveloper',
    'Learner,Instructor',
  ]
  for (const [i, roles] of teaching.entries()) {
    const { status, location, token } = await launch(app, school.key, { roles, user_id: `t${i}` })
    t.equal(status, 303, roles)
    t.match(location, /^\/lti\/teacher\?state=[\w-]{43}&token=[\w-]{43}$/)
    const state = new URL(location, 'http://x').searchParams.get('state') ?? ''
    const [row] = (await app.db.orm.select().from(launchTokens)).filter(r => r.tokenHash === sha256(token))
    t.hasStrict(row, { app: 'teacher', stateHash: sha256(state) }, 'only hashes are stored')
    t.equal(row?.expiresAt.getTime(), app.clock.now().getTime() + 2 * 60 * 60 * 1000, 'good for two hours')
  }
  t.equal(await countOf(app, 'course_teachers'), teaching.length)
  await launch(app, school.key, { roles: 'Instructor', user_id: 't0' })
  t.equal(await countOf(app, 'course_teachers'), teaching.length, 'each teacher once')
  t.equal(await countOf(app, 'entitlements'), 0, 'and none of them is asked to pay')
})

t.test('mentors and observers get a plain page and leave no row', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  for (const roles of ['Mentor', 'Observer', 'urn:lti:role:ims/lis/Mentor', 'Mentor,Learner']) {
    const { status, location } = await launch(app, school.key, { roles })
    t.strictSame([status, location], [303, '/lti/observer'], roles)
  }
  const { statusCode, body } = await app.server.inject({ url: '/lti/observer' })
  t.equal(statusCode, 200)
  t.equal(headingOf(body), 'You are here as an observer')
  for (const table of ['courses', 'people', 'entitlements', 'launch_tokens'])
    t.equal(await countOf(app, table), 0, table)
})

t.test('no role in the course', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  for (const roles of ['urn:lti:sysrole:ims/lis/None', 'Other', 'urn:lti:instrole:ims/lis/Student'])
    t.equal((await launch(app, school.key, { roles })).location, '/lti/observer?as=no-role', roles)
  const account = { roles: 'urn:lti:instrole:ims/lis/Administrator', context_type: 'Account' }
  t.equal((await launch(app, school.key, account)).location, '/lti/observer?as=no-course')
  const page = async (as: string) => headingOf((await app.server.inject({ url: `/lti/observer?as=${as}` })).body)
  t.equal(await page('no-role'), 'You have no role in this course')
  t.equal(await page('no-course'), 'Open it inside a course')
  for (const table of ['courses', 'people', 'entitlements', 'launch_tokens'])
    t.equal(await countOf(app, table), 0, table)
})

t.test('an empty list of roles, or an unknown one', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  for (const roles of ['', 'Gardener', 'Learner,urn:lti:instrole:ims/lis/Faculty']) {
    t.match((await launch(app, school.key, { roles })).location, /^\/lti\/pay\?token=e_/, roles)
  }
})

t.test("Canvas's Student View is let in with source test and never billed or written to", async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const view = { roles: 'Learner', ext_roles: 'urn:lti:instrole:ims/lis/Student,urn:lti:sysrole:ims/lis/TestUser' }
  const { token } = await launch(app, school.key, { ...view, user_id: 'view', lis_person_contact_email_primary: '' })
  t.hasStrict(await enrollmentRow(app, token), { source: 'test', processedAt: app.clock.now() })
  t.equal(await countOf(app, 'messages'), 0)
  await launch(app, school.key, { ...view, user_id: 'view' })
  t.hasStrict(await enrollmentRow(app, token), { source: 'test' })
})

t.test("What's the Sign? opens where the course may open it, for students and teachers alike", async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  for (const roles of ['Learner', 'Instructor']) {
    const { status, body } = await launch(app, school.key, { roles, custom_app: 'wts' })
    t.equal(status, 403, roles)
    t.equal(headingOf(body), "What's the Sign? is not turned on for this course")
  }
  t.equal(await countOf(app, 'launch_tokens'), 0, 'a refused launch opens nothing')
  await changeCourse(app, course.id, { allowsWts: true })
  for (const roles of ['Learner', 'Instructor']) {
    const { status, location } = await launch(app, school.key, { roles, custom_app: 'wts' })
    t.equal(status, 303)
    t.match(location, /^\/lti\/wts\?state=[\w-]{43}&token=[\w-]{43}$/)
  }
  t.equal(await countOf(app, 'entitlements'), 0, 'looking up signs is not an enrollment')
})

t.test('a learner who asks for the teacher page pays like everyone', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  t.match((await launch(app, school.key, { custom_app: 'teacher' })).location, /^\/lti\/pay/)
})

t.test('a free course lets in at the first launch, once, with one message', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeProduct(app, 'FREE', { name: 'ZFree' })
  await makeCourse(app, school.id, ['FREE'], { contextId: 'ctx-1' })
  const ana = { user_id: 'ana', lis_person_contact_email_primary: 'ana@school.example' }
  const first = await Promise.all(Array.from({ length: 10 }, () => launch(app, school.key, ana)))
  const token = first[0]!.token
  t.equal(new Set(first.map(f => f.token)).size, 1)
  const row = await enrollmentRow(app, token)
  t.hasStrict(row, { source: 'free', processedAt: app.clock.now() })
  app.clock.advance(24 * 60 * 60 * 1000)
  await launch(app, school.key, ana)
  t.strictSame((await enrollmentRow(app, token)).processedAt, row.processedAt, 'and stays as it was')
  t.equal((await messagesTo(app, 'ana@school.example')).length, 1)
  t.equal(await countOf(app, 'pgboss.job where name = $$bulk-mail$$'), 1)

  const anonymous = await launch(app, school.key, { lis_person_contact_email_primary: '' })
  t.hasStrict(await enrollmentRow(app, anonymous.token), { source: 'free' }, 'without an email as well')
  await app.db.client.query('update courses set expires_at = $1', [new Date(app.clock.now().getTime() - 1)])
  const late = await launch(app, school.key, { user_id: 'late' })
  t.hasStrict(
    await enrollmentRow(app, late.token),
    { source: 'free' },
    'sign-up closes codes and cards: nobody is asked',
  )
})

t.test('a course with one free product among others is not free', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeProduct(app, 'FREE', { name: 'zfree' })
  await makeCourse(app, school.id, ['FREE', 'A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  t.hasStrict(await enrollmentRow(app, token), { processedAt: null })
})
