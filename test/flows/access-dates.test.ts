import t from 'tap'
import { remindOfAccessEnd } from '#src/access/access-ends.ts'
import { moveAccessEndsNow } from '../support/access.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'
import { makeMembership } from '../support/platform.ts'
import { courseRow, deploymentRows, enrollmentRow, jobsOf, messagesTo, personOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const TERM = '2026-12-20T06:00:00Z'
const LAST_MOMENT = { '2027-02-01': '2027-02-02T05:59:59.999Z', '2026-12-01': '2026-12-02T05:59:59.999Z' }

t.test('an end date that the LMS sends empty clears its own date, absent changes nothing (1.1)', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key, { user_id: 'ana', custom_section_end_at: TERM })
  const open = (fields: Record<string, string>) => launch(app, school.key, { user_id: 'ana', ...fields })
  const term = async () => (await courseRow(app, 'ctx-1')).termEndsAt?.toISOString() ?? null
  const unread = async () => (await courseRow(app, 'ctx-1')).unreadTermEnd
  await open({})
  await open({ custom_section_end_at: '$CourseSection.timeFrame.end' })
  await open({ custom_section_end_at: 'soon' })
  t.equal(await term(), new Date(TERM).toISOString(), 'absent, not filled in, and not a date')
  t.equal(await unread(), 'soon', 'kept for staff to see')
  await open({})
  t.equal(await unread(), 'soon')
  await open({ custom_section_end_at: '', custom_canvas_term_end_at: '$Canvas.term.endAt', lis_person_name_full: '' })
  t.equal(await term(), null)
  t.equal(await unread(), null)
  t.equal((await personOf(app, token)).name, 'Ana Íñiguez', 'an empty name overwrites nothing')
  await open({ custom_canvas_term_end_at: 'Fall 2026', custom_term_end_at: TERM })
  t.equal(await unread(), null, 'one of them can be read')
  await open({ custom_section_end_at: '', custom_term_end_at: TERM })
  t.equal(await term(), new Date(TERM).toISOString(), 'a date wins over an empty one')
  await app.db.client.query('update courses set access_until = $1, expires_at = $1', [TERM])
  await open({ custom_section_end_at: ' ' })
  t.equal(await term(), null)
  const { accessUntil, expiresAt } = await courseRow(app, 'ctx-1')
  t.strictSame([accessUntil, expiresAt], [new Date(TERM), new Date(TERM)], 'dates set by staff stay')
})

t.test('the same by LTI 1.3', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const open = (custom?: object) => launch13(app, platform, { sub: 'noe', [`${C}custom`]: custom })
  const term = async () => (await courseRow(app, 'ctx-1')).termEndsAt?.toISOString() ?? null
  await open({ section_end_at: TERM })
  await open()
  await open({ section_start_at: '', section_end_at: 'Fall 2026' })
  t.equal((await courseRow(app, 'ctx-1')).unreadTermEnd, 'Fall 2026')
  t.equal(await term(), new Date(TERM).toISOString())
  await open({ section_end_at: '' })
  t.equal(await term(), null)
  await open({ section_end_at: TERM })
  await open({ canvas_term_end_at: null })
  t.equal(await term(), null)
})

/** Sets up a student by each LTI version who has access until the end of the term. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', termEndsAt: new Date(TERM) })
  const email = 'ana@school.example'
  const open = (fields: Record<string, string> = {}) =>
    launch(app, school.key, { user_id: 'ana', lis_person_contact_email_primary: email, ...fields })
  const { token } = await open()
  await redeem(app, token, await makeCode(app, 'A'))
  const by13 = await makeMembership(app, ['A'])
  await app.db.client.query('update courses set term_ends_at = $1', [TERM])
  await redeem(app, by13.token, await makeCode(app, 'A'))
  const me = await signedIn(app)
  const ends = async () => (await enrollmentRow(app, token)).accessEndsAt?.toISOString()
  const ends13 = async () => (await enrollmentRow(app, by13.token)).accessEndsAt?.toISOString()
  return { app, school, course, email, open, token, by13, me, ends, ends13 }
}

const seenIn = (body: string) => tagsOf(body, 'input').find(i => i.name === 'seen')?.value ?? ''

/** Posts the Activate 1.1 form as it is, with another date. */
const setDate = async (me: Me, app: TestApp, day: string) => {
  const { body } = await me.open('/course/ctx-1')
  const inputs = tagsOf(body, 'input').filter(i => i.type !== 'checkbox' || 'checked' in i)
  const fields = Object.fromEntries(inputs.map(i => [i.name ?? '', i.value ?? '']))
  const answer = await me.send('/course/ctx-1', { ...fields, access_until: day, intent: 'change' })
  await moveAccessEndsNow(app)
  return answer
}

