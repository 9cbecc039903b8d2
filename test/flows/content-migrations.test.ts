import t from 'tap'
import { nextCanvasPoll, pollCanvasCourse } from '#src/canvas/canvas-courses.ts'
import { claimCanvasCourse, listMigrations } from '#src/canvas/store/canvas-courses.ts'
import { canvasCourses } from '#src/canvas/store/schema.ts'
import { listTeachers } from '#src/courses/courses.ts'
import { courseCompletion, stopReason } from '#src/courses/rules/migration-progress.ts'
import { testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const SECONDS = 1000

const setUp = async (t: Test) => {
  const clock = testClock()
  const practice = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas: practice.canvas })
  const school = await makeConsumer(app, { isHosted: true })
  const course = (canvasCourseId: string, given = {}) =>
    makeCourse(app, school.id, ['A'], { canvasCourseId, canvasDomain: CANVAS_HOST, ...given })
  const poll = async () => {
    await nextCanvasPoll(app)
    while (await pollCanvasCourse(app)) {}
  }
  const seen = (id: string) => listMigrations(app.db, CANVAS_HOST, id)
  const calls = (part: string) => practice.emulator.requests.filter(r => r.path.includes(part)).length
  return { ...practice, app, clock, school, course, poll, seen, calls }
}

t.test('polls a copy until it is done and then stops', async t => {
  const { emulator, clock, course, poll, seen, calls } = await setUp(t)
  await course('103')
  emulator.state.place({ course_id: 103, source: 'Blueprint', startedAt: 0 })
  emulator.state.place({ course_id: 103, source: null, speed: 5 })
  await poll()
  const first = await seen('103')
  t.match(first, [
    { workflowState: 'pre_processing', sourceCourseName: 'Unknown' },
    { completion: 100, sourceCourseName: 'Blueprint' },
  ])
  t.equal(courseCompletion(first), 50)
  await poll()
  t.equal(calls('/progress/'), 1, 'not before the next poll is due')
  clock.advance(15 * SECONDS)
  await poll()
  t.equal(courseCompletion(await seen('103')), 87)
  clock.advance(15 * SECONDS)
  await poll()
  t.equal(courseCompletion(await seen('103')), 100)
  const before = emulator.requests.length
  clock.advance(14 * 60 * SECONDS)
  await poll()
  t.equal(emulator.requests.length, before, 'no requests while nothing changes')
  clock.advance(60 * SECONDS)
  emulator.state.place({ course_id: 103 })
  await poll()
  t.equal(courseCompletion(await seen('103')), 66, 'finds a copy that somebody started in Canvas itself')
})

t.test('staff calls return the completion and the copies of a course', async t => {
  const { emulator, app, course, poll } = await setUp(t)
  const { id } = await course('103', { contextId: 'ctx-103' })
  const { call } = await signedIn(app)
  const wire = async () => (await call('GET', `/api/lti_courses/${id}`)).data.lti_course
  t.match(await wire(), { completion: 100, content_migrations: [] }, 'no copies count as 100')
  emulator.state.place({ course_id: 103, source: null, startedAt: 0 })
  const moving = emulator.state.place({ course_id: 103, speed: 5 })
  await poll()
  t.match(await wire(), {
    completion: 50,
    content_migrations: [
      { id: String(moving.id), course_id: '103', workflow_state: 'pre_processing', completion: 0 },
      { source_course_name: 'Unknown', workflow_state: 'completed', completion: 100 },
    ],
  })
})

t.test('handles every state in which Canvas can leave a copy', async t => {
  const { emulator, app, clock, course, poll, seen, calls } = await setUp(t)
  await course('103')
  const place = (given: object) => emulator.state.place({ course_id: 103, source: null, ...given })
  place({ ends: 'failed', endsAt: 40, speed: 10 })
  place({ ends: 'waiting_for_select', endsAt: 0, speed: 10 })
  place({ silent: true, speed: 1 })
  await poll()
  clock.advance(15 * SECONDS)
  await poll()
  const [silent, waiting, failed] = await seen('103')
  t.match(failed, { workflowState: 'failed', completion: 40 })
  t.match(stopReason(failed!), /could not finish/)
  t.match(waiting, { workflowState: 'waiting_for_select', completion: 0 })
  t.match(stopReason(waiting!), /what to copy/)
  t.match(silent, { workflowState: 'running', completion: 0 }, 'a null progress changes nothing')
  const asked = calls('/progress/')
  clock.advance(15 * SECONDS)
  await poll()
  t.equal(calls('/progress/'), asked + 1, 'only running copies are polled again')
  clock.advance(120 * SECONDS)
  await poll()
  t.equal((await seen('103'))[0]?.completion, 100)
  t.equal(await pollCanvasCourse(app), false)
})

