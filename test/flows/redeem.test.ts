import t from 'tap'
import { testApp } from '../support/app.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'

t.test('redeems two codes for a course with two products', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'])
  const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
  const { token } = await launch(app, school.key, { context_id: course.contextId })
  t.match(await redeem(app, token, a), { http: 200, status: 'OK', message: `1 of 2 codes validated: ${a}` })
  t.match(await redeem(app, token, b), { http: 200, status: 'PROCESSED' })
})
