import t from 'tap'
import { createCanvasUser } from '#src/canvas/canvas-people.ts'
import sentences from '#src/texts/en/sentences.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { CANVAS_HOST, emulatedCanvas } from '../support/canvas.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'

const get = async (app: TestApp, url: string) => {
  const answer = await app.server.inject(url)
  return { status: answer.statusCode, body: answer.body.replaceAll('<!-- -->', '') }
}

const at = { canvasDomain: 'canvas.school.test', canvasCourseId: '101', title: 'ASL 1' }

t.test('/success names the course from our own data and promises only what it knows', async t => {
  const app = await testApp(t)
  await joinable(app, at)
  const page = await get(app, '/success?course_id=101&live=false')
  t.equal(page.status, 200)
  t.match(page.body, 'payment has been processed')
  t.match(page.body, 'href="https://canvas.school.test/courses/101"')
  t.match(page.body, 'Test mode')
  const live = await get(app, '/success?course_id=%2F%2Fevil.example&live=true')
  t.notMatch(live.body, '//evil.example')
  t.notMatch(live.body, 'Test mode')
  t.notMatch(live.body, 'your course is open', 'nothing is known about this person')
  t.equal((await get(app, '/success')).status, 400, 'no payment without a course')
})

t.test('/enroll says whether the enrollment is complete', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', ...at })
  const { token } = await launch(app, school.key)
  const before = await get(app, `/enroll?token=${token}`)
  t.match(before.body, 'Your enrollment is not complete yet')
  t.match(before.body, `href="/lti/pay?token=${token}"`)
  await redeem(app, token, await makeCode(app, 'A'))
  const after = await get(app, `/enroll?token=${token}`)
  t.match(after.body, 'Congratulations!')
  t.match(after.body, 'href="https://canvas.school.test/courses/101"')
  t.equal((await get(app, '/enroll?token=e_nobody0000')).status, 404)
  t.equal((await get(app, '/enroll')).status, 400)
})

t.test('/pay thanks a new member and tells a returning one that they are enrolled', async t => {
  const { canvas } = await emulatedCanvas(t)
  const app = await testApp(t, { canvas })
  const { course } = await joinable(app, at)
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const { lti_enrollment } = await verify(app, course.joinToken, email, await codeTo(app, email))
  const { token } = lti_enrollment
  t.match((await get(app, `/pay?token=${token}`)).body, 'Enter Code(s)')
  const post = (fields: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: `/pay?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  await post({ agreed: 'yes', intent: 'coupons' })
  const sent = await post({ coupon: await makeCode(app, 'A'), intent: 'redeem' })
  t.match(sent.headers.location, '&step=thank_you')
  t.match((await get(app, String(sent.headers.location))).body, 'Thank you. You are in!')
  t.match((await get(app, `/pay?token=${token}`)).body, 'You are already enrolled.')
})

t.test('a free course shows the thank-you page at once', async t => {
  const { canvas } = await emulatedCanvas(t)
  const app = await testApp(t, { canvas })
  const { school } = await joinable(app)
  await makeProduct(app, 'FREE', { name: 'zfree' })
  const course = await makeCourse(app, school.id, ['FREE'], at)
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const { lti_enrollment } = await verify(app, course.joinToken, email, await codeTo(app, email))
  t.equal(lti_enrollment.is_processed, true)
  t.match((await get(app, `/pay?token=${lti_enrollment.token}`)).body, 'Thank you. You are in!')
})

t.test('a person who signed up reads how to log in to Canvas, and that an existing password is kept', async t => {
  const { canvas, emulator } = await emulatedCanvas(t)
  const app = await testApp(t, { canvas })
  const { course } = await joinable(app, { ...at, canvasDomain: CANVAS_HOST })
  const join = async (email: string) => {
    await signUp(app, course.joinToken, { email })
    const { token } = (await verify(app, course.joinToken, email, await codeTo(app, email))).lti_enrollment
    const { rows } = await app.db.client.query('select max(id) as id from entitlements')
    await createCanvasUser(app, { signUpId: 0, entitlementId: Number(rows[0].id) })
    return token
  }
  emulator.state.addUser('Ben', 'ben@school.example', 'his own password')
  t.match((await get(app, `/pay?token=${await join('ben@school.example')}`)).body, sentences.login.kept)
  const token = await join('ana@school.example')
  await redeem(app, token, await makeCode(app, 'A'))
  const page = await get(app, `/pay?token=${token}`)
  t.match(page.body, 'Log in to the course platform as ana@school.example.')
  t.match(page.body, sentences.login.chosen)
})

t.test('without a course address the page links back to the LMS if there is exactly one', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const from = {
    user_id: 'ana',
    launch_presentation_return_url: 'https://moodle.school.test/mod/lti/return.php?sesskey=x',
  }
  const { token } = await launch(app, school.key, from)
  await redeem(app, token, await makeCode(app, 'A'))
  const bodies = async () => {
    const pages: Record<string, string> = {}
    for (const path of ['lti_success', 'lti/pay', 'enroll'])
      pages[path] = (await get(app, `/${path}?token=${token}`)).body
    return pages
  }
  const one = await bodies()
  t.match(one.lti_success, /<a [^>]*href="https:\/\/moodle\.school\.test" target="_top">Back to moodle\.school\.test</)
  for (const path of ['lti/pay', 'enroll']) {
    t.match(
      one[path],
      /<a class="button button-primary" href="https:\/\/moodle.school.test" target="_top">Back to/,
      path,
    )
    t.match(one[path], 'What happens next', path)
  }
  for (const [path, body] of Object.entries(one)) t.notMatch(body, 'sesskey', path)
  await launch(app, school.key, { ...from, launch_presentation_return_url: 'https://other.school.test/' })
  const { lti_success: two } = await bodies()
  t.match(
    two,
    /href="https:\/\/other\.school\.test\/" target="_top"/,
    'the address of the last launch, without a session key',
  )
})

t.test('a success page with an unknown token says so', async t => {
  const app = await testApp(t)
  for (const path of ['success', 'lti_success']) {
    const { status, body } = await get(app, `/${path}?token=e_unknown0000&course_id=101`)
    t.equal(status, 404, path)
    t.match(body, 'Your token can not found. Typo?', path)
    t.notMatch(body, 'has been processed', path)
  }
})
