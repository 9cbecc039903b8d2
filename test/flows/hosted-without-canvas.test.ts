import t from 'tap'
import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { testApp } from '../support/app.ts'
import { agree, openPay } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { makeCode, redeem } from '../support/school.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import { launchTeacher } from '../support/teacher.ts'
import { until } from '../support/until.ts'

t.test('without Canvas a student of a hosted school is told the truth, and staff see the waiting job', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app, { canvasCourseId: '101', canvasDomain: 'canvas.example' })
  const link = course.joinToken
  await signUp(app, link)
  const { lti_enrollment } = await verify(app, link, 'ana@school.example', await codeTo(app, 'ana@school.example'))
  const { token } = lti_enrollment
  await agree(app, token)
  await app.startJobs()
  t.hasStrict(await redeem(app, token, await makeCode(app, 'A')), { status: 'PROCESSED' })
  const pages = [await openPay(app, token, 'thank_you'), await app.server.inject(`/enroll?token=${token}`)]
  for (const shown of pages.map(page => textOf(page.body))) {
    t.match(shown, 'Thank you. You are enrolled.')
    t.match(shown, 'Your course is not ready to open yet.')
    t.notMatch(shown, /You are in!|Open your course|is ready|Congratulations|is complete/)
  }

  const job = await until('staff see the job', async () => (await listFailedJobs(app.db))[0])
  t.match(job, { name: 'canvas-enrollment', problem: 'Canvas is not set up.' })

  const manager = await signedIn(app)
  const consumer = textOf((await manager.open(`/manage_consumer/${school.key}`)).body)
  t.match(consumer, 'Canvas is not set up, so students who sign up here are not enrolled in it.')
})

t.test('SUPPORT_EMAIL reaches Terms, Privacy and FAQs', async t => {
  const app = await testApp(t, { env: { SUPPORT_EMAIL: 'help@publisher.example' } })
  const { open } = await launchTeacher(app, [1])
  const pages = [
    (await app.server.inject({ url: '/terms' })).body,
    (await app.server.inject({ url: '/privacy' })).body,
    (await open({ tab: 'faqs' })).body,
    (await open({ tab: 'how-to' })).body,
  ]
  for (const body of pages) {
    t.match(body, '<a href="mailto:help@publisher.example">help@publisher.example</a>')
    t.notMatch(body, 'support_email')
  }
})
