import { randomUUID } from 'node:crypto'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { createCanvasUser, syncCanvasEnrollment } from '#src/canvas/canvas-people.ts'
import { mintToken } from '#src/core/crypto.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { listFailedJobs, retryJob } from '#src/desk/failed-jobs.ts'
import { testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { countOf, messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { codeTo, joinable, PASSWORD, signUp, verify } from '../support/sign-up.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const setUp = async (t: Test, createdVia: 'launch' | 'sign_up' = 'sign_up') => {
  const clock = testClock()
  const practice = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas: practice.canvas })
  const school = await makeConsumer(app, { isHosted: true })
  const course = await makeCourse(app, school.id, ['A'], { canvasCourseId: '101', canvasDomain: CANVAS_HOST })
  const email = 'ana@school.example'
  const [person] = await app.db.orm
    .insert(people)
    .values({ email, name: 'Ana Lee', emailVerifiedAt: clock.now() })
    .returning()
  const token = mintToken('e')
  const keys = { courseId: course.id, personId: person!.id, token, sessionId: randomUUID() }
  const [row] = await app.db.orm
    .insert(entitlements)
    .values({ ...keys, kind: 'enrollment', createdVia })
    .returning()
  const enter = async () => redeem(app, token, await makeCode(app, 'A'))
  const set = (processed: boolean) => setProcessed(app, { token, processed }, colleague)
  const bring = () => syncCanvasEnrollment(app, row!.id)
  const { state, requests } = practice.emulator
  const posts = () => requests.filter(r => r.method === 'POST').map(r => r.path.split('/').at(-1))
  const states = () => state.enrollments.map(e => e.enrollment_state)
  return { ...practice, app, clock, school, course, email, token, enter, set, bring, posts, states, state }
}

t.test(
  'a person who signed up and paid gets a Canvas login and an enrollment, which pauses when they lose access',
  async t => {
    const { app, enter, set, state, states, email } = await setUp(t)
    await app.startJobs()
    t.match(await enter(), { status: 'PROCESSED' })
    await until('they are enrolled', () => states()[0] === 'active')
    t.match([...state.users.values()], [{ login_id: email, name: 'Ana Lee' }])
    await set(false)
    await until('the enrollment is inactive', () => states()[0] === 'inactive')
    await set(true)
    await until('the enrollment is active again', () => states()[0] === 'active')
    t.equal(states().length, 1)
  },
)

t.test('a Canvas outage never blocks the student: the job waits, and staff see it', async t => {
  const { app, emulator, enter, states } = await setUp(t)
  emulator.fail({ how: 'away', times: 3 })
  await app.startJobs()
  t.match(await enter(), { status: 'PROCESSED' })
  const job = await until('staff see the job', async () => (await listFailedJobs(app.db))[0])
  t.match(job, { name: 'canvas-enrollment', state: 'waiting', problem: 'Canvas answered 503' })
  t.ok(job.attempts >= 1, 'staff see when it is tried next')
  while (!states().length) {
    for (const { id } of await listFailedJobs(app.db)) await retryJob(app, id, colleague)
    await new Promise(done => setTimeout(done, 50))
  }
  t.strictSame(states(), ['active'])
})

t.test('a course that has ended in Canvas is told to the student, until it is open again', async t => {
  const { app, state, enter, states, token } = await setUp(t)
  state.course('101')!.workflow_state = 'completed'
  await app.startJobs()
  t.match(await enter(), { status: 'PROCESSED' })
  await until('staff see the job', async () => (await listFailedJobs(app.db))[0])
  const pages = [`/pay?token=${token}&step=thank_you`, `/enroll?token=${token}`]
  const shown = async (url: string) => textOf((await app.server.inject({ url })).body)
  for (const url of pages) {
    t.match(await shown(url), /Your course has ended\..*Canvas lets no one join it any more\./s, url)
    t.notMatch(await shown(url), /You are in!|Open your course|is ready|Congratulations|is complete/, url)
  }
  state.course('101')!.workflow_state = 'available'
  for (const { id } of await listFailedJobs(app.db)) await retryJob(app, id, colleague)
  await until('they are enrolled', () => states()[0] === 'active')
  await until('the page says so', async () => (await shown(pages[0]!)).includes('is ready'))
})

