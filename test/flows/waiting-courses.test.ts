import t from 'tap'
import { audit } from '#src/core/audit/store/schema.ts'
import { findCourseById, findLtiCourses } from '#src/courses/courses.ts'
import { setDefaultProducts } from '#src/courses/products.ts'
import { listSchoolDefaults } from '#src/courses/store/products.ts'
import { activateWaitingCourses, listWaitingCourses, markActivatedCourses } from '#src/courses/waiting-courses.ts'
import { notifyWaitingCourses } from '#src/desk/waiting-work.ts'
import { sendMessage } from '#src/messages/messages.ts'
import { messages } from '#src/messages/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { makeMembership } from '../support/platform.ts'
import { courseRow } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import { limitSchools, signedIn } from '../support/staff.ts'

const waiting = (app: TestApp) => listWaitingCourses(app)

/** A school whose teacher used product A last year. */
const lastYear = async (app: TestApp) => {
  const school = await makeConsumer(app)
  const teacher = { user_id: 'teach', roles: 'Instructor', lis_person_name_full: 'Mx Lee' }
  await makeCourse(app, school.id, ['A'], { contextId: 'old', title: 'ASL 101 Fall 2025' })
  await launch(app, school.key, { context_id: 'old', context_title: 'ASL 101 Fall 2025', ...teacher })
  return { school, teacher }
}

t.test("lists launched courses without products, and activates last year's products in one call", async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'support')
  const { school, teacher } = await lastYear(app)
  t.strictSame(await waiting(app), [])
  await makeCourse(app, school.id, [], { contextId: 'nobody came' })
  await launch(app, school.key, { context_id: 'new', context_title: 'ASL 101 Fall 2026', ...teacher })
  for (const user_id of ['ana', 'ben'])
    await launch(app, school.key, { context_id: 'new', context_title: 'ASL 101 Fall 2026', user_id })
  const [course, ...more] = await waiting(app)
  t.strictSame(more, [])
  t.match(course, {
    contextId: 'new',
    version: '1.1',
    school: school.name,
    teachers: ['Mx Lee'],
    students: 2,
    suggestion: {
      products: [{ productCode: 'A' }],
      because: /^Same as “ASL 101 Fall 2025” \(since \d\d\/\d\d\/\d\d\): the same name or label, the same teacher$/,
    },
  })
  const productIds = course?.suggestion?.products.map(p => p.id) ?? []
  const activate = () => activateWaitingCourses(app, [{ courseId: course?.id ?? 0, productIds }], me.staff)
  const both = (await Promise.all([activate(), activate()])).flatMap(done => (done.ok ? [done] : []))
  t.strictSame(both.map(b => b.activated.length).sort(), [0, 1], 'only one of two parallel requests activates it')
  t.strictSame(both.map(b => b.late.length).sort(), [0, 1], 'and the other one says so')
  t.strictSame(await waiting(app), [])
  const lines = (await app.db.orm.select().from(audit)).filter(a => a.action === 'activate-course')
  t.match(lines, [{ before: { products: [] }, after: { products: ['A'] } }])
  const { lti_courses } = (await me.call('GET', '/twa/get_lti_courses/new')).data
  t.equal(lti_courses[0].lti_activations.length, 1)
})

t.test('refuses activation without courses, without products or with unknown ones', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school } = await lastYear(app)
  await launch(app, school.key, { context_id: 'new' })
  const [course] = await waiting(app)
  const courseId = course?.id ?? 0
  t.match(await activateWaitingCourses(app, [], me.staff), { reason: 'no_course_chosen' })
  t.match(await activateWaitingCourses(app, [{ courseId, productIds: [] }], me.staff), { reason: 'no_product_chosen' })
  t.match(await activateWaitingCourses(app, [{ courseId, productIds: [4711] }], me.staff), {
    reason: 'product_not_found',
  })
  const viewer = await signedIn(app, 'viewer')
  await t.rejects(activateWaitingCourses(app, [], viewer.staff), /Your role does not allow this/)
  t.equal((await waiting(app)).length, 1)
})

