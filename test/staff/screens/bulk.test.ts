import { eq } from 'drizzle-orm'
import t from 'tap'
import { moveToCourse } from '#src/access/course-moves.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { findLtiCourses } from '#src/courses/courses.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { press } from '../../support/press.ts'
import { countOf, enrollmentRow } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../../support/school.ts'
import { buy, COMPLETED, deliver, shop } from '../../support/shop.ts'
import { signedIn } from '../../support/staff.ts'
import type { Test } from '../../support/test.ts'

const office = async (t: Test) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  return { app, me: await signedIn(app), school }
}

t.test('ticked courses get new dates at once, each with its line in the audit', async t => {
  const { app, me, school } = await office(t)
  const made = []
  for (const title of ['Bulk 1', 'Bulk 2', 'Bulk 3'])
    made.push(await makeCourse(app, school.id, ['A'], { title, contextId: title.replace(' ', '-') }))
  const rows = [made.map(c => c.id).join('|')]
  const over = { action: 'dates', access_until: '2031-06-30', sign_up_until: '', rows }
  const asked = await me.send('/course?q=Bulk', { ...over, rows: rows[0]!, intent: 'bulk' })
  t.match(textOf(asked.body), 'Set dates: 3 of 3')
  t.match(textOf(asked.body), 'Access until: none → 06/30/31.')
  t.equal((await findLtiCourses(app, 'Bulk-1', me.staff))[0]?.accessUntil, null, 'nothing changed yet')
  const answer = await press(app, me, { at: '/course?q=Bulk', intent: 'bulk', over })
  t.match(answer, { status: 303, location: '/course?' })
  t.match(textOf((await me.open(answer.location)).body), 'Set dates: done for 3 of 3.')
  for (const { contextId } of made) t.ok((await findLtiCourses(app, contextId, me.staff))[0]?.accessUntil, contextId)
  const lines = await app.db.orm.select().from(audit).where(eq(audit.action, 'activate-course'))
  t.strictSame(
    lines.map(line => line.reason),
    ['as told', 'as told', 'as told'],
  )
  const again = await me.send('/course', { ...over, rows: rows[0]!, intent: 'bulk' })
  t.match(textOf(again.body), 'Has these dates already.')
  t.match(textOf(again.body), 'Set dates: 0 of 3')
  const past = await me.send('/course', { ...over, access_until: '2020-01-01', rows: rows[0]!, intent: 'bulk' })
  t.match(textOf(past.body), 'The date must be today or later.')
})

const faults: { what: string; fields: Record<string, string>; says: string }[] = [
  { what: 'no row', fields: { action: 'dates', access_until: '2031-06-30' }, says: 'Tick at least one row.' },
  { what: 'no date', fields: { action: 'dates', rows: '1' }, says: 'Enter a date.' },
  { what: 'no real date', fields: { action: 'dates', access_until: 'soon', rows: '1' }, says: 'not valid' },
  { what: 'no product', fields: { action: 'activate', rows: '1' }, says: 'Choose a product.' },
  { what: 'an action of another list', fields: { action: 'void', rows: 'A' }, says: 'Choose an action.' },
]

t.test('says what is missing', async t => {
  const { me } = await office(t)
  for (const { what, fields, says } of faults)
    t.match(await me.post('/course', { ...fields, intent: 'bulk' }), { status: 422, body: says }, what)
})

t.test('students move to another course with their code or payment', async t => {
  const given = await shop(t)
  const { app, school, course } = given
  const me = await signedIn(app)
  const right = await makeCourse(app, school.id, ['A'], { title: 'Right Section', contextId: 'right' })
  await makeCourse(app, school.id, ['A', 'B'], { title: 'Two Products', contextId: 'two' })
  const come = (user_id: string, context_id = course.contextId) => launch(app, school.key, { context_id, user_id })
  const [byCode, byCard, byStaff, without] = [
    (await come('code')).token,
    (await come('card')).token,
    (await come('staff')).token,
    (await come('none')).token,
  ]
  const code = await makeCode(app, 'A')
  await redeem(app, byCode, code)
  await buy({ ...given, token: byCard })
  await deliver(given, COMPLETED)
  await press(app, me, { at: `/token?token=${byStaff}`, intent: 'process', over: { reason: 'by check' } })
  const tokens = [byCode, byCard, byStaff, without]
  const move = (other_course: string) => ({ action: 'move', other_course, rows: tokens.join('|'), intent: 'bulk' })
  t.match(
    textOf((await me.send('/token', move('two'))).body),
    'That course needs Product B, which they have not bought.',
  )
  t.match(textOf((await me.send('/token', move('nowhere'))).body), 'no such course')
  const asked = textOf((await me.send('/token', move('right sec'))).body)
  t.match(asked, 'Move: 3 of 4')
  t.match(asked, 'with the card payment. Access moves along.')
  t.match(asked, 'They have no access, no code and no payment to move.')
  const answer = await press(app, me, { at: '/token', intent: 'bulk', over: { ...move('right'), rows: tokens } })
  t.match(textOf((await me.open(answer.location)).body), 'Move: done for 3 of 4.')
  for (const [user, old, source] of [
    ['code', byCode, 'code'],
    ['card', byCard, 'card'],
    ['staff', byStaff, 'staff'],
  ] as const) {
    const there = await enrollmentRow(app, (await come(user, right.contextId)).token)
    t.match(there, { source, courseId: right.id }, user)
    t.match(await enrollmentRow(app, old), { processedAt: null, source: null }, `${user}, before`)
  }
  const { token } = await come('code', right.contextId)
  t.match((await me.open(`/access_code/${code}`)).body, token, 'the code counts for the new row')
  t.match(textOf((await me.send('/token', move('right'))).body), 'Move: 0 of 4', 'a second time moves nobody')
})

