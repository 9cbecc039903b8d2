import { and, eq } from 'drizzle-orm'
import t from 'tap'
import { findForStaff } from '#src/access/tokens.ts'
import { lastAuditId } from '#src/core/audit/store/audit.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { UNDO_MS } from '#src/core/rules/audit.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { findConsumer } from '#src/schools/consumers.ts'
import { findSchool } from '#src/schools/schools.ts'
import { moveAccessEndsNow } from '../../support/access.ts'
import { testApp } from '../../support/app.ts'
import { tagsOf, textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { press } from '../../support/press.ts'
import { countOf } from '../../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

const TOO_LATE = { body: 'You can undo only your last change' }

t.test('a changed code is restored within 30 seconds, unless something changed since', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  const change = (max_usage: string, expires_at = '2027-06-30', who = me) =>
    who.send('/access_code/CODE-A-1', { coupon_code: 'CODE-A-1', max_usage, expires_at, intent: 'change' })
  const undo = (who = me) => who.send('/access_code/CODE-A-1', { intent: 'undo' })
  t.match(await undo(), TOO_LATE, 'nothing to undo')
  const changed = await change('7')
  t.match(textOf(changed.body), /Changed\. Undo/)
  const undone = textOf((await undo()).body)
  t.match(undone, 'Undone.')
  t.match(undone, '0/1')
  t.match(undone, 'no end date')
  t.match(await undo(), TOO_LATE, 'an undo is not undone')
  const lines = await app.db.orm
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'change-access-code'), eq(audit.reason, 'Undo')))
  t.match(lines, [{ before: { maxUsage: 7 }, after: { maxUsage: 1, expiresAt: null } }])
  await change('8')
  const colleague = await signedIn(app, 'manager', 'lee@example.com')
  t.match(await undo(colleague), TOO_LATE, 'a change of another')
  await change('9', '', colleague)
  t.match(await undo(), TOO_LATE, 'a colleague changed it since')
  await change('10')
  app.clock.advance(UNDO_MS + 1000)
  t.match(await undo(), TOO_LATE)
  t.match(textOf((await me.open('/access_code/CODE-A-1')).body), '0/10')
})

type App = Awaited<ReturnType<typeof testApp>>
type Change = [url: string, change: Record<string, string>, undo: Record<string, string>]

/** A change of each kind that has Undo: its page, what makes it, and what undoes it. */
const changes: Record<string, (app: App) => Promise<Change>> = {
  'change-access-code': async app => {
    const coupon_code = await makeCode(app, 'A')
    return [`/access_code/${coupon_code}`, { coupon_code, max_usage: '7', expires_at: '', intent: 'change' }, {}]
  },
  'set-notice': async () => ['/notice', { text: 'Closed on Monday.', intent: 'set' }, {}],
  'update-school': async app => {
    const { schoolId } = await makeConsumer(app)
    return [`/schools/${schoolId}`, { name: 'Ash', accepts_access_code: 'yes', intent: 'update' }, { of: 'update' }]
  },
  'note-school': async app => {
    const { schoolId } = await makeConsumer(app)
    return [`/schools/${schoolId}`, { contact: 'Kim', note: '', intent: 'note' }, { contact: '', note: '' }]
  },
  process: async app => {
    const school = await makeConsumer(app)
    await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
    const { token } = await launch(app, school.key)
    return [`/find?q=${token}`, { intent: 'process', token, reason: 'asked' }, { token }]
  },
}

for (const [action, make] of Object.entries(changes))
  t.test(`${action} is undone once, by who did it, within 30 seconds`, async t => {
    const app = await testApp(t)
    const me = await signedIn(app)
    const [url, change, fields] = await make(app)
    const undo = async (who = me) => (await who.post(url, { ...fields, intent: 'undo' })).status
    t.ok((await me.post(url, change)).status < 400)
    t.equal(await undo(await signedIn(app, 'manager', 'lee@example.com')), 409, 'a colleague')
    const all = await Promise.all(Array.from({ length: 5 }, () => undo()))
    t.strictSame([all.filter(status => status === 409).length, await undo()], [4, 409], 'at once, and again')
    t.equal(await countOf(app, `audit where action = '${action}' or reason = 'Undo'`), 2)
    await me.post(url, change)
    app.clock.advance(UNDO_MS + 1000)
    t.equal(await undo(), 409, 'too late')
  })

