import t from 'tap'
import { testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'
import { countOf } from '../support/rows.ts'
import { makeCode, redeem } from '../support/school.ts'
import { codeTo, joinable, PASSWORD, signUp, verify } from '../support/sign-up.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const email = 'ana@school.example'

/** A course on the practice Canvas, and someone who is about to type their code. */
const setUp = async (t: Test) => {
  const clock = testClock()
  const practice = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas: practice.canvas })
  const { course } = await joinable(app, { canvasCourseId: '101', canvasDomain: CANVAS_HOST })
  const prove = async (password = PASSWORD) => {
    await signUp(app, course.joinToken, { email, password })
    return (await verify(app, course.joinToken, email, await codeTo(app, email))).lti_enrollment
  }
  const waiting = () => countOf(app, 'sign_ups where sealed_password is not null')
  const take = async () => {
    const { rows } = await app.db.client.query('select max(id) as id from sign_ups')
    await app.operations.makePlatformUser(Number(rows[0].id))
  }
  const pageOf = async (token: string) => (await app.server.inject(`/pay?token=${token}`)).body
  const { state } = practice.emulator
  return {
    ...practice,
    app,
    clock,
    state,
    course,
    prove,
    waiting,
    take,
    pageOf,
    users: () => [...state.users.values()],
  }
}

t.test('the login is made right after the code, with the password that was chosen; then it is forgotten', async t => {
  const { app, prove, waiting, users, state, pageOf } = await setUp(t)
  await prove()
  t.equal(await waiting(), 1, 'it waits for its job')
  await app.startJobs()
  await until('the login is there', () => users().length > 0)
  await until('the password is forgotten', async () => (await waiting()) === 0)
  t.match(users(), [{ login_id: email, name: 'Ana Lima', password: PASSWORD }])
  t.strictSame(state.enrollments, [], 'a place in the course comes with a code')
  const { rows } = await app.db.client.query('select token from enrollments')
  t.match(await redeem(app, rows[0].token, await makeCode(app, 'A')), { status: 'PROCESSED' })
  await until('they are in the course', () => state.enrollments[0]?.enrollment_state === 'active')
  t.equal(users().length, 1)
  const page = await pageOf(rows[0].token)
  t.match(page, 'You are already enrolled.')
  t.match(page, 'and the password you chose when you signed up')
})

t.test('a login that was there keeps its password, and the person is told', async t => {
  const { state, prove, take, users, waiting, pageOf } = await setUp(t)
  state.addUser('Ana', email, 'her own password')
  const { token } = await prove()
  await take()
  t.match(users(), [{ password: 'her own password' }])
  t.equal(await waiting(), 0)
  t.match(await pageOf(token), 'You had a login for your course before.')
})

t.test('so does one that an earlier sign-up made', async t => {
  const { prove, take, users, clock } = await setUp(t)
  await prove()
  await take()
  clock.advance(31_000)
  await prove('another Good-1 one')
  await take()
  t.match(users(), [{ password: PASSWORD }])
})

t.test('three tries in a quarter of an hour; then the login is made without a password', async t => {
  const { app, emulator, prove, take, waiting, users, state } = await setUp(t)
  const { token } = await prove()
  emulator.fail({ how: 'away', times: 3 })
  await t.rejects(take(), /503/)
  await t.rejects(take(), /503/)
  t.equal(await waiting(), 1)
  await take()
  t.equal(await waiting(), 0, 'the third failure forgets it')
  await take()
  t.strictSame(users(), [])
  await app.startJobs()
  await redeem(app, token, await makeCode(app, 'A'))
  await until('they are in the course', () => state.enrollments.length > 0)
  t.match(users(), [{ login_id: email, password: null }], 'Canvas lets them choose one')
})

t.test('after a quarter of an hour the password is not used any more', async t => {
  const { prove, take, waiting, users, clock } = await setUp(t)
  await prove()
  clock.advance(15 * 60_000 + 1)
  await take()
  t.strictSame(users(), [])
  t.equal(await waiting(), 0)
})

t.test('whichever job comes first, the chosen password counts, once', async t => {
  const { app, prove, take, waiting, users, emulator } = await setUp(t)
  const { token } = await prove()
  await redeem(app, token, await makeCode(app, 'A'))
  const { rows } = await app.db.client.query('select id from enrollments')
  await app.operations.bringToCanvas(Number(rows[0].id))
  t.equal(await waiting(), 0)
  await take()
  t.match(users(), [{ password: PASSWORD }])
  t.equal(emulator.requests.filter(r => r.method === 'POST' && r.path.endsWith('/users')).length, 1)
})

t.test('an answer that is lost on the way makes no second login', async t => {
  const { emulator, prove, take, users, pageOf } = await setUp(t)
  const { token } = await prove()
  emulator.fail({ how: 'lost', only: 'POST /api/v1/accounts/1/users' })
  await t.rejects(take())
  await take()
  t.match(users(), [{ password: PASSWORD }])
  t.notMatch(await pageOf(token), 'You had a login for your course before.')
})
