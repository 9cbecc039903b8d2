import { eq } from 'drizzle-orm'
import t from 'tap'
import { moveCode } from '#src/access/code-moves.ts'
import { changeCode, checkAccessCode } from '#src/access/codes.ts'
import { coupons } from '#src/access/store/schema/coupons.ts'
import { agreeToTerms } from '#src/access/tokens.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { couponRow, enrollmentRow, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'

const actions = async (app: TestApp) => (await app.db.orm.select().from(audit)).map(a => a.action)
const isIn = async (app: TestApp, token: string) => (await enrollmentRow(app, token)).processedAt !== null

/** One person in two courses of one school. */
const twoCourses = async (app: TestApp, first: string[], second: string[]) => {
  const school = await makeConsumer(app)
  const [one, two] = [await makeCourse(app, school.id, first), await makeCourse(app, school.id, second)]
  const user = { user_id: 'ana', lis_person_contact_email_primary: 'ana@school.example' }
  const from = await launch(app, school.key, { context_id: one.contextId, ...user })
  const to = await launch(app, school.key, { context_id: two.contextId, ...user })
  return { from: from.token, to: to.token, school }
}

t.test('makes a batch of codes that redeem, downloads as CSV and leaves one audit line', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const { status, data } = await me.call('POST', '/twa/make_coupons', {
    product_code: 'ASL1',
    count: 40,
    max_usage: 2,
    expires_at: '2027-05-31',
    note: 'Fall, Lincoln High',
  })
  t.equal(status, 200, JSON.stringify(data))
  t.equal(data.message, 'Created 40 codes.')
  t.equal(new Set(data.coupons.map((c: { coupon_code: string }) => c.coupon_code)).size, 40)
  t.match(data.coupons[0], { max_usage: 2, used: 0, expires_at: '2027-06-01T04:59:59.999Z' })
  t.match(data.batch, { size: 40, used: 0, made_by: 'Sam S', note: 'Fall, Lincoln High' })
  t.strictSame(await actions(app), ['create-access-codes'])
  const { from } = await twoCourses(app, ['ASL1'], ['B'])
  t.equal((await redeem(app, from, data.coupons[7].coupon_code)).status, 'PROCESSED')
  const [newest] = (await me.call('GET', '/api/coupon_batches')).data.batches
  t.match(newest, { id: data.batch.id, used: 1 })
  const file = await app.server.inject({
    url: `/api/coupon_batches/${data.batch.id}/codes.csv`,
    headers: { authorization: `Bearer ${me.bearer}` },
  })
  t.match(file.headers['content-type'], 'text/csv')
  t.match(file.headers['content-disposition'], 'attachment; filename="codes-')
  const lines = file.body.split('\r\n')
  t.equal(lines.length, 42)
  t.equal(lines[1], `${data.coupons[0].coupon_code},ASL1,2,2027-05-31`)
})