t.test('voided codes work again within 30 seconds, once, and only if none was touched since', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'A')
  const over = { product_code: 'A', count: '3', max_usage: '1' }
  const { location: at } = await press(app, me, { at: '/codes', intent: 'make', over })
  const { rows } = await app.db.client.query('select coupon_code as code from coupons order by id')
  const codes: string[] = rows.map(row => row.code)
  const [first = ''] = codes
  const voided = () => countOf(app, 'coupons where voided_at is not null')
  const undo = (who = me, url = at, given: object = { of: 'void' }) => who.post(url, { intent: 'undo', ...given })
  const statuses = async (...undos: ReturnType<typeof undo>[]) => (await Promise.all(undos)).map(a => a.status).sort()
  await press(app, me, { at, intent: 'void' })
  t.equal(await voided(), 3)
  const colleague = await signedIn(app, 'manager', 'lee@example.com')
  t.equal((await undo(colleague)).status, 409, 'of another')
  t.strictSame(await statuses(undo(), undo()), [303, 409], 'twice at once')
  t.equal(await voided(), 0)
  const lines = await app.db.orm.select().from(audit).where(eq(audit.action, 'void-access-codes'))
  t.match(lines, [{ after: { codes: 3 } }, { before: { codes: 3 }, after: { codes: 0 }, reason: 'Undo' }])
  await press(app, me, { at, intent: 'void' })
  await me.post(`/access_code/${first}`, { coupon_code: first, max_usage: '2', expires_at: '', intent: 'change' })
  t.strictSame([(await undo()).status, await voided()], [409, 2], 'a code was changed since')

  const tick = { at: '/access_code', intent: 'bulk', over: { action: 'void', rows: [first] } }
  t.match(await press(app, me, tick), { status: 303 })
  t.equal(await voided(), 3)
  const ticked = { codes: first }
  const both = await statuses(undo(me, '/access_code', ticked), undo(me, '/access_code', ticked))
  t.strictSame([both, await voided()], [[303, 409], 2], 'ticked in the list')
  await press(app, me, tick)
  const some = { codes: codes.slice(0, 2).join(' ') }
  t.match(textOf((await me.send('/access_code', { intent: 'undo', ...some })).body), 'Undone for 1 of 2 codes.')
  await press(app, me, tick)
  app.clock.advance(UNDO_MS + 1000)
  t.equal((await undo(me, '/access_code', ticked)).status, 409, 'too late')
})

t.test('the notice is restored', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await me.send('/notice', { text: 'Closed on Monday.', intent: 'set' })
  await me.send('/notice', { intent: 'end' })
  t.match(textOf((await me.send('/notice', { intent: 'undo' })).body), 'Shown now Closed on Monday.')
  t.match(await me.send('/notice', { intent: 'undo' }), { status: 409, ...TOO_LATE })
  const press = async (fields: Record<string, string>) =>
    (await Promise.all(Array.from({ length: 3 }, () => me.post('/notice', fields)))).map(({ status }) => status).sort()
  t.strictSame(await press({ text: 'Closed on Friday.', intent: 'set' }), [303, 303, 303])
  t.equal(await countOf(app, `audit where after->>'text' = 'Closed on Friday.'`), 1, 'set at once')
  t.strictSame(await press({ intent: 'undo' }), [303, 409, 409], 'undone at once')
  t.match(textOf((await me.open('/notice')).body), 'Shown now Closed on Monday.')
})

