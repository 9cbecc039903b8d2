import t from 'tap'
import { processMessages } from '#src/access/rules/access-refusals.ts'
import { joinSchools } from '#src/schools/join-schools.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership, makePlatform } from '../../support/platform.ts'
import { countOf } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../../support/school.ts'
import { limitSchools, signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'
import { until } from '../../support/until.ts'

/** One page for each thing: course, school, payment, batch. */
const linksOf = (body: string) => tagsOf(body, 'a').map(a => (a.href ?? '').replaceAll('&amp;', '&'))

t.test('a course: its class by step, what is left, and links to its settings and school', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'c', title: 'Evening ASL' })
  const come = (over = {}) => launch(app, school.key, { context_id: 'c', context_title: 'Evening ASL', ...over })
  const { token } = await come()
  await redeem(app, token, await makeCode(app, 'A'))
  await come()
  await come({ roles: 'Instructor' })
  await app.db.client.query('update entitlements set agreed_at = null where token <> $1', [token])
  const { body } = await me.open(`/courses/${course.id}`)
  t.match(textOf(body), '1 of 2 students have access. 1 only opened it.')
  t.match(textOf(body), 'Opened the course 1')
  t.match(textOf(body), 'A teacher has opened it.')
  const links = linksOf(body)
  for (const href of [`/schools/${school.schoolId}`, `/token?course=${course.id}`]) t.ok(links.includes(href), href)
  const door = await me.open(`/course/c?id=${course.id}`)
  t.ok(linksOf(door.body).includes(`/courses/${course.id}`))
  for (const [page, action] of [
    [body, `/courses/${course.id}`],
    [door.body, `/course/c?id=${course.id}`],
  ] as const) {
    t.match(textOf(page), 'A teacher has opened it.', 'the same panel')
    t.ok(
      tagsOf(page, 'form').some(form => form.action === action),
      `it posts to ${action}`,
    )
  }
  t.equal((await me.open('/courses/999')).status, 404)
  t.equal((await me.open('/courses/x')).status, 404)

  const { token: by13 } = await makeMembership(app, ['A'])
  const { rows } = await app.db.client.query("select course_id as id from entitlements where kind = 'membership'")
  for (const action of [`/courses/${rows[0].id}`, `/activate_course/${by13}`]) {
    const page = (await me.open(action)).body
    t.ok(
      tagsOf(page, 'form').some(form => form.action === action),
      `it posts to ${action}`,
    )
    t.match(textOf(page), `Current product`)
  }
})

t.test('a hosted course shows its content copies', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { isHosted: true })
  const canvas = { canvasDomain: 'canvas.example', canvasCourseId: '7' }
  const { id } = await makeCourse(app, school.id, ['A'], { contextId: 'c', ...canvas })
  t.match(textOf((await me.open(`/courses/${id}`)).body), 'No content was copied into it yet.')
  await app.db.client.query(`with course as (insert into canvas_courses (domain, id, next_poll_at) values ('canvas.example', '7', now()) returning id)
    insert into content_migrations (domain, course_id, id, workflow_state, source_course_name, completion)
    select 'canvas.example', id, '1', 'running', 'Blueprint', 40 from course`)
  t.match(textOf((await me.open(`/courses/${id}`)).body), 'Content copies From State Done Blueprint running 40%')
})

t.test('a school: settings, courses, seats, launches and notes, only for roles that cover it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [here, there] = [await makeConsumer(app, { name: 'River High' }), await makeConsumer(app)]
  const course = await makeCourse(app, here.id, ['A'], { contextId: 'c', title: 'Evening ASL' })
  const { token } = await launch(app, here.key, { context_id: 'c', context_title: 'Evening ASL' })
  await redeem(app, token, await makeCode(app, 'A'))
  await launch(app, here.key, {}, { secret: 'wrong' })
  await until('the diary has both', async () => (await countOf(app, 'launch_diary')) === 2)
  // Practice data adds older launches after newer ones.
  await app.db.client.query(
    `insert into launch_diary (at, reference, version, outcome, parameters, consumer_key)
     select at - interval '5 days', 'AAAAA-BBBBB', version, outcome, parameters, 'other' from launch_diary limit 1`,
  )
  const codes = { product_code: 'A', count: '5', max_usage: '2', note: 'Bookstore', expires_at: '', code: '' }
  await me.send('/codes', { ...codes, school: `${here.schoolId}`, intent: 'make' })
  const url = `/schools/${here.schoolId}`
  const { body } = await me.open(url)
  const text = textOf(body)
  t.match(text, '1 course, 1 person has access.')
  t.match(text, "Students used 1 code in this school's courses. Codes not made for it count too.")
  t.match(text, /\d+ A 0 10 .* Bookstore/)
  t.match(text, '2 launches in the last 7 days. 1 refused, most often with “The link could not be verified”.')
  t.match(text, 'Its secret is in use')
  t.match(text, '1 of its last 2 launches were refused. Look at the reasons. Refused launches')
  const links = linksOf(body)
  t.match(text, `Key ${here.key}`)
  for (const href of [`/courses/${course.id}`, `/course?school=${here.schoolId}`])
    t.ok(
      links.some(link => decodeURIComponent(link) === href),
      href,
    )

  t.ok(linksOf((await me.open(`/manage_consumer?key=${here.key}`)).body).includes(url))
  const saved = await me.send(url, { contact: 'Jo Rivera', note: 'Orders in May', intent: 'note' })
  t.match(saved.body, 'Saved.')
  t.match((await me.open(url)).body, 'value="Jo Rivera"')
  t.equal(await countOf(app, `audit where action = 'note-school' and after::text not like '%Jo%'`), 1)
  t.match(await me.send(url, { contact: 'x'.repeat(301), note: '', intent: 'note' }), {
    status: 422,
    body: 'At most 300',
  })
  const viewer = await signedIn(app, 'viewer')
  t.equal((await viewer.send(url, { contact: '', note: '', intent: 'note' })).status, 403)

  await limitSchools(app.db, { email: viewer.staff.email, schoolIds: [there.schoolId] })
  t.equal((await viewer.open(url)).status, 404)
  const own = await viewer.open(`/schools/${there.schoolId}`)
  t.equal(own.status, 200)
  t.notMatch(own.body, 'Contact and notes')
})