t.test('an existing login keeps its password', async t => {
  const { state, enter, bring, posts, email, states } = await setUp(t)
  state.addUser('Ana', email, 'her own password')
  await enter()
  await bring()
  t.strictSame(posts(), ['enrollments'])
  t.match([...state.users.values()], [{ password: 'her own password' }])
  t.strictSame(states(), ['active'])
})

t.test('makes one login and one enrollment, despite repeated and parallel jobs and lost answers', async t => {
  for (const lost of ['POST /api/v1/accounts/1/users', 'POST /api/v1/courses/101/enrollments']) {
    const { emulator, app, enter, bring, posts, states, state } = await setUp(t)
    await enter()
    emulator.fail({ how: 'lost', only: lost })
    await t.rejects(bring(), lost)
    await Promise.allSettled(Array.from({ length: 6 }, bring))
    await bring()
    t.strictSame(posts(), ['users', 'enrollments'])
    t.equal(state.users.size, 1)
    t.strictSame(states(), ['active'])
    const { rows } = await app.db.client.query('select existed, chosen from canvas_users')
    t.strictSame(rows, [{ existed: false, chosen: false }], 'recorded as ours although its answer was lost')
  }
})

t.test('an enrollment whose answer was lost is found and deactivated when the person loses access', async t => {
  const { emulator, enter, set, bring, states } = await setUp(t)
  await enter()
  emulator.fail({ how: 'lost', only: 'POST /api/v1/courses/101/enrollments' })
  await t.rejects(bring())
  await set(false)
  await bring()
  t.strictSame(states(), ['inactive'])
})

t.test('does nothing in Canvas for people who came by a launch', async t => {
  const born = await setUp(t, 'launch')
  await born.enter()
  await born.bring()
  const { token } = await launch(born.app, born.school.key, { context_id: born.course.contextId })
  await redeem(born.app, token, await makeCode(born.app, 'A'))
  const { rows } = await born.app.db.client.query("select name from pgboss.job where name like 'canvas%'")
  t.strictSame(rows, [])
  t.strictSame(born.emulator.requests, [])
})

/** A person who signed up over the API, up to the verified address. */
const joins = async (t: Test, given: { canvasDomain?: string } = {}) => {
  const clock = testClock()
  const practice = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas: practice.canvas })
  const { course } = await joinable(app, { canvasCourseId: '101', canvasDomain: CANVAS_HOST, ...given })
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const prove = async () => verify(app, course.joinToken, email, await codeTo(app, email))
  const users = () => [...practice.emulator.state.users.values()]
  const waiting = () => countOf(app, 'sign_ups where sealed_password is not null')
  const mail = (subject: RegExp) => app.mails.find(m => m.to === email && subject.test(m.subject))
  const again = (password: string) => signUp(app, course.joinToken, { email, password })
  return { ...practice, app, clock, email, prove, again, users, waiting, mail }
}

t.test('the login is made once, right after verification, with the chosen password', async t => {
  const { app, emulator, email, prove, users, waiting, mail } = await joins(t)
  const { token } = (await prove()).lti_enrollment
  await app.startJobs()
  await until('the login exists', () => users().length === 1)
  t.match(users(), [{ login_id: email, name: 'Ana Lima', password: PASSWORD }])
  await until('the password is deleted', async () => (await waiting()) === 0)
  t.strictSame(emulator.state.enrollments, [], 'nobody is enrolled before they have access')
  await redeem(app, token, await makeCode(app, 'A'))
  const ready = await until('they are told', () => mail(/^Your course is ready/))
  t.match(ready.text.replace(/\s+/g, ' '), 'Use the password you chose when you signed up.')
  const welcome = await until('they are welcomed', () => mail(/^You are in/))
  t.match(welcome.text.replace(/\s+/g, ' '), 'We will email you again when the course opens for you.')
  t.equal(users().length, 1)
  t.equal(emulator.state.enrollments.length, 1)
})

t.test('after an outage the enrollment job uses the waiting password', async t => {
  const { app, prove, users } = await joins(t)
  const { token } = (await prove()).lti_enrollment
  await redeem(app, token, await makeCode(app, 'A'))
  const { rows } = await app.db.client.query("select data->'data' as data from pgboss.job where name like 'canvas%'")
  const [login, enrollment] = [rows.find(r => r.data.signUpId)?.data, rows.find(r => !r.data.signUpId)?.data]
  await syncCanvasEnrollment(app, enrollment.entitlementId)
  await createCanvasUser(app, login)
  t.match(users(), [{ password: PASSWORD }])
  t.equal(users().length, 1)
})