t.test("a school's settings are restored, a decision about its deployment is not", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { deployment } = await makeMembership(app, ['A'])
  const id = deployment.schoolId!
  const url = `/schools/${id}`
  const name = (await findSchool(app, id, me.staff))?.name ?? ''
  const saved = await me.send(url, { name: 'Ash', accepts_access_code: 'yes', is_k12: 'yes', intent: 'update' })
  t.match(saved.body, 'value="undo"')
  const school = () => findSchool(app, id, me.staff)
  t.match(await school(), { name: 'Ash', isK12: true, acceptsPayment: false })
  t.equal((await me.send(url, { of: 'update', intent: 'undo' })).status, 200)
  t.match(await school(), { name, isK12: false, acceptsPayment: true })
  t.match(await me.send(url, { of: 'update', intent: 'undo' }), { status: 409, ...TOO_LATE })
  const refusal = { id: String(deployment.id), intent: 'refuse', confirmed: 'yes', reason: 'closed' }
  t.notMatch((await me.send('/deployments', refusal)).body, 'value="undo"')
})

t.test("a course's dates are restored, also for who has access, and its products, after a question", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeProduct(app, 'A')
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  await redeem(app, token, await makeCode(app, 'A'))
  const endOf = async () => (await findForStaff(app, token, me.staff))?.accessEndsAt?.toISOString()
  const was = await endOf()
  const url = '/course/ctx-1'
  const sent = {
    lti_course_id: String(course.id),
    accepts_payment: 'yes',
    accepts_access_code: 'yes',
    intent: 'change',
  }
  const [a, b] = [await makeProduct(app, 'A'), await makeProduct(app, 'B')].map(p => String(p.id))
  const change = async (fields: Record<string, string | string[]>) => {
    const seen = String(await lastAuditId(app.db, 'course', course.id))
    return me.send(url, { ...sent, shown_accepts_payment: 'yes', shown_accepts_access_code: 'yes', seen, ...fields })
  }
  const undo = (who = me) => who.send(url, { course: String(course.id), intent: 'undo' })
  const dates = { product_ids: a!, expires_at: '2027-01-05', access_until: '2027-01-06', allows_wts: 'yes' }
  t.match((await change(dates)).body, 'value="undo"')
  await moveAccessEndsNow(app)
  t.match(await endOf(), '2027-01-07', 'access ends earlier')
  t.match(await undo(await signedIn(app, 'support')), TOO_LATE, 'a change of another')
  t.match(textOf((await undo()).body), 'Undone.')
  t.match(await findCourseById(app, course.id, me.staff), {
    expiresAt: null,
    accessUntil: null,
    allowsWts: false,
    products: [{ productCode: 'A' }],
  })
  await moveAccessEndsNow(app)
  t.equal(await endOf(), was)
  t.match(await undo(), { status: 409, ...TOO_LATE })
  const codes = async () => (await findCourseById(app, course.id, me.staff))?.products.map(p => p.productCode)
  const other = { ...dates, product_ids: [b!] }
  const asked = textOf((await change(other)).body)
  t.match(asked, '1 person with access loses Product A')
  t.match(asked, '1 person with access gains Product B')
  t.strictSame(await codes(), ['A'], 'nothing is changed yet')
  const stale = await change({ ...other, product_ids: [a!, b!], confirmed: 'of another change' })
  t.match(textOf(stale.body), '1 person with access gains Product B', 'asks about this one')
  const confirmed = stale.body.match(/name="confirmed" value="([^"]*)"/)?.[1] ?? ''
  const both = await change({ ...other, product_ids: [a!, b!], confirmed })
  t.match(textOf(both.body), 'Changed.')
  t.strictSame(await codes(), ['A', 'B'])
  t.match(textOf((await undo()).body), 'Undone.')
  t.strictSame(await codes(), ['A'])
  t.match(await findCourseById(app, course.id, me.staff), { expiresAt: null })
})