t.test('viewers see used-up codes only, and every download is audited', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const viewer = await signedIn(app, 'viewer')
  await makeProduct(app, 'ASL1')
  const { data } = await me.call('POST', '/twa/make_coupons', { product_code: 'ASL1', count: 3 })
  const [used, open] = data.coupons.map((c: { coupon_code: string }) => c.coupon_code)
  const { from } = await twoCourses(app, ['ASL1'], ['B'])
  t.equal((await redeem(app, from, used)).status, 'PROCESSED')
  const call = `/api/coupon_batches/${data.batch.id}`
  const page = `/codes/${data.batch.id}`
  t.strictSame(
    (await viewer.call('GET', call)).data.coupons.map((c: { coupon_code: string }) => c.coupon_code),
    [used],
  )
  const seen = (await viewer.open(page)).body
  t.match(seen, used)
  t.notMatch(seen, open)
  t.notMatch(seen, 'Save as CSV')
  t.equal((await viewer.call('GET', `${call}/codes.csv`)).status, 403)
  t.equal((await viewer.open(`${page}/cards`)).status, 403)
  t.notMatch((await viewer.open('/audit')).body, open)
  t.strictSame(await actions(app), ['create-access-codes', 'view'], 'viewing used codes is no download')
  await me.call('GET', call)
  const headers = { authorization: `Bearer ${me.bearer}` }
  t.match((await app.server.inject({ url: `${call}/codes.csv`, headers })).body, open)
  t.match((await me.open(`${page}/cards`)).body, open)
  const { rows } = await app.db.client.query(
    "select after from audit where action = 'download-access-codes' order by id",
  )
  t.strictSame(
    rows.map(r => r.after),
    ['json', 'csv', 'cards'].map(as => ({ as, codes: 3 })),
  )
  app.clock.advance(11 * 60_000)
  t.match(await me.call('GET', `${call}/codes.csv`), { status: 403, data: { reason: 'sign_in_again' } })
  t.match(await me.open(page), { status: 303, location: /^\/confirm_sign_in/ })
  t.equal((await viewer.open(page)).status, 200)
})

/** Opens every page and calls every call that can name a code of these people, and returns what they answer. */
const everythingAbout = async (
  who: Me,
  { codes, tokens, email }: { codes: string[]; tokens: string[]; email: string },
) => {
  const [, membership = ''] = tokens
  const pages = [
    ...tokens.flatMap(token => [`/token?token=${token}`, `/find?q=${token}`]),
    ...codes.flatMap(code => [`/find?q=${code}`, `/access_code?code=${code}`]),
    `/find?q=${encodeURIComponent(email)}`,
    `/email?email=${encodeURIComponent(email)}`,
    `/activate_course/${membership}`,
    '/audit?looks=yes',
  ]
  const calls = [
    ...codes.map(code => ['GET', `/api/coupons/${code}`] as const),
    ...tokens.map((token, at) => ['POST', `/twa/get_${at === 0 ? 'enrollment' : 'membership'}`, { token }] as const),
    ...['enrollments', 'memberships'].map(name => ['POST', `/twa/get_${name}`, { email }] as const),
  ]
  const seen: Record<string, string> = {}
  for (const url of pages) {
    const page = await who.open(url)
    if (page.status !== 200) throw new Error(`${url} answered ${page.status}`)
    // The page repeats the typed text in its field, and its own address in its forms.
    seen[url] = textOf(page.body)
  }
  for (const [method, url, body] of calls) {
    const answer = await who.call(method, url, body)
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    seen[`${method} ${url}`] = JSON.stringify(answer.data)
  }
  return seen
}

t.test('viewers see only the end of a code with uses left, on every page and in every call', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const viewer = await signedIn(app, 'viewer')
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A', 'B'])
  const email = 'ana@school.example'
  const user = { user_id: 'ana', lis_person_contact_email_primary: email }
  const { token } = await launch(app, school.key, { context_id: course.contextId, ...user })
  const member = await makeMembership(app, ['C'], email)
  const [code, refused, spent] = [
    await makeCode(app, 'A', { maxUsage: 30 }),
    await makeCode(app, 'D', { maxUsage: 30 }),
    await makeCode(app, 'B'),
  ]
  t.equal((await redeem(app, token, code)).status, 'OK')
  t.equal((await redeem(app, token, refused)).http, 404)
  t.equal((await redeem(app, token, spent)).status, 'PROCESSED')
  const activated = await me.call('POST', '/twa/activate_course', {
    token: member.token,
    product_code: 'C',
    create_coupon: true,
  })
  const test = activated.data.coupon_code
  t.match(test, /^TEST/)
  t.match(await changeCode(app, { code, maxUsage: 31, expires: '' }, me.staff), { ok: true })
  const about = { codes: [code, refused, test], tokens: [token, member.token], email }
  const [all, some] = [await everythingAbout(me, about), await everythingAbout(viewer, about)]
  for (const [name, open] of Object.entries({ 'class code': code, 'refused code': refused, 'test code': test })) {
    t.ok(
      Object.values(all).some(text => text.includes(open)),
      `a manager sees the ${name}`,
    )
    const leaks = Object.keys(some).filter(at => some[at]?.includes(open))
    t.strictSame(leaks, [], `a viewer does not see the ${name}`)
    t.ok(
      Object.values(some).some(text => text.includes(`…${open.slice(-2)}`)),
      `a viewer sees the end of the ${name}`,
    )
  }
  t.match(some[`/token?token=${token}`], spent, 'a used-up code opens nothing')
  t.match(some[`POST /twa/get_enrollment`], spent)
  const { body } = await viewer.open(`/token?token=${token}`)
  t.notMatch(body, `/access_code/${code}`)
  t.match(body, `/access_code/${spent}`)
})