t.test('a person with an existing login reads that its password stays', async t => {
  const { app, emulator, email, prove, users, mail } = await joins(t)
  emulator.state.addUser('Ana', email, 'her own password')
  const { token } = (await prove()).lti_enrollment
  const page = async () => textOf((await app.server.inject(`/pay?token=${token}`)).body)
  t.notMatch(await page(), 'You already have a login')
  await app.startJobs()
  await until('the page says so', async () =>
    (await page()).includes(`You already have a login at ${CANVAS_HOST}. Your password has not changed`),
  )
  await redeem(app, token, await makeCode(app, 'A'))
  const ready = await until('they are told', () => mail(/^Your course is ready/))
  t.match(ready.text.replace(/\s+/g, ' '), 'You already had this login. Your password has not changed.')
  t.match(users(), [{ password: 'her own password' }])
})

t.test('after 15 minutes the password is deleted, and Canvas asks the person for one', async t => {
  const { app, clock, prove, users, waiting } = await joins(t)
  const { token } = (await prove()).lti_enrollment
  clock.advance(16 * 60_000)
  await deleteExpired(app)
  t.equal(await waiting(), 0)
  await redeem(app, token, await makeCode(app, 'A'))
  const { rows } = await app.db.client.query(
    "select data->'data' as data from pgboss.job where name = 'canvas-enrollment'",
  )
  await syncCanvasEnrollment(app, rows[0].data.entitlementId)
  t.match(users(), [{ password: null }])
  const [ready] = (await messagesTo(app, 'ana@school.example')).filter(m => m.kind === 'ready')
  t.match(ready, { data: { password: 'asked' } })
})

t.test('a password that Canvas refuses is tried three times, then Canvas asks for another', async t => {
  const { app, emulator, prove, users, waiting } = await joins(t)
  await prove()
  const { rows } = await app.db.client.query("select data->'data' as data from pgboss.job where name = 'canvas-user'")
  const make = (failures: number) => createCanvasUser(app, rows[0].data, failures)
  emulator.state.shortestPassword = PASSWORD.length + 1
  for (const failures of [0, 1]) {
    await t.rejects(make(failures), /too short/)
    t.equal(await waiting(), 1, 'the next try still has it')
  }
  await make(2)
  t.match(users(), [{ password: null }])
  t.equal(await waiting(), 0)
})

t.test('a Canvas outage does not count against the password', async t => {
  const { app, emulator, prove, users, waiting } = await joins(t)
  await prove()
  const { rows } = await app.db.client.query("select data->'data' as data from pgboss.job where name = 'canvas-user'")
  emulator.fail({ how: 'away' })
  await t.rejects(createCanvasUser(app, rows[0].data, 4), /503/)
  t.equal(await waiting(), 1)
  await createCanvasUser(app, rows[0].data, 5)
  t.match(users(), [{ password: PASSWORD }])
})

t.test('for a course on another platform no login is made, and the password is deleted', async t => {
  const { app, emulator, prove, waiting } = await joins(t, { canvasDomain: 'other.example' })
  await prove()
  await app.startJobs()
  await until('the password is deleted', async () => (await waiting()) === 0)
  t.strictSame(emulator.requests, [])
})

for (const [when, seconds] of [
  ['while the first code is still valid', 5],
  ['with a new code', 60],
] as const) {
  t.test(`a second sign-up with another password, ${when}: neither password is used, and Canvas asks`, async t => {
    const { app, clock, prove, again, users, mail } = await joins(t)
    clock.advance(seconds * 1000)
    await again('Attackers-7!')
    clock.advance(60_000)
    await again(PASSWORD)
    const { token } = (await prove()).lti_enrollment
    await app.startJobs()
    await until('the login exists', () => users().length === 1)
    t.match(users(), [{ password: null }], 'nor that of a third, as the first owner is unknown')
    t.equal(await countOf(app, 'sign_ups where verified_at is not null and sealed_password is not null'), 0)
    await redeem(app, token, await makeCode(app, 'A'))
    const ready = await until('the ready mail is sent', () => mail(/^Your course is ready/))
    t.notMatch(ready.text, 'the one you chose')
  })
}

t.test('signing up again with the same password keeps it', async t => {
  const { clock, prove, again, users, app } = await joins(t)
  clock.advance(60_000)
  await again(PASSWORD)
  await prove()
  await app.startJobs()
  await until('the login exists', () => users().length === 1)
  t.match(users(), [{ password: PASSWORD }])
})
