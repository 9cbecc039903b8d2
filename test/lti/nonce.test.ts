import t from 'tap'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { headingOf } from '../support/html.ts'
import { launch, makeConsumer, postLaunch, secondsOf } from '../support/school.ts'
import { size } from '../support/size.ts'

const SECOND = 1000

t.test('refuses all parallel replays of a launch', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { status, posted } = await launch(app, school.key)
  t.equal(status, 303)
  const replays = await Promise.all(Array.from({ length: 20 }, () => postLaunch(app, posted)))
  t.ok(
    replays.every(
      r => r.status === 401 && headingOf(r.body) === "We couldn't open your course: this link was already used",
    ),
  )
})

t.test('accepts one launch once when it is sent many times in parallel to two processes', async t => {
  const url = await freshDatabaseUrl(t)
  const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
  const [one, two] = apps
  const school = await makeConsumer(one!)
  for (const roles of ['Learner', 'Instructor', 'Observer']) {
    const { posted } = await launch(one!, school.key, { roles }, { timestamp: secondsOf(one!) + 1000 })
    for (const app of apps) app.clock.advance(1000 * SECOND)
    const count = size(20, 200)
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => postLaunch(apps[i % 2]!, posted)))
    const passed = answers.filter(a => a.status === 303 || a.status === 200)
    t.equal(passed.length, 1, `${roles}: one of ${count} passes`)
    t.equal(answers.filter(a => a.status === 401).length, count - 1)
    t.equal((await postLaunch(two!, posted)).status, 401, 'and none later')
  }
})

t.test('schools do not share nonces', async t => {
  const app = await testApp(t)
  const schools = [await makeConsumer(app), await makeConsumer(app)]
  for (const school of schools) t.equal((await launch(app, school.key, {}, { nonce: 'same' })).status, 303)
  for (const school of schools) t.equal((await launch(app, school.key, {}, { nonce: 'same' })).status, 401)
})

t.test('a refused launch does not use up its nonce', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const nonce = 'kept'
  for (const over of [{ lti_version: 'LTI-9' }, { context_id: '' }] as Record<string, string>[]) {
    t.equal((await launch(app, school.key, over, { nonce })).status, 400)
  }
  t.equal((await launch(app, school.key, {}, { nonce, secret: 'wrong' })).status, 401)
  t.equal((await launch(app, school.key, {}, { nonce })).status, 303)
})

t.test('remembers a nonce as long as its launch is valid', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const early = await launch(app, school.key, {}, { timestamp: secondsOf(app) + 300 })
  t.equal(early.status, 303)
  for (const seconds of [1, 299, 300]) {
    app.clock.advance(seconds * SECOND)
    await deleteExpired(app)
    const again = await postLaunch(app, early.posted)
    t.equal(again.status, 401, `${seconds} s later`)
    t.equal(headingOf(again.body), "We couldn't open your course: this link was already used")
  }
  app.clock.advance(1000 * SECOND)
  await deleteExpired(app)
  const { rows } = await app.db.client.query('select count(*) from nonces')
  t.equal(rows[0].count, 0, 'deleted afterwards')
})
