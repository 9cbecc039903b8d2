import t from 'tap'
import { testApp } from '../support/app.ts'
import { makeConsumer, makeCourse } from '../support/school.ts'
import { joinable, signUp } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'

t.test('finds the hosted course and all others when many schools use the same context id', async t => {
  const app = await testApp(t)
  for (let i = 0; i < 55; i++) {
    const school = await makeConsumer(app, { key: `school-${i}` })
    await makeCourse(app, school.id, [], { contextId: '101', canvasCourseId: '101' })
  }
  await joinable(app, { contextId: '101', canvasCourseId: '101' })
  t.match(await signUp(app, '', { enroll_token: undefined, context_id: '101' }), { http: 200, status: 'sent' })
  const me = await signedIn(app)
  t.equal((await me.call('GET', '/twa/get_lti_courses/101')).data.lti_courses.length, 56)
  await joinable(app, { contextId: '101' })
  const two = await signUp(app, '', { enroll_token: undefined, context_id: '101', email: 'bo@school.example' })
  t.equal(two.http, 404, 'with two hosted courses neither is guessed')
})
