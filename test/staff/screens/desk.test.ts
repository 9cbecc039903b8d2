import t from 'tap'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { localTime } from '#src/core/rules/business-day.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { launchDiary, moveSuggestions } from '#src/lti/store/schema.ts'
import { MAX_NOTICE } from '#src/messages/rules/site-notice.ts'
import { setNotice } from '#src/messages/site-notice.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { countOf } from '../../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'
import { watchStatements } from '../../support/statements.ts'

/** Other staff pages: audit, launches, help requests, moves from 1.1, the notice. */
const idOf = (body: string): string => tagsOf(body, 'input').find(i => i.name === 'id')?.value ?? ''

t.test('the audit is filtered on the page and exported as CSV by managers only', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const { token } = await launch(app, school.key)
  await me.open(`/token?token=${token}`)
  await me.send('/manage_consumer', { key: 'new_school', name: '=SUM(A1)', intent: 'create' })
  const first = (await me.open('/audit')).body
  t.match(textOf(first), 'School created')
  t.match(textOf(first), 'Times are in Central Time.')
  t.notMatch(textOf(first), 'Viewed Person Ana', 'the changes are not drowned')
  const all = (await me.open('/audit?looks=yes')).body
  t.match(textOf(all), 'Viewed Person Ana')
  t.match(textOf((await me.open('/audit?kind=course')).body), 'No entries match.')
  t.match(textOf((await me.open('/audit?q=new_school')).body), '1 match')
  t.match(textOf((await me.open('/audit?q=other_school')).body), '0 matches')
  const saved = await me.open('/audit?q=new_school&as=csv')
  t.match(saved.body, /^When,Who,What,About,Before,After,Reason\r\n.*Z,Sam Staff,School created,school =SUM/)
  t.equal(await countOf(app, "audit where action = 'export-list' and subject_key = 'audit'"), 1)
  t.equal((await (await signedIn(app, 'support')).open('/audit?as=csv')).status, 403)
})

t.test('audit lines link to their subject, with a constant number of statements', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token, platform } = await makeMembership(app, ['A'])
  const ana = await launch(app, school.key, { context_id: 'ctx-1', lis_person_name_full: 'Ana Ruiz' })
  const line = { actor: 'system', action: 'process', at: app.clock.now() }
  await app.db.orm.insert(audit).values({ ...line, subjectKind: 'notice' })
  await me.open('/audit')
  const seen = watchStatements(t)
  // The launch diary is written a moment later, and the notice is read once in ten seconds.
  const countStatements = () => seen.splice(0).filter(name => !/launch_diary|"notices"/.test(name)).length
  await me.open('/audit')
  const few = countStatements()
  const [row, member] = [await findEntitlement(app, ana.token), await findEntitlement(app, token)]
  const about = (subjectKind: string, more: object) => ({ ...line, subjectKind, ...more })
  await app.db.orm
    .insert(audit)
    .values([
      about('entitlement', { subjectId: row?.id }),
      about('entitlement', { subjectId: member?.id }),
      about('course', { subjectId: course.id }),
      about('course', { subjectId: member?.course.id }),
      about('school', { subjectId: school.schoolId }),
      about('platform', { subjectId: platform.id }),
      about('person', { subjectKey: 'ana@school.example' }),
      about('entitlement', { subjectId: 999_999 }),
    ])
  seen.splice(0)
  const { body } = await me.open('/audit')
  t.equal(countStatements(), few, 'no statement per line')
  const links = tagsOf(body, 'a').map(a => a.href)
  for (const href of [
    `/token?token=${ana.token}`,
    `/token?token=${token}`,
    `/courses/${course.id}`,
    `/courses/${member?.course.id}`,
    `/schools/${school.schoolId}`,
    '/email/ana%40school.example',
  ])
    t.ok(links.includes(href), href)
  t.match(textOf(body), `Person in a course Ana Ruiz , ${courseName(row!.course)}`)
  t.match(textOf(body), `School ${school.name}`)
  t.match(textOf(body), `Platform ${platform.domain}`)
  t.match(textOf(body), 'Person in a course 999999', 'a deleted subject')
})