t.test('the link of a person shows only the end of a code with uses left', async t => {
  const app = await testApp(t)
  const viewer = await signedIn(app, 'viewer')
  const school = await makeConsumer(app)
  const { contextId } = await makeCourse(app, school.id, ['A', 'B', 'C'])
  const { token } = await launch(app, school.key, { context_id: contextId })
  const [open, spent] = [await makeCode(app, 'A', { maxUsage: 30 }), await makeCode(app, 'B')]
  t.match(await redeem(app, token, open), { message: `1 of 3 codes validated: ${open}` }, 'as it was just typed')
  const end = `…${open.slice(-2)}`
  t.match(await redeem(app, token, spent), { message: `2 of 3 codes validated: ${end}, ${spent}` })
  await agreeToTerms(app, token)
  for (const cookie of [viewer.cookie, '']) {
    const headers = { cookie }
    const page = await app.server.inject({ url: `/lti/pay?token=${token}&step=coupons`, headers })
    const payload = { enroll_token: token }
    const call = await app.server.inject({ method: 'POST', url: '/api/lti/get_enrollment', payload, headers })
    const after = await app.server.inject({ url: `/lti_success?token=${token}`, headers })
    for (const { body } of [page, call, after]) t.notMatch(body, open)
    t.match(textOf(page.body), `2 of 3 codes validated: ${end}`)
    t.strictSame(
      call.json().lti_enrollment.coupons.map((c: { coupon_code: string }) => c.coupon_code),
      [end, spent],
    )
  }
  const again = await redeem(app, token, open)
  t.match(again, { http: 200, status: 'OK' }, 'the code itself still counts as entered')
})

t.test('a membership shows only the end of a code with uses left too', async t => {
  const app = await testApp(t)
  const { token } = await makeMembership(app, ['A'])
  const open = await makeCode(app, 'A', { maxUsage: 30 })
  t.equal((await redeem(app, token, open)).status, 'PROCESSED')
  const { membership } = (await app.server.inject(`/lti/get_membership?token=${token}`)).json()
  t.strictSame(membership.coupon, { coupon_code: `…${open.slice(-2)}` })
})

t.test('makes one chosen code; a duplicate is refused and leaves no empty batch', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeProduct(app, 'ASL1')
  const body = { product_code: 'ASL1', code: 'lincoln-2026', max_usage: 30 }
  const [one, two] = await Promise.all([
    me.call('POST', '/twa/make_coupons', body),
    me.call('POST', '/twa/make_coupons', body),
  ])
  t.strictSame([one.status, two.status].sort(), [200, 409])
  t.equal((await me.call('GET', '/api/coupon_batches')).data.batches.length, 1)
  t.equal((await me.call('GET', '/api/coupons/LINCOLN2026')).data.coupons[0].max_usage, 30)
  t.equal((await me.call('POST', '/twa/make_coupons', { product_code: 'NOPE' })).status, 422)
  const support = await signedIn(app, 'support')
  t.equal((await support.call('POST', '/twa/make_coupons', body)).status, 403)
})

