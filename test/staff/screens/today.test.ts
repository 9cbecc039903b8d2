import t from 'tap'
import { couponBatches } from '#src/access/store/schema/coupons.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import { switchPlatform } from '#src/schools/platforms.ts'
import { registrationInvites } from '#src/schools/store/schema.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { makePlatform } from '../../support/platform.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

/** Today: what waits for staff. */
const DAY_MS = 24 * 3600_000
const inDays = (app: TestApp, days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)

t.test('an office without work says so', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { body } = await me.open('/today')
  t.match(textOf(body), 'Nothing waits. All is done.')
  t.match(textOf(body), 'Figures of launches, access and sales appear here within ten minutes of the first ones.')
  t.equal(body.match(/<figure.*?<figcaption.*?<svg.*?<table.*?<\/figure>/gs)?.length, 4, 'before there are any, too')
})

t.test('lists each kind of work, counts it in the menu, and offers the usual step', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await launch(app, school.key, { context_id: 'new', context_title: 'Evening ASL' })
  await app.db.orm
    .insert(helpRequests)
    .values({ email: 'ana@school.example', text: 'My code is torn', facts: {}, at: inDays(app, -1) })
  await makePlatform(app, { deployment: { status: 'waiting', seenTitle: 'ASL at night' } })
  const text = textOf((await me.open('/today')).body)
  t.match(text, /Courses without a product 1 .*Evening ASL/s)
  t.match(text, /Help requests 1 .*ana@school\.example.*My code is torn/s)
  t.match(text, /Deployments to approve 1 .*ASL at night/s)
  t.match(
    textOf((await me.open('/course')).body),
    'Today : 1 course without a product, 1 help request, 1 deployment to approve.',
  )
})

t.test('a list that is cut says so, and Today counts what it does not list', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const { schoolId, id } = school
  await app.db.client.query(
    `with c as (insert into courses (school_id, consumer_id, context_id, title, join_token)
         select $1, $2, 'c' || n, 'Course ' || n, 'c_' || n from generate_series(1, 203) n returning id),
       p as (insert into people (consumer_id, lti_user_id) values ($2, 'ana') returning id)
     insert into entitlements (kind, course_id, person_id, token, session_id, created_at)
       select 'enrollment', c.id, p.id, 'e_' || c.id, gen_random_uuid(), $3 from c, p`,
    [schoolId, id, app.clock.now()],
  )
  const today = textOf((await me.open('/today')).body)
  t.match(today, /Courses without a product 203 /)
  t.match(today, /200 more .*3 others are not listed here\./s)
  t.match(
    textOf((await me.open('/waiting_courses')).body),
    'At most 200 courses are listed: those with the most people.',
  )
})

t.test('an LMS that registered itself waits until a manager switches it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { platform } = await makePlatform(app, { domain: 'new.example', isActive: false })
  await makePlatform(app, { domain: 'old.example', isActive: false })
  await app.db.orm.insert(registrationInvites).values({
    tokenHash: 'x',
    note: 'Kim at New School',
    expiresAt: inDays(app, 7),
    platformId: platform.id,
  })
  const text = textOf((await me.open('/today')).body)
  t.match(text, /Registrations to switch on 1 .*new\.example.*Invited: Kim at New School/s)
  t.notMatch(text, 'old.example', 'one that staff made is not a registration')
  t.notMatch(textOf((await (await signedIn(app, 'support')).open('/today')).body), 'new.example', 'only managers may')
  await me.call('POST', `/api/lti_platforms/${platform.id}/switch`, { is_active: true })
  await switchPlatform(app, platform.id, { isActive: false }, me.staff, 'Asked by the school')
  t.notMatch(textOf((await me.open('/today')).body), 'new.example', 'a decision was made')
})

t.test('names what ends within two weeks: access, sign-up, codes with and without a batch', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { title: 'Closes soon', expiresAt: inDays(app, 3) })
  await makeCourse(app, school.id, ['A'], { title: 'Closes late', expiresAt: inDays(app, 30) })
  const product = await makeProduct(app, 'A')
  const [batch] = await app.db.orm
    .insert(couponBatches)
    .values({ productId: product.id, size: 1, note: 'Spring order' })
    .returning()
  await makeCode(app, 'A', { batchId: batch!.id, maxUsage: 10, used: 4, expiresAt: inDays(app, 5) })
  for (const days of [6, 7]) await makeCode(app, 'A', { maxUsage: 2, used: 1, expiresAt: inDays(app, days) })
  await makeCode(app, 'A', { used: 1, expiresAt: inDays(app, 6) })
  await makeCode(app, 'A', { isTest: true, expiresAt: inDays(app, 6) })
  const text = textOf((await me.open('/today')).body)
  t.match(text, /Sign-up closes within 14 days 1 .*Closes soon/s)
  t.notMatch(text, 'Closes late')
  t.match(text, /Codes expire within 14 days 2 .*Spring order.*6 unused.*A, without a batch.*2 unused/s)
})

t.test('a role for some schools is not shown the work of all', async t => {
  const app = await testApp(t)
  const me = await signedIn(app, 'signer')
  t.equal((await me.open('/today')).status, 403)
})