t.test('the export reads batches and returns each line once', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const line = { actor: 'system', action: 'test', subjectKind: 'notice' }
  await app.db.orm.insert(audit).values(Array.from({ length: 2500 }, (_, i) => ({ ...line, subjectKey: `n${i}` })))
  const csv = await app.server.inject({ url: '/audit?as=csv', headers: { cookie: me.cookie } })
  const keys = csv.body.split('\r\n').flatMap(row => row.match(/,notice (n\d+),/)?.[1] ?? [])
  t.equal(new Set(keys).size, 2500)
  t.equal(keys.length, 2500)
})

t.test('finds a launch in the diary by its reference', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.db.orm.insert(launchDiary).values([
    { reference: '7K4MQ-2XNRT', version: '1.1', outcome: 'signature', consumerKey: 'k', parameters: ['user_id'] },
    { reference: '7K4MQ-2XNRS', version: '1.1', outcome: 'pay', parameters: [] },
  ])
  const found = textOf((await me.open('/launches?reference=7k4mq-2xnrt')).body)
  t.match(found, 'The link could not be verified')
  t.match(found, 'Enter the shared secret again')
  t.match(textOf((await me.open('/launches')).body), 'opened the payment page')
  t.notMatch(textOf((await me.open('/launches?outcome=refused')).body), 'opened the payment page')
  t.match(await me.open('/launches?reference=nope'), { status: 404, body: 'No launch in the last 30 days' })
})

t.test('a help request shows the sender and the context, with links', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const text = 'My code?\nIt says used.'
  const about = (facts: Record<string, string>) => ({ email: 'ana@x.example', text, facts })
  await app.db.orm
    .insert(helpRequests)
    .values([
      about({ enroll_token: 'e_0123456789ab', course_id: '101', context_id: 'ctx-1', course_title: 'ASL by day' }),
      about({ lti_token: 'm_0123456789ab', context_id: 'ctx-3', course_title: 'ASL by 1.3', email: 'ana@x.example' }),
      about({ enroll_token: 'c_0123456789ab' }),
    ])
  const { rows } = await app.db.client.query('select id from help_requests order by id')
  const opened = await Promise.all(rows.map(r => me.open(`/help_requests?request=${r.id}`)))
  const body = opened.map(page => page.body).join(' ')
  t.match(body, text, 'keeps the line break')
  t.match(body, '"as-typed"')
  for (const link of ['/token?token=e_0123456789ab', '/token?token=m_0123456789ab', '/find?q=c_0123456789ab'])
    t.ok(
      tagsOf(body, 'a').some(a => a.href === link),
      link,
    )
  for (const context of ['ctx-1', 'ctx-3']) t.match(body, `<a href="/find?q=${context}">${context}</a>`)
  for (const label of ['Enrollment', 'Membership', 'Join link', 'Course in Canvas', 'Context ID'])
    t.match(textOf(body), label)
  t.notMatch(textOf(body), /[a-z]_(id|token|title)/, 'no field names')
})

t.test('a help request leads to the person and the course of its link, the oldest first', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL by day' })
  const { token } = await launch(app, school.key, { context_id: 'ctx-1', lis_person_name_full: 'Ana Ruiz' })
  const about = { email: 'ana@x.example', facts: { enroll_token: token, course_title: 'ASL by day' } }
  await app.db.orm.insert(helpRequests).values([
    { ...about, text: 'second' },
    { ...about, text: 'first', at: new Date('2026-01-01T12:00:00Z') },
    { ...about, text: 'done before', answeredAt: app.clock.now() },
  ])
  const { body } = await me.open('/help_requests?state=all')
  t.match(textOf(body), /first .*second .*done before/s)
  const links = (html: string, to: RegExp) => tagsOf(html, 'a').filter(a => to.test(a.href ?? '')).length
  t.equal(links(body, new RegExp(`/courses/${course.id}`)), 3, 'also of an answered one')
  const opened = await me.open(`/help_requests?request=${body.match(/request=(\d+)/)?.[1]}`)
  t.ok(links(opened.body, /\/people\/\d+/) > 0)
  t.notMatch((await me.open('/help_requests')).body, 'done before')
})