/** A school with a course by each LTI version. */
const bothVersions = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const old = await makeConsumer(app, { name: 'River High' })
  await makeCourse(app, old.id, ['A'], { contextId: 'c', title: 'Evening ASL' })
  await launch(app, old.key, { context_id: 'c', context_title: 'Evening ASL' })
  await until('the diary has it', async () => (await countOf(app, 'launch_diary')) === 1)
  const { deployment } = await makeMembership(app, ['A'])
  const one = { staysId: old.schoolId, joinsId: deployment.schoolId! }
  t.match(await joinSchools(app, { ...one, name: 'River High', choices: {} }, me.staff), { ok: true })
  return { app, me, old, deployment, url: `/schools/${old.schoolId}` as const }
}

t.test('a school by both LTI versions is one page', async t => {
  const { me, old, deployment, url } = await bothVersions(t)
  const { body } = await me.open(url)
  const text = textOf(body)
  t.match(text, 'River High Uses LTI 1.1 and LTI 1.3.')
  t.match(text, '2 courses')
  t.match(text, 'Evening ASL')
  t.match(text, 'ASL by 1.3')
  t.match(text, '1 launch in the last 7 days')
  t.match(text, `Key ${old.key}`)
  t.ok(linksOf(body).includes(`/deployments?id=${deployment.id}`))
  t.match(body, `action="${url}"`)
  const link = (await me.send(url, { intent: 'link' })).body.match(/\/seats\/[\w.-]+/)?.[0] ?? ''
  t.match((await me.open(url)).body, link)
})

t.test('its contact and note can be undone, and a seat link withdrawn', async t => {
  const { app, me, url } = await bothVersions(t)
  await me.send(url, { contact: 'Jo Rivera', note: 'Orders in May', intent: 'note' })
  t.match((await me.open(url)).body, 'value="Jo Rivera"')
  await me.send(url, { contact: '', note: '', intent: 'undo' })
  t.notMatch((await me.open(url)).body, 'Jo Rivera')
  const link = (await me.send(url, { intent: 'link' })).body.match(/\/seats\/[\w.-]+/)?.[0] ?? ''
  t.equal((await app.server.inject({ url: link })).statusCode, 200)
  await me.send(url, { intent: 'withdraw', link: link.match(/\d+/)?.[0] ?? '' })
  t.equal((await app.server.inject({ url: link })).statusCode, 404)
})

t.test('a deployment that waits does not join a school of its name', async t => {
  const { app, me, old, url } = await bothVersions(t)
  const { deployment } = await makePlatform(app, { deployment: { status: 'waiting', seenName: 'river high' } })
  const { body } = await me.open(url)
  t.match(textOf(body), '2 courses')
  t.notOk(linksOf(body).includes(`/deployments?id=${deployment.id}`))
  const waiting = (await me.open(`/deployments?id=${deployment.id}`)).body
  const guess = tagsOf(waiting, 'option').find(o => o.value === String(old.schoolId))
  t.ok(guess && !('selected' in guess), 'it is offered, not chosen')
})

t.test('a role for a school covers all its connections, and no other school', async t => {
  const { app, me, url } = await bothVersions(t)
  const other = await makeConsumer(app)
  const viewer = await signedIn(app, 'viewer')
  const id = Number(url.split('/').at(-1))
  await limitSchools(app.db, { email: viewer.staff.email, schoolIds: [id] })
  const text = textOf((await viewer.open(url)).body)
  t.match(text, 'Uses LTI 1.1 and LTI 1.3.')
  t.match(text, 'ASL by 1.3')
  t.equal((await viewer.open(`/schools/${other.schoolId}`)).status, 404)
  t.equal((await me.open(`/schools/${other.schoolId}`)).status, 200)
})

