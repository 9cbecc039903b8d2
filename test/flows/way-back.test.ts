import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { courseRow } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

const BACK = 'https://moodle.school.test/mod/lti/return.php?course=2&launch_container=3&instanceid=1&sesskey=xwlLFxYNWk'
const COURSE = 'https://moodle.school.test/course/view.php?id=2'

t.test('a student of Moodle goes back to the course, also after paying in the top window', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: '2' })
  const moodle = {
    context_id: '2',
    tool_consumer_info_product_family_code: 'moodle',
    launch_presentation_return_url: BACK,
  }
  const { token } = await launch(app, school.key, moodle)
  await setProcessed(app, { token, processed: true }, colleague)
  for (const path of ['/lti/pay', '/pay', '/lti_success', '/enroll']) {
    const { body } = await app.server.inject(`${path}?token=${token}`)
    t.match(body, `href="${COURSE}"`, path)
    t.match(body, 'target="_top"', path)
    t.notMatch(body, 'sesskey', path)
    t.match(body, 'Next time, open the same link.', path)
  }
  await launch(app, school.key, { context_id: '2' })
  t.equal((await courseRow(app, '2')).lmsCourseUrl, COURSE, 'a launch without a return address changes nothing')
})

t.test('by LTI 1.3 too', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  await launch13(app, platform, {
    [`${C}context`]: { id: '2' },
    [`${C}tool_platform`]: { product_family_code: 'moodle' },
    [`${C}launch_presentation`]: { return_url: BACK },
  })
  t.equal((await courseRow(app, '2')).lmsCourseUrl, COURSE)
})

t.test('without a known course page the link leads to the front page', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: '2' })
  const back = { context_id: '2', launch_presentation_return_url: 'https://lms.school.test/r?session=1' }
  const { token } = await launch(app, school.key, back)
  await setProcessed(app, { token, processed: true }, colleague)
  t.match((await app.server.inject(`/lti/pay?token=${token}`)).body, 'href="https://lms.school.test"')
})
