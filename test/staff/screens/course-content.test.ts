import t from 'tap'
import { nextCanvasPoll, pollCanvasCourse } from '#src/canvas/canvas-courses.ts'
import { listCourseContent } from '#src/canvas/course-content.ts'
import { testApp } from '../../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../../support/canvas.ts'
import { testClock } from '../../support/clock.ts'
import { textOf } from '../../support/html.ts'
import { makeConsumer, makeCourse } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'
import { until } from '../../support/until.ts'

const setUp = async (t: Test, env: Record<string, string> = {}) => {
  const clock = testClock()
  const practice = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas: practice.canvas, env })
  const school = await makeConsumer(app, { isHosted: true, name: 'True Hands' })
  for (const id of ['102', '103', '104'])
    await makeCourse(app, school.id, ['A'], { canvasCourseId: id, canvasDomain: CANVAS_HOST, title: `Ours ${id}` })
  const poll = async () => {
    await nextCanvasPoll(app)
    while (await pollCanvasCourse(app)) {}
  }
  await poll()
  const me = await signedIn(app)
  const posts = () => practice.emulator.requests.filter(r => r.method === 'POST').length
  const copy = (course_id = '103', source_course_id = '12') =>
    me.post('/course_content', { course_id, source_course_id })
  return { ...practice, app, clock, poll, me, posts, copy }
}

t.test('a viewer cannot start a copy', async t => {
  const { app, posts } = await setUp(t)
  const viewer = await signedIn(app, 'viewer')
  t.equal((await viewer.post('/course_content', { course_id: '103', source_course_id: '12' })).status, 403)
  t.equal(posts(), 0)
})

t.test('lists problems first, then running copies, with percent, source and reason, without a script', async t => {
  const { me } = await setUp(t)
  const { status, body } = await me.open('/course_content')
  t.equal(status, 200)
  t.strictSame(
    [...body.matchAll(/data-course="(\d+)".*?data-state="(\w+)"/gs)].map(m => [m[1], m[2]]),
    [
      ['104', 'stuck'],
      ['102', 'copying'],
      ['103', 'ready'],
    ],
  )
  const text = textOf(body)
  t.match(text, '1 needs attention, 1 copying, 1 ready')
  t.match(text, /Canvas needs to know what to copy/)
  t.match(text, 'True Hands: Ours 102')
  t.match(text, 'Unknown', 'a source that Canvas does not name')
  t.match(body, /href="\/course_content"[^>]*>Refresh</)
  const found = await me.open('/course_content?search=Ours%20103')
  t.strictSame(
    [...found.body.matchAll(/data-course="(\d+)"/g)].map(m => m[1]),
    ['103'],
  )
  t.match(textOf((await me.open('/course_content?search=%25')).body), 'No courses found.')
})

t.test('parallel requests copy a blueprint into a course once', async t => {
  const { app, me, copy, posts, clock, poll } = await setUp(t)
  t.match(textOf((await me.open('/course_content')).body), 'ASL 2 Blueprint')
  const answers = await Promise.all([copy(), copy(), copy()])
  t.strictSame(answers.map(a => a.status).toSorted(), [303, 409, 409])
  t.match(textOf(answers.find(a => a.status === 409)!.body), 'A copy from ASL 2 Blueprint is already running.')
  t.equal(posts(), 1)
  t.match(textOf((await me.open('/course_content')).body), 'The copy has started.')
  t.notMatch(textOf((await me.open('/course_content')).body), 'The copy has started.', 'told once')
  clock.advance(15_000)
  await poll()
  const [course] = (await listCourseContent(app, '103'))!
  t.match(course, { state: 'copying', completion: 60, copies: [{ source: 'ASL 2 Blueprint', completion: 60 }] })
  clock.advance(15_000)
  await poll()
  t.match((await listCourseContent(app, '103'))![0], { state: 'ready', completion: 100 })
  t.equal((await copy()).status, 303, 'it may be copied again afterwards')
  const { rows } = await app.db.client.query("select after from audit where action = 'start-copy'")
  t.match(rows, [{ after: { copiedFrom: 'ASL 2 Blueprint' } }, {}])
})