t.test('with two products for an LTI 1.3 course nothing in the list is activated', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, [], { contextId: 'new' })
  await launch(app, school.key, { context_id: 'new', user_id: 'ana' })
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')]
  await makeMembership(app, [])
  const [context] = await findLtiCourses(app, 'ctx-13', me.staff)
  const courses = [
    { courseId: course.id, productIds: [a.id] },
    { courseId: context?.id ?? 0, productIds: [a.id, b.id] },
  ]
  t.match(await activateWaitingCourses(app, courses, me.staff), { reason: 'one_product_only' })
  t.match((await findLtiCourses(app, 'new', me.staff))[0], { products: [] })
  const lti_course = { product_ids: [a.id, b.id] }
  const answer = await me.call('POST', '/twa/activate_lti_course/ctx-13', { lti_course })
  t.match(answer, { status: 422, data: { error: 'An LTI 1.3 course has one product.' } })
})

t.test("default products apply from a course's first launch, even with parallel launches", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const a = await makeProduct(app, 'A')
  const set = async (productIds: number[], by = me) => setDefaultProducts(app, school.schoolId, productIds, by.staff)
  await set([a.id])
  await set([a.id])
  t.equal((await app.db.orm.select().from(audit)).length, 1, 'saving the same again leaves no audit line')
  t.match(await listSchoolDefaults(app.db, [school.schoolId]), [
    { name: school.name, products: [{ productCode: 'A' }] },
  ])
  await Promise.all(
    ['t', 'ana', 'ben', 'eve'].map(user_id =>
      launch(app, school.key, { context_id: 'new', user_id, roles: user_id === 't' ? 'Instructor' : 'Learner' }),
    ),
  )
  t.strictSame(await waiting(app), [])
  const [course] = (await me.call('GET', '/twa/get_lti_courses/new')).data.lti_courses
  t.match(course.products, [{ product_code: 'A' }])
  t.equal(course.lti_activations.length, 1)
  await t.rejects(set([], await signedIn(app, 'support')), /Your role does not allow this/)
  t.match(await set([4711]), { reason: 'product_not_found' })
  await me.call('POST', '/twa/activate_lti_course/new', { lti_course: { product_ids: [] }, confirm: true })
  await launch(app, school.key, { context_id: 'new', user_id: 'zoe' })
  t.strictSame(
    (await me.call('GET', '/twa/get_lti_courses/new')).data.lti_courses[0].products,
    [],
    'a course that staff emptied stays empty',
  )
})

t.test(
  'a free default product gives the first student access, and an LTI 1.3 course gets only a single default',
  async t => {
    const app = await testApp(t)
    const me = await signedIn(app)
    const school = await makeConsumer(app)
    const [free, b] = [await makeProduct(app, 'FREE', { name: 'zfree' }), await makeProduct(app, 'B')]
    await setDefaultProducts(app, school.schoolId, [free.id], me.staff)
    const { token } = await launch(app, school.key, { context_id: 'new' })
    t.equal((await me.call('POST', '/twa/get_enrollment', { token })).data.lti_enrollment.source, 'free')
    const platform = await practicePlatform(t, app)
    const set = (productIds: number[], id = platform.deployment.schoolId!) =>
      setDefaultProducts(app, id, productIds, me.staff)
    const open = async (id: string) => {
      await launch13(app, platform, { [`${C}context`]: { id } })
      return (await courseRow(app, id)).id
    }
    const productsOf = async (id: number) => (await findCourseById(app, id, me.staff))?.products.map(p => p.productCode)
    t.match(await set([free.id, b.id]), { ok: true }, 'for courses of LTI 1.1')
    t.strictSame(await productsOf(await open('several')), [])
    t.match(await set([b.id]), { ok: true })
    t.strictSame(await productsOf(await open('one')), ['B'])
    t.match(await set([], 4711), { reason: 'school_not_found' })
  },
)