t.test('changes max usage and expiry of a code, never below its uses', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const code = await makeCode(app, 'A', { maxUsage: 3 })
  const { from, to } = await twoCourses(app, ['A', 'B'], ['A', 'B'])
  await redeem(app, from, code)
  await redeem(app, to, code)
  const set = (maxUsage: number, expires = '', changed = code) =>
    changeCode(app, { code: changed, maxUsage, expires }, me.staff)
  t.match(await set(1), { reason: 'below_used', used: 2 })
  t.match(await set(2, '2027-01-31'), { ok: true })
  const end = new Date('2027-02-01T05:59:59.999Z')
  t.match(await checkAccessCode(app, code, me.staff), [{ expiresAt: end }])
  t.match(await set(2, '2027-01-31'), { ok: true })
  t.strictSame(await actions(app), ['change-access-code'], 'saving the same values again leaves no audit line')
  t.match(await set(1, '', 'NOPE-00'), { reason: 'code_not_found' })
})

t.test('releasing a code from an unfinished row frees its use; a second release is refused', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const code = await makeCode(app, 'A')
  const { from } = await twoCourses(app, ['A', 'B'], ['A'])
  await redeem(app, from, code)
  const release = () => moveCode(app, { code, token: from, reason: 'wrong course' }, me.staff)
  const both = await Promise.all([release(), release()])
  t.strictSame(both.map(r => r.ok || r.reason).sort(), ['not_held', true])
  t.equal((await couponRow(app, code)).used, 0)
  t.strictSame(await usesOf(app, code), [])
  t.strictSame(
    await actions(app),
    ['release-access-code', 'release-access-code'],
    'one line for the code and one for the person',
  )
  const other = await makeConsumer(app)
  const course = await makeCourse(app, other.id, ['A'])
  const { token } = await launch(app, other.key, { context_id: course.contextId })
  t.equal((await redeem(app, token, code)).status, 'PROCESSED', 'another person can use it now')
})

t.test('releasing a code takes access from the person who had it by that code, and from nobody else', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
  const { from, to } = await twoCourses(app, ['A'], ['A'])
  await redeem(app, from, a)
  t.equal(await isIn(app, from), true)
  t.match(await moveCode(app, { code: a, token: from }, me.staff), { removedAccess: true })
  t.equal(await isIn(app, from), false)
  await me.call('POST', '/twa/process_enrollment', { token: to })
  await me.call('POST', '/twa/unprocess_enrollment', { token: to })
  t.equal((await redeem(app, to, b)).status, 'PROCESSED')
  await me.call('POST', '/twa/unprocess_enrollment', { token: to })
  await me.call('POST', '/twa/process_enrollment', { token: to })
  const again = await moveCode(app, { code: b, token: to }, me.staff)
  t.match(again, { removedAccess: true }, 'staff had restored the code, and access depended on it')
  t.equal(await isIn(app, to), false)
})

t.test('releasing a code keeps the access that staff gave without full coverage', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const code = await makeCode(app, 'A')
  const { from } = await twoCourses(app, ['A', 'B'], ['A'])
  t.equal((await redeem(app, from, code)).status, 'OK')
  await me.call('POST', '/twa/process_enrollment', { token: from })
  t.match(await moveCode(app, { code, token: from }, me.staff), { removedAccess: false })
  t.equal(await isIn(app, from), true)
})

t.test('a release or transfer with a blank reason is refused, and one without a reason is not', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const code = await makeCode(app, 'A')
  const { from, to } = await twoCourses(app, ['A', 'B'], ['A', 'B'])
  await redeem(app, from, code)
  const given = { code, token: from, toToken: to }
  for (const toToken of [undefined, to])
    t.match(await moveCode(app, { ...given, toToken, reason: ' ' }, me.staff), { reason: 'reason_required' })
  t.equal((await usesOf(app, code)).length, 1)
  t.match(await moveCode(app, given, me.staff), { ok: true })
})

