import t from 'tap'
import sentences from '#src/texts/en/sentences.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { C, launch13, practicePlatform, ROLE } from '../support/oidc.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

const pageAt = async (app: TestApp, location: string) => textOf((await app.server.inject(location)).body)
const rosterAt = (app: TestApp, location: string) => pageAt(app, location.replace('/lti/teacher', '/lti/roster'))

t.test("a teacher with Moodle's switched role sees the student's page with a bar, and is no student", async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const tess = { user_id: 'tess', lis_person_name_full: 'Tess Teacher' }
  const first = await launch(app, school.key, tess)
  t.notMatch(await pageAt(app, first.location), sentences.studentView.title, 'a plain learner, for all we know')
  const { location } = await launch(app, school.key, { ...tess, roles: 'Instructor' })
  const switched = await launch(app, school.key, tess)
  t.match(switched.location, /^\/lti\/pay/)
  t.match(await pageAt(app, switched.location), `${sentences.studentView.title} ${sentences.studentView.teacher}`)
  await launch(app, school.key, { lis_person_name_full: 'Ana Student' })
  const roster = await rosterAt(app, location)
  t.match(roster, 'Ana Student')
  t.notMatch(roster, 'Tess Teacher')
})

t.test('by LTI 1.3 the same, and a test student is marked', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const as = (sub: string, name: string, ...roles: string[]) =>
    launch13(app, platform, { sub, name, [`${C}roles`]: roles })
  const { location } = await as('tia', 'Tia Assistant', `${ROLE}Instructor`)
  const switched = await as('tia', 'Tia Assistant', `${ROLE}Learner`)
  t.match(await pageAt(app, switched.location), sentences.studentView.teacher)
  await as('view', 'Test Student', `${ROLE}Learner`, 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser')
  await as('ana', 'Ana Student', `${ROLE}Learner`)
  const roster = await rosterAt(app, location)
  t.notMatch(roster, 'Tia Assistant')
  t.match(roster, 'Test Student Test student Opened')
  t.match(roster, '0 of 1 student has access.', 'a test student does not count')
})