t.test('a new copy is polled by the process that started it, without waiting for the next poll', async t => {
  const { app, me, copy, emulator } = await setUp(t, { MIGRATION_POLL_SECONDS: '3600' })
  await me.open('/course_content')
  await app.startJobs()
  t.equal((await copy()).status, 303)
  const looks = () => {
    const begun = emulator.requests.findIndex(r => r.method === 'POST')
    return emulator.requests.slice(begun).filter(r => r.method === 'GET' && r.path.includes('/courses/103/')).length
  }
  await until('the copy is polled without moving the clock', () => looks() > 0)
})

t.test('reports a wrong choice, and Canvas outages', async t => {
  const { me, copy, emulator } = await setUp(t)
  t.match(textOf((await copy('103', '999')).body), 'Choose a blueprint course to copy from.')
  await me.open('/course_content')
  t.equal((await copy('103', '999')).status, 422)
  t.equal((await copy('777', '12')).status, 404)
  emulator.fail({ how: 'lost', only: 'POST' })
  t.match(textOf((await copy()).body), 'Canvas did not answer. The copy may still have started.')
  emulator.fail({ how: 'away', times: 20 })
  t.equal((await me.open('/course_content')).status, 200)
})

t.test('requires a choice, and says why a copy did not start, with the choice kept', async t => {
  const { me, copy, emulator } = await setUp(t)
  const cardOf = (body: string, id: string) =>
    body.split('<section').find(part => part.includes(`data-course="${id}"`))!
  const chosen = (card: string) => card.match(/<option value="(\d*)" selected=""/)?.[1]
  const before = cardOf((await me.open('/course_content')).body, '103')
  t.match(before, /<select [^>]*required=""/)
  t.equal(chosen(before), '')
  const unchosen = await copy('103', '')
  t.equal(unchosen.status, 422)
  t.match(textOf(unchosen.body), 'Choose a blueprint course to copy from.')
  emulator.fail({ how: 'forbidden', only: 'POST' })
  const { status, body } = await copy()
  t.equal(status, 502)
  t.match(textOf(body), /Canvas refused the copy \(.*\). Nothing was copied. Ask your Canvas administrator/)
  t.equal(chosen(cardOf(body, '103')), '12')
  t.equal(chosen(cardOf(body, '102')), '')
  t.match(textOf((await copy('777')).body), 'Course not found. Nothing was copied')
})

t.test('a copy whose answer was lost is found by the next press and the next poll, and not started twice', async t => {
  const { app, me, copy, emulator, poll, posts } = await setUp(t)
  await me.open('/course_content')
  emulator.fail({ how: 'lost', only: 'POST' })
  await copy()
  t.match(textOf((await copy()).body), 'A copy from ASL 2 Blueprint is already running.')
  t.equal(posts(), 1)
  await poll()
  t.equal((await listCourseContent(app, '103'))![0]?.state, 'copying')
  t.equal((await copy()).status, 409, 'it is not started a second time')
})

t.test('asks a script to follow the page only while something moves', async t => {
  const { me, clock, poll, emulator } = await setUp(t)
  const isPolled = async (path: string) => (await me.open(path)).body.includes('data-poll="')
  t.equal(await isPolled('/course_content'), true)
  t.equal(await isPolled('/course_content?search=Ours%20103'), false)
  clock.advance(16 * 60_000)
  emulator.state.place({ course_id: 103, source: 'ASL 3 Blueprint' })
  await poll()
  t.equal(await isPolled('/course_content?search=Ours%20103'), true)
})

t.test('a viewer sees the progress and no form', async t => {
  const { app, me, posts } = await setUp(t)
  await me.open('/course_content')
  const viewer = await signedIn(app, 'viewer')
  const { status, body } = await viewer.open('/course_content')
  t.equal(status, 200)
  t.match(body, 'data-course="103"')
  t.notMatch(body, 'source_course_id')
  const pressed = await viewer.post('/course_content', { course_id: '103', source_course_id: '12' })
  t.equal(pressed.status, 403)
  t.equal(posts(), 0)
})

t.test('without Canvas settings the page says what to set', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  t.match(textOf((await me.open('/course_content')).body), 'Canvas is not set up')
})

t.test('redirects people who are not logged in', async t => {
  const app = await testApp(t)
  t.equal((await app.server.inject('/course_content')).headers.location, '/login?redirect=%2Fcourse_content')
  t.equal((await app.server.inject('/jobs')).headers.location, '/')
})