t.test('transfers a code to the other course, as MAX_SAME_EMAIL promises', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const code = await makeCode(app, 'A')
  const { from, to } = await twoCourses(app, ['A'], ['A'])
  t.equal((await redeem(app, from, code)).status, 'PROCESSED')
  t.equal((await redeem(app, to, code)).status, 'MAX_SAME_EMAIL')
  const move = () => moveCode(app, { code, token: from, toToken: to, reason: 'changed class' }, me.staff)
  const both = await Promise.all([move(), move()])
  t.match(
    both.sort((a, b) => Number(b.ok) - Number(a.ok)),
    [
      { removedAccess: true, gaveAccess: true },
      { ok: false, reason: 'not_held' },
    ],
  )
  t.strictSame([await isIn(app, from), await isIn(app, to)], [false, true])
  t.match(await couponRow(app, code), { used: 1 })
  t.equal((await enrollmentRow(app, to)).source, 'code')
  const lines = await app.db.orm.select().from(audit).where(eq(audit.action, 'transfer-access-code'))
  t.strictSame(
    lines.map(l => l.reason),
    ['changed class', 'changed class', 'changed class'],
    'the history of the code and of both rows shows it',
  )
})

t.test('transferring a voided use makes it count again; wrong transfers are refused', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [a, c] = [await makeCode(app, 'A'), await makeCode(app, 'C')]
  const { from, to } = await twoCourses(app, ['A', 'C'], ['A', 'B'])
  await redeem(app, from, a)
  await redeem(app, from, c)
  await me.call('POST', '/twa/unprocess_enrollment', { token: from })
  const move = (code: string, toToken: string) => moveCode(app, { code, token: from, toToken }, me.staff)
  t.match(await move(a, to), { removedAccess: false, gaveAccess: false })
  const [use] = await usesOf(app, a)
  t.equal(use?.voidedAt, null)
  for (const [code, target, reason] of [
    [c, to, 'target_needs_no_product'],
    [c, from, 'same_course'],
    [a, to, 'not_held'],
    ['NOPE-000', to, 'code_not_found'],
    [c, 'e_nope_nope_nope', 'target_not_found'],
  ] as const)
    t.match(await move(code, target), { ok: false, reason })
  t.equal((await app.db.orm.select().from(coupons)).find(k => k.couponCode === c)?.used, 1)
})

t.test('codes and batches are listed for a program by school, as on the pages', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeProduct(app, 'A')
  const made = async (note: string, more: Record<string, string> = {}) =>
    me.post('/codes', { intent: 'make', product_code: 'A', count: '2', max_usage: '1', note, ...more })
  const ref = String(school.schoolId)
  await made('theirs', { school: ref })
  await made('nobody’s')
  const batches = await me.call('GET', `/api/coupon_batches?school=${ref}`)
  t.match(batches.data, { batches: [{ note: 'theirs', school: { id: school.schoolId } }], next: null })
  const codes = await me.call('GET', `/api/coupons?school=${ref}&sort=oldest`)
  t.equal(codes.data.coupons.length, 2)
  t.match(codes.data.coupons[0], { product_code: 'A', used: 0, batch_id: batches.data.batches[0].id })
  t.equal((await me.call('GET', '/api/coupons')).data.coupons.length, 4)
  const viewer = await signedIn(app, 'viewer')
  t.strictSame((await viewer.call('GET', `/api/coupons?school=${ref}`)).data.coupons, [], 'used-up codes only')
  const { rows } = await app.db.client.query("select after from audit where action = 'export-list' order by id")
  t.strictSame(rows, [{ after: { school: ref } }, { after: {} }])
  for (const page of ['/codes', '/access_code'])
    t.match(textOf((await me.open(`${page}?school=${ref}`)).body), page === '/codes' ? '1 match' : '2 matches')
})
