import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { launch, makeConsumer, secondsOf } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

t.test('staff read that the clock of an LMS is off, and that it sends no end date', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { schoolId, key } = await makeConsumer(app)
  const open = async (over: Record<string, string>, late: number) => {
    await launch(app, key, { roles: 'Instructor', ...over }, { timestamp: secondsOf(app) - late })
    await app.diary.flush()
  }
  const school = async () => textOf((await me.open(`/schools/${schoolId}`)).body)
  for (const late of [0, 2, 290]) await open({ custom_section_end_at: '2027-05-22' }, late)
  t.notMatch(await school(), 'The clock of its LMS', 'one late launch is not enough')
  t.match(await school(), 'Its courses have an end date.')
  for (let n = 0; n < 3; n++) await open({ context_id: 'ctx-2', custom_section_end_at: 'Fall 2026' }, 240)
  await open({}, 900)
  t.match(await school(), 'The clock of its LMS is 240 seconds behind ours.')
  t.match(await school(), 'Its LMS sends “Fall 2026” as end date')
  t.match(await school(), 'section_end_at=$CourseSection.timeFrame.end')
  const { rows } = await app.db.client.query("select id from courses where context_id = 'ctx-2'")
  const course = textOf((await me.open(`/courses/${rows[0].id}`)).body)
  t.match(course, 'The LMS sends “Fall 2026” as end date, which we cannot read.')
  t.match(course, 'section_end_at=$CourseSection.timeFrame.end')
})
