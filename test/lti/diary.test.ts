import t from 'tap'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { findLaunch, listLaunchRows } from '#src/lti/launch-diary.ts'
import { launchDiary } from '#src/lti/store/schema.ts'
import { testApp } from '../support/app.ts'
import { referenceOf, textOf } from '../support/html.ts'
import { C, launch13, login13, practicePlatform, ROLE } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { LAUNCH_URL, launch, launchFields, makeConsumer, postLaunch, secondsOf } from '../support/school.ts'
import { formBody, signPairs } from '../support/sign.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const listQuery = { words: '', filters: {}, sort: 'newest', after: null, most: 10, counts: true }

const scene = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'River High' })
  const platform = await practicePlatform(t, app, { deployment: { name: 'Lake College' } })
  const find = async (reference: string) => {
    const look = () => findLaunch(app, reference)
    await until('the diary has it', async () => (await look()) !== null)
    return (await look())!
  }
  return { app, me, school, platform, find }
}

t.test('the reference on an error page finds the launch, even typed carelessly', async t => {
  const { app, school, platform, find, me } = await scene(t)
  const wrong = await launch(app, school.key, {}, { secret: 'wrong', timestamp: secondsOf(app) - 20 })
  const mail = `mailto:support@signbook.example?subject=Signbook%20${referenceOf(wrong.body)}`
  t.match(wrong.body, `href="${mail}"`, 'the mail link quotes the reference')
  const record = await find(referenceOf(wrong.body).toLowerCase().replace('-', ' '))
  t.hasStrict(record, {
    version: '1.1',
    outcome: 'signature',
    school: 'River High',
    consumerKey: school.key,
    contextId: 'ctx-1',
    skewSeconds: -20,
  })
  const old = await launch13(app, platform, { exp: 1, iat: secondsOf(app) - 700 })
  t.hasStrict(await find(referenceOf(old.body)), {
    version: '1.3',
    outcome: 'token-time',
    issuer: platform.base,
    clientId: 'client-1',
    deploymentId: '1',
    school: 'Lake College',
    skewSeconds: -700,
  })
  const waits = await launch13(app, platform, { [`${C}deployment_id`]: 'new' })
  t.hasStrict(await find(referenceOf(waits.body)), { outcome: 'deployment', deploymentId: 'new' })
  const unknown = await login13(app, platform, { iss: 'https://nobody.example' })
  t.hasStrict(await find(referenceOf(unknown.body)), { outcome: 'unknown-platform', issuer: 'https://nobody.example' })
  t.equal(await findLaunch(app, 'AAAAA-AAAAA'), null)
  t.match((await me.open(`/launches?reference=${referenceOf(wrong.body)}`)).body, 'could not be verified')
})

t.test('lists accepted launches too, by school', async t => {
  const { app, school, platform } = await scene(t)
  await launch(app, school.key)
  await launch13(app, platform)
  const list = async (filters: Record<string, string> = {}, words = '') =>
    (await listLaunchRows(app.db, { ...listQuery, filters, words })).rows
  await until('both are written', async () => (await list()).length === 2)
  const river = [{ outcome: 'pay', school: 'River High', version: '1.1' }]
  const lake = [{ outcome: 'pay', school: 'Lake College', version: '1.3' }]
  t.hasStrict(await list(), [...lake, ...river])
  t.hasStrict(await list({}, school.key), river)
  t.hasStrict(await list({ school: String(school.schoolId) }), river)
  t.hasStrict(await list({ school: String(platform.deployment.schoolId) }), lake)
  t.strictSame(await list({ school: '999' }), [])
  t.strictSame(await list({ outcome: 'refused' }), [])
})