t.test('letting in is taken back: the person is as before', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const url = `/find?q=${token}`
  const before = textOf((await me.open(url)).body).match(/no access .*? Let in/)?.[0]
  const letIn = () => me.send(url, { intent: 'process', token, reason: 'asked' })
  const undo = (who = me) => who.send(url, { intent: 'undo', token })
  t.match((await letIn()).body, 'value="undo"')
  t.match(await undo(await signedIn(app, 'support')), TOO_LATE, 'of another')
  t.match(textOf((await undo()).body), 'Undone.')
  const row = await findForStaff(app, token, me.staff)
  t.match(row, { processedAt: null, unprocessedAt: null, accessEndsAt: null })
  t.equal(textOf((await me.open(url)).body).match(/no access .*? Let in/)?.[0], before, 'says the same')
  t.match(await undo(), { status: 409, ...TOO_LATE })
  await letIn()
  await app.clock.advance(31_000)
  t.match(await undo(), { status: 409, ...TOO_LATE })
  t.ok((await findForStaff(app, token, me.staff))?.processedAt)
  await redeem(app, (await launch(app, school.key, { user_id: 'b' })).token, await makeCode(app, 'A'))
})

t.test('the end of access of a 1.3 course is restored', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { token, course } = await makeMembership(app, ['A'])
  const url = `/activate_course/${token}`
  const change = async (fields: Record<string, string>) =>
    me.send(url, {
      lti_course_id: String(course.id),
      seen: String(await lastAuditId(app.db, 'course', course.id)),
      intent: 'change',
      ...fields,
    })
  const untilOf = async () => (await findCourseById(app, course.id, me.staff))?.accessUntil
  await change({ product_code: 'A', access_until: '2027-01-06' })
  const first = await untilOf()
  t.match((await change({ product_code: 'A', access_until: '2027-02-06' })).body, 'value="undo"')
  t.match(textOf((await me.send(url, { course: String(course.id), intent: 'undo' })).body), 'Undone.')
  t.same(await untilOf(), first)
  const withCode = await change({ product_code: 'A', access_until: '', create_coupon: 'yes' })
  t.notMatch(withCode.body, 'value="undo"', 'the test code would stay')
})

t.test("a school's settings are restored, unless another has its name now", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { key: 'ash', name: 'Ash High', emailDomain: 'ash.example' })
  const url = `/schools/${school.schoolId}`
  const change = (fields: Record<string, string>) =>
    me.send(url, { accepts_access_code: 'yes', intent: 'update', ...fields })
  const undo = () => me.send(url, { of: 'update', intent: 'undo' })
  const find = async () => (await findConsumer(app, 'ash')).byKey!
  const before = await find()
  t.match((await change({ name: 'Oak High', is_k12: 'yes', email_domain: '' })).body, 'value="undo"')
  t.match(await find(), { name: 'Oak High', isK12: true, acceptsPayment: false, emailDomain: null })
  t.match(textOf((await undo()).body), 'Undone.')
  t.same(await find(), before)
  t.match(await undo(), { status: 409, ...TOO_LATE })
  await change({ name: 'Elm High' })
  await makeConsumer(app, { name: school.name })
  t.match(await undo(), { status: 409, ...TOO_LATE })
})

t.test("a school's contact and note are restored, and the audit still does not repeat them", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const url = `/schools/${(await makeConsumer(app)).schoolId}`
  const save = (contact: string, note: string, who = me) => who.send(url, { contact, note, intent: 'note' })
  await save('Jo Rivera', 'Orders in May')
  const saved = await save('Kim', '')
  const kept = Object.fromEntries(
    tagsOf(saved.body.split('class="undo"')[1]!.split('</form>')[0]!, 'input').map(i => [i.name!, i.value ?? '']),
  )
  const undo = () => me.send(url, { contact: kept.contact!, note: kept.note!, intent: 'undo' })
  t.match(textOf((await undo()).body), 'Undone.')
  const { body } = await me.open(url)
  t.match(body, 'value="Jo Rivera"')
  t.match(body, 'Orders in May')
  t.match(await undo(), { status: 409, ...TOO_LATE })
  await save('Kim', '', await signedIn(app, 'support'))
  t.match(await undo(), { status: 409, ...TOO_LATE }, 'a change of another')
  t.equal(await countOf(app, `audit where action = 'note-school' and (before::text || after::text) like '%Jo%'`), 0)
})
