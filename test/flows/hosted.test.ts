import { randomUUID } from 'node:crypto'
import t from 'tap'
import { mintToken } from '#src/crypto.ts'
import { enrollments } from '#src/store/schema/enrollments.ts'
import { people } from '#src/store/schema/people.ts'
import { testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const setUp = async (t: Test, bornBy: 'launch' | 'sign_up' = 'sign_up') => {
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
  const keys = { courseId: course.id, personId: person!.id, token, sessionId: randomUUID(), bornBy }
  const [row] = await app.db.orm.insert(enrollments).values(keys).returning()
  const enter = async () => redeem(app, token, await makeCode(app, 'A'))
  const set = (processed: boolean) => app.operations.setProcessed({ token, processed, by: { actor: 'staff:1' } })
  const bring = () => app.operations.bringToCanvas(row!.id)
  const { state, requests } = practice.emulator
  const posts = () => requests.filter(r => r.method === 'POST').map(r => r.path.split('/').at(-1))
  const states = () => state.enrollments.map(e => e.enrollment_state)
  return { ...practice, app, clock, school, course, email, enter, set, bring, posts, states, state }
}

t.test('who signed up and is in gets a login and a place in the course; who is taken out rests', async t => {
  const { app, enter, set, state, states, email } = await setUp(t)
  await app.startJobs()
  t.match(await enter(), { status: 'PROCESSED' })
  await until('they are enrolled', () => states()[0] === 'active')
  t.match([...state.users.values()], [{ login_id: email, name: 'Ana Lee' }])
  await set(false)
  await until('they rest', () => states()[0] === 'inactive')
  await set(true)
  await until('they are back', () => states()[0] === 'active')
  t.equal(states().length, 1)
})

t.test('Canvas away never holds up the student: the job waits, and staff see it', async t => {
  const { app, emulator, enter, states } = await setUp(t)
  emulator.fail({ how: 'away', times: 3 })
  await app.startJobs()
  t.match(await enter(), { status: 'PROCESSED' })
  const job = await until('staff see it', async () => (await app.operations.listFailedJobs())[0])
  t.match(job, { name: 'canvas-enrollment', state: 'waiting', attempts: 1, problem: 'Canvas answered 503' })
  while (!states().length) {
    for (const { id } of await app.operations.listFailedJobs()) await app.operations.retryJob(id)
    await new Promise(done => setTimeout(done, 50))
  }
  t.strictSame(states(), ['active'])
})

t.test('a login that was there keeps its password', async t => {
  const { state, enter, bring, posts, email, states } = await setUp(t)
  state.addUser('Ana', email, 'her own password')
  await enter()
  await bring()
  t.strictSame(posts(), ['enrollments'])
  t.match([...state.users.values()], [{ password: 'her own password' }])
  t.strictSame(states(), ['active'])
})

t.test('one login and one enrollment, however often the job runs, at once, and whatever answer is lost', async t => {
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
    const { rows } = await app.db.client.query('select existed from canvas_users')
    t.strictSame(rows, [{ existed: false }], 'it is ours, though its answer was lost')
  }
})

t.test('taken out while the answer to the enrollment was lost: it is found and put to rest', async t => {
  const { emulator, enter, set, bring, states } = await setUp(t)
  await enter()
  emulator.fail({ how: 'lost', only: 'POST /api/v1/courses/101/enrollments' })
  await t.rejects(bring())
  await set(false)
  await bring()
  t.strictSame(states(), ['inactive'])
})

t.test('who came by a launch is in the course already, and other schools are none of ours', async t => {
  const born = await setUp(t, 'launch')
  await born.enter()
  await born.bring()
  const { token } = await launch(born.app, born.school.key, { context_id: born.course.contextId })
  await redeem(born.app, token, await makeCode(born.app, 'A'))
  const { rows } = await born.app.db.client.query("select name from pgboss.job where name like 'canvas%'")
  t.strictSame(rows, [])
  t.strictSame(born.emulator.requests, [])
})
