import t from 'tap'
import { nextCanvasPoll, pollCanvasCourse } from '#src/canvas/canvas-courses.ts'
import { activateWaitingCourses, listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { messages } from '#src/messages/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'
import { launch, makeConsumer, makeCourse, makeProduct } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

const lee = {
  user_id: 'lee',
  roles: 'Instructor',
  lis_person_name_full: 'Mx Lee',
  lis_person_contact_email_primary: 'Lee@school.example',
}
const readyMessages = async (app: TestApp) =>
  (await app.db.orm.select().from(messages).orderBy(messages.id)).filter(m => m.kind === 'course-ready')

t.test('activating a course mails its teachers once', async t => {
  const app = await testApp(t)
  const { call } = await signedIn(app)
  const school = await makeConsumer(app, { name: 'True Hands', emailDomain: 'school.example' })
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')]
  const course = { context_id: 'new', context_title: 'ASL 1' }
  await launch(app, school.key, { ...course, ...lee })
  await launch(app, school.key, {
    ...course,
    user_id: 'kim',
    roles: 'Instructor',
    lis_person_contact_email_primary: '',
  })
  await launch(app, school.key, { ...course, user_id: 'ana', lis_person_contact_email_primary: 'ana@school.example' })
  const activate = (ids: number[]) =>
    call('POST', '/twa/activate_lti_course/new', { lti_course: { product_ids: ids, allows_wts: true } })
  t.equal((await activate([])).status, 200)
  t.strictSame(await readyMessages(app), [], 'nothing is ready yet')
  await Promise.all([activate([a.id]), activate([a.id])])
  await activate([a.id, b.id])
  await activate([])
  await activate([a.id])
  t.strictSame(
    (await readyMessages(app)).map(m => m.recipient),
    ['lee@school.example'],
    'once, to teachers with an address, and to no student',
  )
  await app.startJobs()
  const mail = await until('the mail is sent', () => app.mails.find(m => m.to === 'lee@school.example'))
  t.equal(mail.subject, 'Your course is ready: ASL 1')
  t.match(mail.text.replace(/\s+/g, ' '), 'Hello Mx Lee, ASL 1 at True Hands is ready. Your students can open it from')
})

t.test('activating waiting courses together mails their teachers too', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app)
  const school = await makeConsumer(app)
  const { id } = await makeProduct(app, 'A')
  await launch(app, school.key, { context_id: 'new', ...lee })
  const [course] = await listWaitingCourses(app)
  await activateWaitingCourses(app, [{ courseId: course?.id ?? 0, productIds: [id] }], staff)
  t.match(await readyMessages(app), [{ recipient: 'lee@school.example' }])
})

t.test('the teachers of all contexts of a Canvas course are mailed once when a copy ends', async t => {
  const clock = testClock()
  const { emulator, canvas } = await emulatedCanvas(t, clock)
  const app = await testApp(t, { clock, canvas })
  const school = await makeConsumer(app, { isHosted: true })
  const place = { canvasCourseId: '103', canvasDomain: CANVAS_HOST }
  for (const contextId of ['one', 'two']) {
    await makeCourse(app, school.id, ['A'], { contextId, title: 'ASL 1', ...place })
    await launch(app, school.key, { context_id: contextId, context_title: 'ASL 1', ...lee })
  }
  const poll = async () => {
    clock.advance(15_000)
    await nextCanvasPoll(app)
    while (await pollCanvasCourse(app)) {}
  }
  emulator.state.place({ course_id: 103, source: 'Old', startedAt: 0 })
  await poll()
  t.strictSame(await readyMessages(app), [], 'copies from before the first poll are not announced')
  clock.advance(15 * 60_000)
  emulator.state.place({ course_id: 103, source: 'Blueprint', speed: 5 })
  emulator.state.place({ course_id: 103, source: 'Broken', speed: 5, ends: 'failed', endsAt: 40 })
  await poll()
  t.strictSame(await readyMessages(app), [], 'still running')
  await poll()
  await poll()
  t.match(await readyMessages(app), [
    {
      recipient: 'lee@school.example',
      data: { copiedFrom: 'Blueprint', courseUrl: `https://${CANVAS_HOST}/courses/103` },
    },
  ])
  clock.advance(15 * 60_000)
  await poll()
  t.equal((await readyMessages(app)).length, 1)
})