t.test('mails staff once about each waiting course, all in one message', async t => {
  const app = await testApp(t)
  await signedIn(app, 'manager', 'boss@example.com')
  await signedIn(app, 'viewer', 'looks@example.com')
  const school = await makeConsumer(app)
  const tell = () => notifyWaitingCourses(app)
  await tell()
  t.strictSame(await app.db.orm.select().from(messages), [])
  await launch(app, school.key, { context_id: 'one', context_title: 'ASL One' })
  await launch(app, school.key, { context_id: 'two', context_title: 'ASL Two' })
  await Promise.all([tell(), tell()])
  await tell()
  const sent = await app.db.orm.select().from(messages)
  t.match(sent, [{ kind: 'waiting', recipient: 'boss@example.com' }])
  t.equal(sent.length, 1)
  await sendMessage(app, sent[0]!.id)
  t.equal(app.mails[0]?.subject, '2 courses need a product')
  t.match(app.mails[0]?.text, 'ASL One')
  t.match(app.mails[0]?.text, '1 student waiting')
  t.match(app.mails[0]?.text, 'http://localhost:3000/')
  t.ok((await courseRow(app, 'one')).waitingToldAt)
})

t.test('mails a role for some schools about their courses alone, with a page that it may open', async t => {
  const app = await testApp(t)
  const [here, there, none] = [await makeConsumer(app), await makeConsumer(app), await makeConsumer(app)]
  const limited = async (email: string, schoolId: number) => {
    const me = await signedIn(app, 'support', email)
    await limitSchools(app.db, { email, schoolIds: [schoolId] })
    return me
  }
  const me = await limited('here@example.com', here.schoolId)
  await limited('none@example.com', none.schoolId)
  await launch(app, here.key, { context_id: 'one', context_title: 'ASL One' })
  await launch(app, there.key, { context_id: 'two', context_title: 'ASL Two' })
  await notifyWaitingCourses(app)
  const sent = await app.db.orm.select().from(messages)
  t.strictSame(
    sent.map(m => m.recipient),
    ['here@example.com'],
  )
  await sendMessage(app, sent[0]!.id)
  const text = app.mails[0]?.text ?? ''
  t.match(text, 'ASL One')
  t.notMatch(text, 'ASL Two')
  t.notMatch(text, 'more')
  const [, path = ''] = text.match(/http:\/\/localhost:3000(\/\S+)/) ?? []
  t.equal((await me.open(path)).status, 200, path)
})

t.test('suggests the default products of a school that were set after its course came', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')]
  const school = await makeConsumer(app)
  await launch(app, school.key, { context_id: 'by 1.1' })
  const { deployment } = await makeMembership(app, [])
  await setDefaultProducts(app, school.schoolId, [a.id], me.staff)
  await setDefaultProducts(app, deployment.schoolId!, [b.id], me.staff)
  const suggested = (await waiting(app)).map(c => [c.version, c.suggestion?.products.map(p => p.productCode)])
  t.strictSame(suggested.sort(), [
    ['1.1', ['A']],
    ['1.3', ['B']],
  ])
})

t.test('an activated course is marked, and one that waits or was only launched is not', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'has a product' })
  const emptied = await makeCourse(app, school.id, [], { contextId: 'emptied' })
  await app.db.client.query("insert into activations (course_id, product_ids, activated_at) values ($1, '{}', now())", [
    emptied.id,
  ])
  await launch(app, school.key, { context_id: 'waits' })
  await markActivatedCourses(app)
  await markActivatedCourses(app)
  const { rows } = await app.db.client.query('select context_id from courses where was_activated order by context_id')
  t.strictSame(
    rows.map(row => row.context_id),
    ['emptied', 'has a product'],
  )
  t.strictSame(
    (await listWaitingCourses(app)).map(c => c.contextId),
    ['waits'],
  )
})

t.test('marks more courses than fit in one statement', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { id } = await makeCourse(app, school.id, ['A'])
  await app.db.client.query(
    `with made as (insert into courses (school_id, consumer_id, context_id, join_token)
       select $3, $1, 'made-' || n, 'c_made' || n from generate_series(1, 1500) n returning id)
     insert into course_products (course_id, product_id)
     select made.id, cp.product_id from made, course_products cp where cp.course_id = $2`,
    [school.id, id, school.schoolId],
  )
  await markActivatedCourses(app)
  const { rows } = await app.db.client.query('select count(*)::int as n from courses where not was_activated')
  t.equal(rows[0].n, 0)
})
