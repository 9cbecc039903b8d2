import t from 'tap'
import { findDeployment } from '#src/schools/deployments.ts'
import { updateSchool } from '#src/schools/schools.ts'
import { deployments, registrationInvites } from '#src/schools/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { deploymentRows, messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'

const named = (name: string) => ({ [`${C}tool_platform`]: { name } })
const nameIn13 = async (app: TestApp) => (await deploymentRows(app))[0]?.school
const nameOf = async (me: Me, key: string) =>
  (await me.call('POST', '/twa/find_consumer', { key })).data.found_consumer_by_key.name

t.test('LTI 1.3: the first name of the LMS names a school that has none, and staff can change it', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const me = await signedIn(app)
  const email = 'noe@school.example'
  const open = (over: object = {}) => launch13(app, platform, { sub: 'noe', email, ...over })
  await open()
  t.equal(await nameIn13(app), platform.platform.domain)
  await Promise.all([open(named('River High')), open(named('River High'))])
  t.equal(await nameIn13(app), 'River High')
  const { token } = await open(named('Another name'))
  await open(named(' '))
  t.equal(await nameIn13(app), 'River High', 'a known name stays')
  await makeProduct(app, 'A')
  await me.call('POST', '/twa/activate_course', { token, product_code: 'A' })
  await redeem(app, token, await makeCode(app, 'A'))
  const page = await app.server.inject(`/lti_success?token=${token}`)
  t.notMatch(textOf(page.body), platform.platform.domain)
  t.match(await messagesTo(app, email), [{ data: { school: 'River High' } }])
  const [deployment] = await deploymentRows(app)
  await updateSchool(app, deployment?.schoolId ?? 0, { name: 'River High School' }, me.staff)
  await open(named('River High'))
  t.equal(await nameIn13(app), 'River High School')
})

t.test('LTI 1.3: the name of the invitation comes first', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app, { approvesFirst: true })
  const me = await signedIn(app)
  t.match(textOf((await me.open('/platforms')).body), 'Name of the school')
  t.match(await me.send('/platforms', { note: ' ', intent: 'invite' }), {
    status: 422,
    body: 'Enter the name of the school.',
  })
  await me.send('/platforms', { note: 'Lake College', intent: 'invite' })
  await app.db.orm.update(registrationInvites).set({ platformId: platform.platform.id })
  await app.db.orm.delete(deployments)
  t.equal((await launch13(app, platform, named('lake.example'))).status, 303)
  t.equal(await nameIn13(app), 'Lake College')
})

t.test('LTI 1.3: the name that an LMS sends is no identity', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeConsumer(app, { name: 'River High' })
  const first = await practicePlatform(t, app, { approvesFirst: true, clientId: 'c1' })
  await app.db.orm.delete(deployments)
  t.equal((await launch13(app, first, named('River High'))).status, 303)
  const { domain } = first.platform
  t.equal(await nameIn13(app), `River High (${domain})`, 'a new school, though one has this name')
  const known = await practicePlatform(t, app, { clientId: 'c2' })
  await launch13(app, known, named('river high'))
  const of = async (id: number) => (await findDeployment(app.db, id))?.school
  t.equal(await of(known.deployment.id), known.platform.domain, 'a name in use names no other school')
  t.equal(await nameOf(me, (await makeConsumer(app, { name: 'Lake' })).key), 'Lake')
})

t.test('LTI 1.1: the LMS names a school whose name is its key', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [known, bare, other] = [
    await makeConsumer(app, { key: 'known', name: 'Known School' }),
    await makeConsumer(app, { key: 'bare', name: 'Bare' }),
    await makeConsumer(app, { key: 'other', name: 'other' }),
  ]
  const open = (key: string, name: string) => launch(app, key, { tool_consumer_instance_name: name })
  await open(known.key, 'Moodle')
  t.equal(await nameOf(me, known.key), 'Known School')
  await open(bare.key, '')
  t.equal(await nameOf(me, bare.key), 'Bare')
  await Promise.all([open(bare.key, 'River High'), open(bare.key, 'River High')])
  t.equal(await nameOf(me, bare.key), 'River High')
  t.equal((await open(other.key, 'river high')).status, 303, 'names are unique')
  t.equal(await nameOf(me, other.key), 'other')
})

t.test('staff change the name of a consumer', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { key: 'one', name: 'School One' })
  await makeConsumer(app, { key: 'two', name: 'School Two' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const form = {
    intent: 'update',
    accepts_payment: 'yes',
    accepts_access_code: 'yes',
    passes_grades: 'yes',
  }
  t.match(await me.send(`/schools/${school.schoolId}`, { ...form, name: ' ' }), {
    status: 422,
    body: 'Enter the name of the school.',
  })
  t.match(await me.send(`/schools/${school.schoolId}`, { ...form, name: 'school two' }), {
    status: 409,
    body: 'A school with this name exists. Choose a different name.',
  })
  const done = await me.send(`/schools/${school.schoolId}`, { ...form, name: ' School of One ' })
  t.match(textOf(done.body), 'School updated.')
  t.match(textOf(done.body), 'Name: School One School of One', 'in the history')
  const { token } = await launch(app, 'one')
  t.match(textOf((await app.server.inject(`/lti/pay?token=${token}`)).body), 'School of One')
  const rename = (key: string, name: string) => me.call('POST', '/twa/update_consumer', { key, name })
  t.match(await rename('one', 'School Two'), { status: 409, data: { reason: 'consumer_name_exists' } })
  const both = await Promise.all([rename('one', 'Same'), rename('two', 'same')])
  t.strictSame(both.map(a => a.status).sort(), [200, 409], 'of two at once, one gets the name')
  t.match(await rename('one', ''), { status: 422, data: { reason: 'consumer_name_required' } })
})
