import t from 'tap'
import { staffCommand } from '#src/staff/staff-command.ts'
import { staffScreens } from '#views/staff/screens.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const OTHERS = 'Your role covers some schools only, and this concerns others too. Ask a manager.'
const EMAIL = 'ana@school.example'
/** Open to a colleague of some schools, since they show nothing of others. */
const OPEN = '/token /email /course /activate_course /account /your_name /confirm_sign_in /about'.split(' ')

/** Two schools with the same student and context id, and a manager who sees the first. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const [mine, theirs] = [await makeConsumer(app), await makeConsumer(app)]
  for (const { id } of [mine, theirs]) await makeCourse(app, id, ['A'], { contextId: 'ctx-1' })
  const student = { lis_person_contact_email_primary: EMAIL }
  const here = (await launch(app, mine.key, student)).token
  const there = (await launch(app, theirs.key, student)).token
  const { token: member } = await makeMembership(app, ['A'])
  const me = await signedIn(app)
  await staffCommand(app.db, ['limit', me.staff.email, mine.key])
  return { app, me, mine, theirs, here, there, member }
}

t.test('every page that does not declare it is closed to a colleague of some schools', async t => {
  const { me } = await scene(t)
  for (const { path, submit } of staffScreens) {
    const url = [path].flat()[0]!.replace(/\/:\w+\??/g, '/1')
    const isOpen = OPEN.includes(url)
    const { status, body } = await me.open(url)
    t.equal(status === 403, !isOpen, url)
    if (!isOpen) t.match(textOf(body), OTHERS, url)
    const [intent] = Object.keys(submit ?? {})
    if (intent && !isOpen) t.equal((await me.post(url, { intent })).status, 403, `${url} ${intent}`)
  }
  const { body } = await me.open('/account')
  t.notMatch(body, 'href="/codes"', 'the menu has what they may open')
  t.match(body, 'href="/token"')
})

t.test('every call that does not declare it is closed to them', async t => {
  const { app, me } = await scene(t)
  const manager = await signedIn(app, 'manager', 'all@example.com')
  const { paths } = (await manager.call('GET', '/api/openapi.json')).data
  let closed = 0
  for (const [path, methods] of Object.entries(paths as Record<string, object>))
    for (const [method, { security }] of Object.entries(methods as Record<string, { security?: object[] }>)) {
      if (!security) continue
      const url = path.replace(/\{\w+\}/g, '1')
      const { status, data } = await me.call(method.toUpperCase() as 'GET' | 'POST', url, {})
      const isOpen =
        /enrollment|membership|rotate_token|activate_(lti_)?course|lti_courses|passkey|confirm/.test(path) &&
        !/waiting/.test(path)
      t.equal(data?.error === OTHERS, !isOpen, `${method} ${path} ${status}`)
      if (!isOpen) closed++
    }
  t.ok(closed > 20, `${closed} calls are closed`)
})

const answersOf = async (app: TestApp, me: Awaited<ReturnType<typeof signedIn>>, token: string) => {
  const kind = token.startsWith('m_') ? 'membership' : 'enrollment'
  const calls: [string, object][] = [
    [`/twa/get_${kind}`, { token }],
    [`/twa/process_${kind}`, { token, reason: 'paid by check' }],
    [`/twa/unprocess_${kind}`, { token, reason: 'a mistake' }],
    ['/twa/activate_course', { token, product_code: 'A', create_coupon: true }],
    ['/twa/rotate_token', { token, reason: 'lost' }],
  ]
  const statuses: number[] = [(await me.open(`/token?token=${token}`)).status]
  for (const [url, body] of calls) statuses.push((await me.call('POST', url, body)).status)
  return {
    statuses,
    audited: await countOf(app, "audit where action in ('process', 'rotate-token', 'activate-course')"),
  }
}

t.test('records of other schools are not found, and nothing of them changes', async t => {
  const { app, me, there, here, member } = await scene(t)
  for (const token of [there, member]) {
    const { statuses, audited } = await answersOf(app, me, token)
    t.ok(
      statuses.every(status => status === 404 || status === 422),
      `${token}: ${statuses}`,
    )
    t.equal(audited, 0)
  }
  t.strictSame((await answersOf(app, me, here)).statuses.slice(0, 3), [200, 200, 200], 'their own school')
})

t.test('an email and a context id of two schools show the own one', async t => {
  const { me, here, there, mine } = await scene(t)
  const byEmail = textOf((await me.open(`/email/${EMAIL}`)).body)
  t.match(byEmail, mine.key)
  const { data } = await me.call('POST', '/twa/get_enrollments', { email: EMAIL })
  t.match(JSON.stringify(data), here)
  t.notMatch(JSON.stringify(data), there)
  const courses = (await me.call('GET', '/twa/get_lti_courses/ctx-1')).data.lti_courses
  t.equal(courses.length, 1)
  const body = { lti_course: { product_ids: [] }, lti_course_id: courses[0].id + 1 }
  t.equal((await me.call('POST', '/twa/activate_lti_course/ctx-1', body)).status, 404)
})

t.test('the limit is set, shown, lifted and audited', async t => {
  const { app, me, mine } = await scene(t)
  const { email } = me.staff
  t.match(textOf((await me.open('/account')).body), `You see these schools only: ${mine.key}.`)
  t.match(await staffCommand(app.db, ['list']), [/manager \(some schools\)/])
  await t.rejects(staffCommand(app.db, ['limit', email, 'nowhere']), /is not a school/)
  await t.rejects(staffCommand(app.db, ['limit', 'x@example.com', mine.key]), /is not a staff user/)
  await app.db.client.query('delete from staff_schools')
  t.equal((await me.open(`/course?context_id=ctx-1`)).status, 404, 'without a school they see nothing')
  await staffCommand(app.db, ['unlimit', email])
  t.equal((await me.open('/codes')).status, 200)
  t.equal(await countOf(app, "audit where action = 'limit-staff' and actor = 'system'"), 2)
})