t.test('a page that finds nothing leads back to a list or to the search', async t => {
  const me = await signedIn(await testApp(t))
  for (const [url, back] of [
    ['/schools/999', '/find'],
    ['/people/999', '/token'],
    ['/payments/999', '/payments'],
    ['/codes/999', '/codes'],
  ] as const) {
    const { status, body } = await me.open(url)
    t.equal(status, 404, url)
    t.match(body.replace(/^.*<main/s, ''), `<a href="${back}">`, url)
  }
})

t.test('a payment: what was bought, by whom, and its history', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'c' })
  const { token } = await launch(app, school.key, { context_id: 'c', lis_person_name_full: 'Lena Okonkwo' })
  const { rows } = await app.db.client.query(
    `insert into checkouts (stripe_session_id, entitlement_id, course_id, amount, total, currency, livemode, status, payment_intent, expires_at)
     select 'cs_' || n, e.id, e.course_id, 4900, 5000 + n, 'usd', true, 'paid', 'pi_' || n, now() from entitlements e, generate_series(1, 2) n
     where e.token = $1 returning id`,
    [token],
  )
  const { body } = await me.open(`/payments/${rows[0].id}`)
  t.match(textOf(body), 'Payment of $50.01 Lena Okonkwo')
  t.notMatch(body, '$50.02', 'only this payment')
  const [person] = (await app.db.client.query('select id from people')).rows
  t.ok(linksOf(body).includes(`/people/${person.id}`))
  t.ok(linksOf((await me.open('/payments')).body).includes(`/payments/${rows[0].id}`))
  t.equal((await me.open('/payments/999')).status, 404)
})

t.test('a person: every row, fixes and what happened, reached from where they are named', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [one, two] = [await makeConsumer(app), await makeConsumer(app)]
  for (const { id } of [one, two]) await makeCourse(app, id, ['A'], { contextId: 'c', title: `Course of ${id}` })
  const come = (key: string) =>
    launch(app, key, {
      context_id: 'c',
      lis_person_name_full: 'Lena Okonkwo',
      lis_person_contact_email_primary: 'lena@school.example',
    })
  const { token } = await come(one.key)
  await come(two.key)
  const [{ id }] = (await app.db.client.query('select min(id) as id from people')).rows
  const url = `/people/${id}`
  const { body } = await me.open(url)
  for (const name of [one.name, two.name]) t.match(textOf(body), name, 'both schools')
  t.match(textOf(body), 'What happened')
  t.equal(await countOf(app, "audit where action = 'view' and subject_kind = 'person'"), 2, 'each view is recorded')
  const blank = await me.send(url, { token, reason: ' ', intent: 'process' })
  t.match(blank, { status: 422, body: processMessages.reason })
  t.match(textOf((await me.send(url, { token, reason: 'paid by check', intent: 'process' })).body), / has access\./)
  for (const from of [`/token/${token}`, '/token', '/audit?looks=yes'])
    t.ok(linksOf((await me.open(from)).body).includes(url), from)
  t.match((await me.open('/email/lena@school.example')).body, /href="\/people\/\d+"/)
  for (const none of ['/people/999', '/people/x']) t.equal((await me.open(none)).status, 404)
})

t.test('what waits and a launch lead to the pages of their course and school', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await launch(app, school.key, { context_id: 'new' })
  const { course, deployment } = await makeMembership(app, [])
  const [{ id }] = (await app.db.client.query("select id from courses where context_id = 'new'")).rows
  await until('the diary has it', async () => (await countOf(app, 'launch_diary')) === 1)
  const [{ reference }] = (await app.db.client.query('select reference from launch_diary')).rows
  const [of11, of13] = [`/schools/${school.schoolId}`, `/schools/${deployment.schoolId}`]
  const cases: [from: string, to: string[]][] = [
    ['/today', [`/courses/${id}`, `/courses/${course.id}`]],
    ['/waiting_courses', [`/courses/${id}`, `/courses/${course.id}`, of11, of13]],
    [`/launches?reference=${reference}`, [`/courses/${id}`, of11]],
  ]
  for (const [from, to] of cases) {
    const links = linksOf((await me.open(from)).body)
    for (const href of to) t.ok(links.includes(href), `${from} leads to ${href}`)
  }
})

t.test('a batch: seats used, the school, and who made it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { name: 'River High' })
  await makeProduct(app, 'A')
  const codes = { product_code: 'A', count: '5', max_usage: '2', note: '', expires_at: '', code: '' }
  await me.send('/codes', { ...codes, school: `${school.schoolId}`, intent: 'make' })
  await app.db.client.query('update coupons set used = 1 where id = (select min(id) from coupons)')
  const { body } = await me.open('/codes/1')
  t.match(textOf(body), 'Seats 1 of 10 used')
  t.match(textOf(body), 'Codes created')
  t.ok(linksOf(body).includes(`/schools/${school.schoolId}`))
  t.notMatch(body, 'value="make"', 'the page is about one batch')
})