t.test('staff see and set the end of access of a 1.1 course, and move everyone who is in', async t => {
  const { app, me, ends, ends13, email } = await scene(t)
  t.match(textOf((await me.open('/course/ctx-1')).body), "Access ends 12/20/26: the course's end in the LMS")
  t.match(textOf((await me.open('/course/ctx-1')).body), 'moves the date of the one person who has access now')
  t.match(await setDate(me, app, '2026-11-20'), { status: 422, body: 'The date must be today or later.' })
  const done = textOf((await setDate(me, app, '2027-02-01')).body)
  t.match(done, 'Changed.')
  t.match(done, 'Access ends 02/01/27: the date set on this course')
  t.match(done, /Access until: (none )?02\/01\/27/, 'in the history')
  t.equal(await ends(), LAST_MOMENT['2027-02-01'])
  t.equal(await ends13(), new Date(TERM).toISOString(), 'nobody in another course')
  await setDate(me, app, '2026-12-01')
  t.equal(await ends(), LAST_MOMENT['2026-12-01'], 'an earlier date too')
  t.equal(await remindOfAccessEnd(app), 1, 'who loses access within two weeks is told')
  t.match(await messagesTo(app, email), [{}, { data: { accessEndsAt: LAST_MOMENT['2026-12-01'] } }])
  await setDate(me, app, '')
  t.equal(await ends(), new Date(TERM).toISOString(), 'cleared: the LMS’s date')
  app.clock.set('2026-12-08T15:00:00Z')
  t.equal(await remindOfAccessEnd(app), 2, 'a new date gets a new reminder')
})

t.test('staff see and set the end of access of a 1.3 course', async t => {
  const { app, me, by13, ends, ends13 } = await scene(t)
  const url = `/activate_course/${by13.token}`
  const page = await me.open(url)
  t.match(textOf(page.body), "Access ends 12/20/26: the course's end in the LMS")
  const lti_course_id = String(by13.course.id)
  const fields = { lti_course_id, product_code: 'A', seen: seenIn(page.body), intent: 'change' }
  const late = await me.send(url, { ...fields, access_until: '2026-11-20' })
  t.match(late, { status: 422, body: 'The date must be today or later.' })
  t.match(late.body, 'value="2026-11-20"', 'what was typed stays')
  const done = await me.send(url, { ...fields, access_until: '2027-02-01' })
  t.match(textOf(done.body), 'Changed.')
  t.match(textOf(done.body), 'Access ends 02/01/27: the date set on this course')
  t.equal((await jobsOf(app, 'move-access-ends')).length, 1)
  await moveAccessEndsNow(app)
  t.equal(await ends13(), LAST_MOMENT['2027-02-01'])
  t.equal(await ends(), new Date(TERM).toISOString())
  const again = { ...fields, seen: seenIn(done.body), access_until: '2027-02-01' }
  t.match(textOf((await me.send(url, again)).body), 'Nothing was changed.')
  t.match(await me.send(url, { ...fields, access_until: '' }), { status: 409 }, 'a stale form changes nothing')
})