t.test('a move that is sent twice at once moves once; a code that waits for more moves along', async t => {
  const { app, me, school } = await office(t)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'from' })
  const to = await makeCourse(app, school.id, ['A', 'B'], { contextId: 'to' })
  const come = async (context_id: string) => (await launch(app, school.key, { context_id, user_id: 'ana' })).token
  const token = await come('from')
  await redeem(app, token, await makeCode(app, 'A'))
  const move = () => moveToCourse(app, { token, course: 'to', reason: 'wrong section' }, me.staff)
  const both = await Promise.all([move(), move()])
  t.strictSame(both.map(result => result.ok).sort(), [false, true])
  t.match(
    both.find(result => !result.ok),
    { reason: 'nothing_to_move' },
  )
  const there = await come('to')
  t.match(await enrollmentRow(app, there), { courseId: to.id, processedAt: null })
  t.match(await redeem(app, there, await makeCode(app, 'B')), { status: 'PROCESSED' })
  t.match(await redeem(app, token, await makeCode(app, 'B')), { status: 'OK' }, 'the old course asks for all again')
})

const refusedMoves: { what: string; to: string; reason: string }[] = [
  { what: 'the course they are in', to: 'from', reason: 'same_course' },
  { what: 'a course of another school', to: 'elsewhere', reason: 'course_not_found' },
  { what: 'a name that two courses have', to: 'Twin', reason: 'course_ambiguous' },
  { what: 'a course without a product', to: 'empty', reason: 'course_not_activated' },
]

t.test('refuses a move, and adds no row', async t => {
  const { app, me, school } = await office(t)
  const other = await makeConsumer(app)
  await makeCourse(app, other.id, ['A'], { contextId: 'elsewhere' })
  await makeCourse(app, school.id, ['A'], { contextId: 'from' })
  await makeCourse(app, school.id, [], { contextId: 'empty' })
  for (const contextId of ['twin-1', 'twin-2']) await makeCourse(app, school.id, ['A'], { contextId, title: 'Twin' })
  const { token } = await launch(app, school.key, { context_id: 'from' })
  await redeem(app, token, await makeCode(app, 'A'))
  const before = await countOf(app, 'entitlements')
  for (const { what, to, reason } of refusedMoves)
    t.match(await moveToCourse(app, { token, course: to, reason: 'x' }, me.staff), { ok: false, reason }, what)
  t.equal(await countOf(app, 'entitlements'), before)
})

t.test('ticked codes are extended and voided; their uses stay', async t => {
  const { app, me, school } = await office(t)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx' })
  for (const couponCode of ['VOID-1', 'VOID-2']) await makeCode(app, 'A', { couponCode, maxUsage: 2 })
  const come = async (user_id: string) => (await launch(app, school.key, { context_id: 'ctx', user_id })).token
  const first = await come('first')
  await redeem(app, first, 'VOID-1')
  const rows = ['VOID-1', 'VOID-2']
  const at = '/access_code'
  await press(app, me, { at, intent: 'bulk', over: { action: 'extend', good_until: '2031-06-30', rows } })
  t.match(textOf((await me.open(at)).body), '06/30/31')
  await press(app, me, { at, intent: 'bulk', over: { action: 'void', rows } })
  t.match(await redeem(app, await come('second'), 'VOID-1'), { http: 404 })
  t.ok((await enrollmentRow(app, first)).processedAt, 'who used it keeps access')
  const again = await me.send(at, { intent: 'bulk', action: 'extend', good_until: '2031-07-30', rows: rows.join('|') })
  t.match(textOf(again.body), 'Void already.')
  await press(app, me, { at: '/access_code/VOID-2', intent: 'change', over: { max_usage: '2' } })
  t.match(await redeem(app, await come('third'), 'VOID-2'), { status: 'PROCESSED' }, 'a change makes it valid again')
})