t.test('confirming a move from 1.1 gives the person access, once', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token: old } = await launch(app, school.key)
  await me.call('POST', '/twa/process_enrollment', { token: old })
  const { token } = await makeMembership(app, ['A'])
  const [was, is] = await app.db.orm.select().from(entitlements).orderBy(entitlements.id)
  await app.db.orm.insert(moveSuggestions).values({ fromId: was!.id, toId: is!.id, reason: 'It says so.' })
  const id = idOf((await me.open('/moved_from_1_1')).body)
  const both = await Promise.all([1, 2].map(() => me.post('/moved_from_1_1', { id, intent: 'same' })))
  t.strictSame(both.map(p => p.status).sort(), [303, 409])
  t.match(
    textOf((await me.open(`/token?token=${token}`)).body),
    'How they got access because the same person already had access',
  )
})

t.test('a site notice is dismissed by each person for themselves', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  t.match(await me.send('/notice', { text: ' ', intent: 'set' }), { status: 422 })
  const long = 'x'.repeat(MAX_NOTICE + 1)
  t.match(await me.send('/notice', { text: long, intent: 'set' }), { status: 422, body: 'At most 300 characters.' })
  for (const [text, reason] of [
    [long, 'notice_too_long'],
    [' ', 'notice_empty'],
  ] as const)
    t.strictSame(await setNotice(app, { text, textEs: null, endsAt: null }, me.staff), { ok: false, reason })
  await me.send('/notice', { text: 'Canvas is down <b>today</b>.', intent: 'set' })
  app.clock.advance(11_000)
  const home = await app.server.inject({ url: '/home' })
  t.match(textOf(home.body), 'Canvas is down <b>today</b>.')
  t.match((await app.server.inject({ url: '/dictionary' })).body, 'Canvas is down', 'also on pages without the bar')
  const answer = await app.server.inject({
    method: 'POST',
    url: '/dismiss',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `id=${idOf(home.body)}&back=%2Fhome`,
  })
  t.equal(answer.headers.location, '/home')
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  t.notMatch((await app.server.inject({ url: '/home', headers: { cookie } })).body, 'Canvas is down')
  for (let i = 0; i < 2; i++)
    await app.db.client.query("insert into notices (text, created_at) values ('set at the same moment', now())")
  await me.send('/notice', { intent: 'end' })
  app.clock.advance(11_000)
  t.equal(await countOf(app, 'notices where ended_at is null'), 0, 'no older notice comes back')
  t.notMatch((await app.server.inject({ url: '/home' })).body, 'Canvas is down')
})

t.test('a site notice is in both languages and ends by itself', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const seen = async (lang: string) => {
    app.clock.advance(11_000)
    return textOf((await app.server.inject({ url: `/home?lang=${lang}` })).body)
  }
  const notice = { intent: 'set', text: 'Down at noon.', text_es: 'Sin servicio al mediodía.' }
  const past = await me.send('/notice', { ...notice, ends_at: '2020-01-01T10:00' })
  t.match(past, { status: 422, body: 'Choose a time that is still to come.' })
  t.equal((await me.send('/notice', { ...notice, ends_at: 'soon' })).status, 422)
  const until = new Date(app.clock.now().getTime() + 3_600_000)
  await me.send('/notice', { ...notice, ends_at: localTime(until, 'America/Chicago') })
  t.match(await seen('en'), 'Down at noon.')
  t.match(await seen('es'), 'Sin servicio al mediodía.')
  await me.send('/notice', { ...notice, text_es: '', ends_at: localTime(until, 'America/Chicago') })
  t.match(await seen('es'), 'Down at noon.', 'without a Spanish text')
  t.match(await me.send('/notice', { intent: 'undo' }), { status: 200 })
  t.match(await seen('es'), 'Sin servicio al mediodía.', 'undone with its language and end')
  app.clock.advance(3_600_000)
  t.notMatch(await seen('en'), 'Down at noon.')
  t.match(textOf((await me.open('/notice')).body), 'There is no notice.')
})