t.test('the JSON calls set and show it', async t => {
  const { me, by13, course } = await scene(t)
  const shown = async (id: number) => (await me.call('GET', `/api/lti_courses/${id}`)).data.lti_course
  t.match(await shown(course.id), {
    access_until: null,
    access_ends: { at: new Date(TERM).toISOString(), because: 'lms_date' },
  })
  const body = { lti_course: { product_ids: (await shown(course.id)).products.map((p: { id: number }) => p.id) } }
  const set = (access_until?: string | null) =>
    me.call('POST', '/twa/activate_lti_course/ctx-1', { lti_course: { ...body.lti_course, access_until } })
  t.match(await set('2027-02-01T12:00:00Z'), {
    data: { lti_course: { access_until: '2027-02-01T12:00:00.000Z', access_ends: { because: 'course_date' } } },
  })
  t.match((await set()).data.lti_course, { access_until: '2027-02-01T12:00:00.000Z' }, 'omitted: unchanged')
  t.match(await set('2026-11-01T12:00:00Z'), { status: 422, data: { reason: 'access_date_in_past' } })
  t.match((await set(null)).data.lti_course, { access_until: null, access_ends: { because: 'lms_date' } })
  const call = { token: by13.token, product_code: 'A', access_until: '2027-02-01T12:00:00Z' }
  t.match(await me.call('POST', '/twa/activate_course', call), { status: 200 })
  t.match(await me.call('POST', '/twa/activate_course', { ...call, access_until: '2026-11-01T12:00:00Z' }), {
    status: 422,
    data: { reason: 'access_date_in_past' },
  })
  t.match(await shown(by13.course.id), { access_until: '2027-02-01T12:00:00.000Z' })
})

t.test('a date of the LMS extends access that is running, and never shortens it', async t => {
  const { app, open, ends } = await scene(t)
  await open({ custom_section_end_at: '2026-12-01T06:00:00Z' })
  await moveAccessEndsNow(app)
  t.equal(await ends(), new Date(TERM).toISOString())
  await Promise.all([1, 2, 3].map(() => open({ custom_section_end_at: '2027-01-15T06:00:00Z' })))
  t.ok((await jobsOf(app, 'move-access-ends')).length > 0)
  await Promise.all([moveAccessEndsNow(app), moveAccessEndsNow(app)])
  t.equal(await ends(), '2027-01-15T06:00:00.000Z')
  const before = (await jobsOf(app, 'move-access-ends')).length
  await open({ custom_section_end_at: '2027-01-15T06:00:00Z' })
  t.equal((await jobsOf(app, 'move-access-ends')).length, before, 'the same date again queues nothing')
})

t.test('reminders use the course’s date even if the job that moves dates failed', async t => {
  const { app, ends } = await scene(t)
  await app.db.client.query("update courses set term_ends_at = '2027-01-15T06:00:00Z'")
  app.clock.set('2026-12-10T15:00:00Z')
  t.equal(await remindOfAccessEnd(app), 0)
  t.equal(await ends(), '2027-01-15T06:00:00.000Z')
})

t.test('yearly access of a school extends everyone’s access, and turning it off shortens nothing', async t => {
  const { app, school, me, ends, ends13, open } = await scene(t)
  const year = '2027-11-21T15:00:00.000Z'
  const yearly = (yearly_access: boolean) => me.call('POST', '/twa/update_consumer', { key: school.key, yearly_access })
  t.match((await yearly(true)).data.updated_consumer, { yearly_access: true })
  await moveAccessEndsNow(app)
  t.equal(await ends(), year)
  t.equal(await ends13(), new Date(TERM).toISOString(), 'not in another school')
  t.match(textOf((await me.open('/course/ctx-1')).body), 'one year, as this school has yearly access')
  const ben = await open({ user_id: 'ben' })
  await redeem(app, ben.token, await makeCode(app, 'A'))
  t.equal((await enrollmentRow(app, ben.token)).accessEndsAt?.toISOString(), year)
  await yearly(false)
  await moveAccessEndsNow(app)
  t.equal(await ends(), year)
  const [deployment] = await deploymentRows(app)
  const form = {
    name: deployment?.school ?? '',
    accepts_payment: 'yes',
    accepts_access_code: 'yes',
    yearly_access: 'yes',
  }
  const saved = await me.send(`/schools/${deployment?.schoolId}`, { ...form, intent: 'update' })
  t.match(textOf(saved.body), 'Yearly access yes')
  await moveAccessEndsNow(app)
  t.equal(await ends13(), year)
})