t.test('keeps the base string of a wrong signature without personal data', async t => {
  const { app, school, find } = await scene(t)
  const over = {
    user_id: 'user-4711',
    lis_person_sourcedid: 'sis:4711',
    custom_student_name: 'Ana Secret',
    ext_user_username: 'anas',
    lis_result_sourcedid: 'key-to-a-grade',
  }
  const { body } = await launch(app, school.key, over, { secret: 'wrong' })
  const { baseString: text } = await find(referenceOf(body))
  t.match(text, /^POST&http%3A%2F%2Flocalhost%3A3000%2Flti%2Flaunch&/)
  for (const part of [
    'context_id%3Dctx-1',
    'roles%3DLearner',
    'user_id%3D%25289%2529',
    'lis_person_contact_email_primary',
  ])
    t.match(text, part)
  for (const secret of ['4711', 'Secret', 'anas', 'ana-', 'key-to-a-grade', 'I%25CC', '%C3%8D'])
    t.notMatch(text, secret)
  const k12 = await makeConsumer(app, { isK12: true })
  const young = await launch(app, k12.key, over, { secret: 'wrong' })
  t.equal((await find(referenceOf(young.body))).baseString, null, 'none for K-12')
  const late = await launch(app, school.key, over, { timestamp: secondsOf(app) - 999 })
  t.equal((await find(referenceOf(late.body))).baseString, null, 'none when the signature is not at fault')
})

t.test('deletes entries after thirty days', async t => {
  const { app, school } = await scene(t)
  await launch(app, school.key)
  await until('written', async () => (await app.db.orm.select().from(launchDiary)).length === 1)
  app.clock.advance(30 * 24 * 60 * 60 * 1000 - 1000)
  await deleteExpired(app)
  t.equal((await app.db.orm.select().from(launchDiary)).length, 1)
  app.clock.advance(2000)
  await deleteExpired(app)
  t.equal((await app.db.orm.select().from(launchDiary)).length, 0)
})

t.test('?check shows a teacher everything and starts nothing', async t => {
  const { app, school, platform } = await scene(t)
  const url = `${LAUNCH_URL}?check`
  const post = (over: Record<string, string>, secret = 'secret') => {
    const signed = signPairs(url, launchFields(school.key, over), { secret, timestamp: secondsOf(app) + 90 })
    return postLaunch(app, formBody(signed), '/lti/launch?check')
  }
  const good = await post({ roles: 'Instructor', custom_user_email: '$Person.email.primary' })
  t.equal(good.status, 200)
  const text = textOf(good.body)
  for (const says of [
    'This launch is good',
    'It opens the teacher page',
    'fill in the variable in custom_user_email',
    'The clock of the LMS is 90 seconds ahead of ours',
    'Your LMS did not send the end date of the term',
    'Your LMS did not send an address for grades',
    'oauth_signature (not shown)',
  ])
    t.match(text, says)
  t.equal(await countOf(app, 'courses'), 0, 'nothing is written')
  const again = await postLaunch(app, good.posted, '/lti/launch?check')
  t.equal(again.status, 401, 'the nonce is used up anyway')
  const wrong = await post({ roles: 'Instructor', context_id: '' }, 'wrong')
  t.equal(wrong.status, 401)
  for (const says of ['The link could not be verified', 'context_id is missing', 'What your LMS sent'])
    t.match(textOf(wrong.body), says)
  t.match((await post({})).location, /^\/lti\/pay/, "a student's launch works as usual")

  const teach = { [`${C}roles`]: [`${ROLE}Administrator`] }
  const target = { [`${C}target_link_uri`]: 'http://localhost:3000/lti/launch?check' }
  const by13 = await launch13(app, platform, { ...teach, ...target, email: undefined })
  t.equal(by13.status, 200)
  for (const says of [
    'This launch is good',
    'Role administrator',
    'Your LMS did not send an email',
    'an address for the class list',
  ])
    t.match(textOf(by13.body), says)
  const bad13 = await launch13(app, platform, {
    ...teach,
    [`${C}custom`]: { check: '1' },
    [`${C}context`]: undefined,
    exp: 1,
  })
  t.equal(bad13.status, 401)
  for (const says of ['too old or too early', 'claim/context is missing']) t.match(textOf(bad13.body), says)
})