t.test('on errors it backs off, shows staff a reason and goes on with the next course', async t => {
  const { emulator, app, clock, course, poll, seen } = await setUp(t)
  for (const id of ['103', '999']) await course(id)
  emulator.state.place({ course_id: 103 })
  emulator.fail({ how: 'away', times: 3, only: '/courses/103' })
  const problems = async () =>
    Object.fromEntries((await app.db.orm.select().from(canvasCourses)).map(c => [c.id, c.problem]))
  await poll()
  t.strictSame(await problems(), { 103: 'canvas_away', 999: 'course_not_found' })
  clock.advance(14 * SECONDS)
  await poll()
  clock.advance(2 * SECONDS)
  await poll()
  clock.advance(60 * SECONDS)
  await poll()
  t.equal((await problems())['103'], 'canvas_away', 'failed three times')
  clock.advance(60 * SECONDS)
  await poll()
  t.equal((await problems())['103'], null)
  t.equal((await seen('103')).length, 1)
})

t.test('polls only courses of hosted schools on this Canvas host', async t => {
  const { emulator, app, school, course, poll } = await setUp(t)
  await course('101', { canvasDomain: 'other.example' })
  await course('102', { canvasCourseId: null })
  const other = await makeConsumer(app, { isHosted: false })
  await makeCourse(app, other.id, ['A'], { canvasCourseId: '104', canvasDomain: CANVAS_HOST })
  await poll()
  t.strictSame(emulator.requests, [])
  await makeCourse(app, school.id, ['A'], { canvasCourseId: '105', canvasDomain: CANVAS_HOST })
  await makeCourse(app, school.id, ['A'], { canvasCourseId: '105', canvasDomain: CANVAS_HOST })
  await poll()
  t.equal(emulator.requests.length, 3, 'two contexts of one Canvas course are polled once')
})

t.test('two processes poll 500 courses without repeating a request', async t => {
  const clock = testClock()
  const { emulator, gateway } = await emulatedCanvas(t, clock)
  const url = await freshDatabaseUrl(t)
  const open = async () => testApp(t, { db: await openAt(t, url), clock, canvas: gateway() })
  const apps = [await open(), await open()]
  const school = await makeConsumer(apps[0]!, { isHosted: true })
  for (let id = 1000; id < 1500; id++) {
    emulator.state.addCourse(id, `Course ${id}`)
    emulator.state.place({ course_id: id })
  }
  await apps[0]!.db.client.query(
    `insert into courses (school_id, consumer_id, context_id, canvas_course_id, canvas_domain, join_token)
     select $1, $2, 'ctx-' || n, n, $3, 'c_join_' || n from generate_series(1000, 1499) n`,
    [school.schoolId, school.id, CANVAS_HOST],
  )
  let done = 0
  const look = async (app: (typeof apps)[number]) => {
    const found = await pollCanvasCourse(app)
    if (found) done++
    return found
  }
  const work = async (app: (typeof apps)[number]) => {
    while (await look(app)) {}
  }
  for (const app of apps) await nextCanvasPoll(app)
  t.strictSame(await Promise.all(apps.map(look)), [true, true], 'both take part')
  await Promise.all(apps.map(work))
  t.equal(done, 500)
  const paths = emulator.requests.map(r => r.path)
  t.equal(paths.length, 2000, 'course, teachers, list and progress of each')
  t.equal(new Set(paths).size, 2000)
})

t.test('takes over the course of a killed process when its claim expires, not before', async t => {
  const { app, clock, course, poll, seen } = await setUp(t)
  await course('101')
  await nextCanvasPoll(app)
  const now = clock.now()
  const until = new Date(now.getTime() + 180 * SECONDS)
  t.ok(
    await claimCanvasCourse(app.db, { domain: CANVAS_HOST, now, until }),
    'the claim is taken and the process disappears',
  )
  await poll()
  t.strictSame(await seen('101'), [])
  clock.advance(181 * SECONDS)
  await poll()
  t.equal((await seen('101')).length, 1)
})

t.test('the pay page lists Canvas teachers of a hosted course and launched teachers, each once', async t => {
  const { emulator, app, school, course, poll, clock } = await setUp(t)
  const { id, contextId } = await course('103')
  const names = async () => (await listTeachers(app.db, id)).map(teacher => teacher.name)
  t.strictSame(await names(), [])
  await poll()
  t.strictSame(await names(), ['Tess Teacher'])
  for (const [user_id, lis_person_name_full] of [
    ['1', 'tess teacher'],
    ['2', 'Bo Lund'],
  ] as const)
    await launch(app, school.key, { context_id: contextId, user_id, roles: 'Instructor', lis_person_name_full })
  t.strictSame(await names(), ['Bo Lund', 'tess teacher'])
  emulator.fail({ how: 'forbidden', only: '/users' })
  clock.advance(60 * 60 * SECONDS)
  await poll()
  t.strictSame(await names(), ['Bo Lund', 'tess teacher'], 'a token without permission to list teachers removes none')
})
