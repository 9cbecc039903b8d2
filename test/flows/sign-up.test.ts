import t from 'tap'
import { resendCode } from '#src/accounts/sign-ups.ts'
import { signUpRefusalText } from '#src/accounts/texts/sign-up-page.ts'
import { emailMessage } from '#src/core/rules/person.ts'
import { openJoinLink } from '#src/courses/courses.ts'
import { joinRefusals } from '#src/courses/rules/join-course.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import signUpTexts from '#src/texts/en/pages/join.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { postForm } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { changeCourse, countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { codeTo, joinable, PASSWORD, signUp, verify } from '../support/sign-up.ts'

const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111')

const getCourse = async (app: TestApp, token?: string) => {
  const answer = await app.server.inject(`/api/courses${token === undefined ? '' : `?enroll_token=${token}`}`)
  return { status: answer.statusCode, ...answer.json() }
}

t.test('returns the course of a join link', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, { title: 'ASL 1', canvasCourseId: '101' })
  const answer = await getCourse(app, course.joinToken)
  t.strictSame(answer, {
    status: 200,
    course: {
      id: course.id,
      name: 'ASL 1',
      teachers: [],
      products: [{ product_code: 'A', name: 'Product A', stripe_price_id: 'price_A', units_for_teacher: [1, 2, 3] }],
      canvas_course_id: '101',
      live: false,
      accepts_payment: true,
      accepts_access_code: true,
      email_domain: null,
    },
  })
})

t.test('returns the course of an enrollment, even after sign-up has ended', async t => {
  const app = await testApp(t)
  const { course, school } = await joinable(app, { title: 'ASL 1' })
  const { token } = await launch(app, school.key, { context_id: course.contextId, context_title: '' })
  const byLink = await getCourse(app, course.joinToken)
  t.strictSame(await getCourse(app, token), byLink)
  await changeCourse(app, course.id, { expiresAt: new Date(app.clock.now().getTime() - 86_400_000) })
  t.equal((await getCourse(app, course.joinToken)).status, 403)
  t.strictSame(await getCourse(app, token), byLink)
  t.equal((await getCourse(app, 'e_nobody-has-this-one')).status, 404)
})

t.test('reports why a link does not open, first reason first', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app, { canvasDomain: 'canvas.example' })
  const yesterday = new Date(app.clock.now().getTime() - 86_400_000)
  t.match(await getCourse(app), { status: 403, error: 'no_token' })
  t.match(await getCourse(app, ''), { status: 403, error: 'no_token' })
  t.match(await getCourse(app, 'c_nothing'), { status: 404 })
  await changeCourse(app, course.id, { workflowState: 'completed' })
  t.strictSame(await getCourse(app, course.joinToken), {
    status: 403,
    error: 'workflow_not_available',
    reason: 'workflow_not_available',
  })
  await app.db.client.query('delete from course_products')
  t.strictSame(await getCourse(app, course.joinToken), { status: 403, error: 'no_products', reason: 'no_products' })
  await changeCourse(app, course.id, { expiresAt: yesterday })
  t.strictSame(await getCourse(app, course.joinToken), {
    status: 403,
    error: joinRefusals.course_expired.message,
    reason: 'course_expired',
    canvas_domain: 'canvas.example',
  })
  await app.db.client.query("update consumers set key = 'TWA_upper' where id = $1", [school.id])
  t.strictSame(await getCourse(app, course.joinToken), {
    status: 403,
    error: 'not_twa_hosted',
    reason: 'not_twa_hosted',
  })
})

t.test('goes from join link to enrollment by API calls', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const sent = await signUp(app, course.joinToken, { email: ' Ana@School.Example ' })
  t.strictSame(sent, { http: 200, status: 'sent' })
  const code = await codeTo(app, 'ana@school.example')
  t.match(code, /^\d{6}$/)
  const typed = code.replace(/^(...)/, ' $1-')
  const right = await verify(app, course.joinToken, 'ana@school.example', typed)
  t.match(right, { http: 200, lti_enrollment: { token: /^e_/, email: 'ana@school.example', is_processed: false } })
  t.equal((await verify(app, course.joinToken, 'ana@school.example', code)).http, 404, 'a code works once')
  t.equal(await countOf(app, 'sign_ups where sealed_password is not null'), 0, 'the password is deleted')

  const redeem = async (payload: object, cookies = {}) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/payments/verify_coupon_code',
      payload,
      cookies,
    })
    return { http: answer.statusCode, ...answer.json() }
  }
  const access = await makeCode(app, 'A')
  const byLink = { enroll_token: course.joinToken, email: 'ana@school.example', coupon_code: access }
  t.equal((await redeem(byLink)).http, 404, 'a link and an email alone redeem nothing')
  t.equal((await redeem({ ...byLink, email: 'ben@school.example' }, right.cookies)).http, 404)
  t.match(
    await redeem(byLink, right.cookies),
    { http: 200, status: 'PROCESSED' },
    'with the cookie of the verification',
  )

  const again = await signUp(app, course.joinToken, { email: 'ana@school.example' })
  t.strictSame(again, { http: 200, status: 'sent' }, 'a known person gets the same answer')
  const back = await verify(app, course.joinToken, 'ana@school.example', await codeTo(app, 'ana@school.example'))
  t.match(back, { lti_enrollment: { token: right.lti_enrollment.token, is_processed: true } }, 'the same enrollment')
})

t.test('the pay page uses its own messages for codes', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  await signUp(app, course.joinToken, { email: 'a@x.example' })
  const { lti_enrollment } = await verify(app, course.joinToken, 'a@x.example', await codeTo(app, 'a@x.example'))
  const redeem = async (coupon_code: string) =>
    (
      await app.server.inject({
        method: 'POST',
        url: '/api/payments/verify_coupon_code',
        payload: { enroll_token: lti_enrollment.token, email: 'a@x.example', coupon_code },
      })
    ).json()
  const old = await makeCode(app, 'A', { expiresAt: new Date(0) })
  t.match(await redeem(old), { error: 'The code given is not right.' })
  t.match(await redeem(await makeCode(app, 'B')), { error: 'The code given is not right.' })
  t.match(await redeem(await makeCode(app, 'A', { maxUsage: 2, used: 2 })), {
    status: 'MAX',
    message: 'That code has already been activated. Please contact your seller.',
  })
})

t.test('reports form errors by field', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, {}, { emailDomain: 'school.example' })
  const refused = async (over: object) => (await signUp(app, course.joinToken, over)).errors
  const at = (field: string, message: string) => ({ field, message })
  t.strictSame(await refused({ name: 'Ana' }), [at('name', signUpTexts.faults.name_not_two)])
  t.strictSame(await refused({ email: 'ana' }), [at('email', emailMessage)])
  t.strictSame(await refused({ email: 'ana@x.example' }), [at('email', '@school.example is required')])
  t.strictSame(await refused({ email: 'ana@sub.school.example' }), [at('email', '@school.example is required')])
  t.strictSame(await refused({ password: '1234567' }), [at('password', signUpTexts.faults.password_short)])
  t.strictSame(await refused({ password: 'x'.repeat(65) }), [at('password', signUpTexts.faults.password_length)])
  t.strictSame(await refused({ name: undefined, first_name: 'A', last_name: 'Li', password: 'abc' }), [
    at('first_name', signUpTexts.faults.first_name_short),
    at('password', signUpTexts.faults.password_length),
    at('password', signUpTexts.faults.password_upper),
    at('password', signUpTexts.faults.password_digit),
    at('password', signUpTexts.faults.password_special),
    at('password', signUpTexts.faults.password_guessed),
    at('password', signUpTexts.faults.password_name),
  ])
  t.equal(await countOf(app, 'messages'), 0)
})

t.test('refuses a code that cannot be right before it looks at the link, and names the field', async t => {
  const app = await testApp(t)
  const field = 'magic_code'
  for (const [code, reason] of [
    [' ', 'code_required'],
    ['123', 'code_too_short'],
  ] as const) {
    const { message } = signUpRefusalText(reason, 'en')
    const refused = { error: message, reason, errors: [{ field, message }] }
    t.strictSame(await verify(app, 'c_nothing', 'ana@school.example', code), { http: 422, cookies: {}, ...refused })
  }
  t.match(await verify(app, 'c_nothing', 'ana@school.example', '123456'), { http: 404, reason: 'link_not_found' })
  const { course } = await joinable(app)
  t.match(await verify(app, course.joinToken, 'ana@school.example', '123456'), { http: 404, reason: 'wrong_code' })
})

t.test('refuses wrong, expired and superseded codes and a sixth try', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  const email = 'ana@school.example'
  await signUp(app, link, { email })
  const first = await codeTo(app, email)
  t.match(await verify(app, link, email, wrongOf(first)), { http: 404, error: 'The code given is not right.' })
  t.match(await verify(app, link, 'ben@school.example', first), { http: 404 }, 'for another address')
  t.match(await verify(app, link, email, ''), { http: 422, error: 'Please enter the code to verify your email.' })
  t.match(await verify(app, link, email, '123'), { http: 422, error: 'The code given is not right.' })

  t.match(await signUp(app, link, { email }), {
    http: 429,
    error: signUpRefusalText('code_just_sent', 'en').message,
    reason: 'code_just_sent',
    retryAfter: '30',
  })
  app.clock.advance(31_000)
  await signUp(app, link, { email })
  const second = await codeTo(app, email)
  if (first !== second) t.match(await verify(app, link, email, first), { http: 404 }, 'superseded')
  for (let i = 0; i < 4; i++) await verify(app, link, email, wrongOf(second))
  t.match(await verify(app, link, email, second), { http: 404 }, 'even the right one after five tries')

  app.clock.advance(31_000)
  await signUp(app, link, { email })
  const third = await codeTo(app, email)
  app.clock.advance(10 * 60_000 + 1)
  t.match(await verify(app, link, email, third), { http: 404 }, 'after ten minutes')
  await signUp(app, link, { email })
  await signUp(app, link, { email: 'x@x.example' })
  app.clock.advance(31_000)
  await signUp(app, link, { email })
  app.clock.advance(31_000)
  t.match(
    await signUp(app, link, { email }),
    { http: 429, error: signUpRefusalText('too_many_codes', 'en').message },
    'five an hour',
  )
})

t.test('accepts the right code on the fifth try, and parallel wrong codes count at most five', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  const wrong = (code: string) => Array.from({ length: 21 }, (_, i) => String(200_000 + i)).filter(c => c !== code)
  await signUp(app, link, { email: 'ana@x.example' })
  const code = await codeTo(app, 'ana@x.example')
  for (const typed of wrong(code).slice(0, 4)) t.equal((await verify(app, link, 'ana@x.example', typed)).http, 404)
  t.equal((await verify(app, link, 'ana@x.example', code)).http, 200)
  await signUp(app, link, { email: 'ben@x.example' })
  const other = await codeTo(app, 'ben@x.example')
  await Promise.all(wrong(other).map(typed => verify(app, link, 'ben@x.example', typed)))
  t.equal(await countOf(app, "sign_ups where email = 'ben@x.example' and tries = 5"), 1)
  t.equal((await verify(app, link, 'ben@x.example', other)).http, 404)
})

t.test('from one address, parallel wrong codes beyond the thousandth get 429', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const people = Array.from({ length: 30 }, (_, i) => `p${i}@x.example`)
  const [ana = '', ...others] = people
  for (const email of people) await signUp(app, course.joinToken, { email })
  await verify(app, course.joinToken, ana, wrongOf(await codeTo(app, ana)))
  const counted = (n: number) =>
    app.db.client.query(`update limits set count = $1 where key like 'wrong-sign-up-code:%'`, [n])
  const codes = await Promise.all(others.map(email => codeTo(app, email)))

  await counted(990)
  const wrong = await Promise.all(others.map((email, i) => verify(app, course.joinToken, email, wrongOf(codes[i]!))))
  t.equal(wrong.filter(a => a.http === 404).length, 10)
  t.equal(
    wrong.filter(a => a.http === 429 && a.error === signUpRefusalText('too_many_wrong_codes', 'en').message).length,
    19,
  )

  await counted(999)
  const right = await Promise.all(others.map((email, i) => verify(app, course.joinToken, email, codes[i]!)))
  t.ok(
    right.every(a => a.http === 200),
    'right codes do not count and are not delayed',
  )
})

t.test('a code tried many times at once verifies one request', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  await signUp(app, course.joinToken, { email: 'ana@school.example' })
  const code = await codeTo(app, 'ana@school.example')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => verify(app, course.joinToken, 'ana@school.example', code)),
  )
  t.equal(answers.filter(a => a.http === 200).length, 1)
  t.equal(await countOf(app, 'entitlements'), 1)
  t.equal(await countOf(app, "people where email = 'ana@school.example'"), 1)
})

t.test('parallel requests send one code', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const all = await Promise.all([1, 2, 3, 4].map(() => signUp(app, course.joinToken, { email: 'a@x.example' })))
  t.equal(all.filter(a => a.http === 200).length, 1)
  t.equal(all.filter(a => a.http === 429).length, 3)
  t.equal(await countOf(app, 'messages'), 1)
})

t.test('parallel requests in many courses send at most five codes to one address', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app)
  const courses = [course]
  for (let i = 0; i < 9; i++) courses.push(await makeCourse(app, school.id, ['A']))
  const all = await Promise.all(courses.map(c => signUp(app, c.joinToken, { email: 'a@x.example' })))
  t.equal(all.filter(a => a.http === 200).length, 5)
  t.equal(await countOf(app, 'messages'), 5)
})

t.test('stores and logs no password', async t => {
  const lines: string[] = []
  const app = await testApp(t, { log: { write: line => void lines.push(line) } })
  const { course } = await joinable(app)
  await signUp(app, course.joinToken, { email: 'ana@school.example' })
  const tables = await app.db.client.query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  )
  const everything = async () => {
    const dumps = await Promise.all(
      tables.rows.map(async ({ name }) => JSON.stringify((await app.db.client.query(`select * from ${name}`)).rows)),
    )
    return dumps.join('\n') + lines.join('\n')
  }
  const code = await codeTo(app, 'ana@school.example')
  t.notMatch(await everything(), PASSWORD)
  t.notMatch(
    lines.join('\n'),
    new RegExp(`\\b${code}\\b`),
    'whole words only, as six digits may be part of a timestamp',
  )
  t.notMatch(lines.join('\n'), 'ana@school.example')
  app.clock.advance(15 * 60_000 + 1)
  await deleteExpired(app)
  t.equal(await countOf(app, 'sign_ups'), 0, 'an unfinished sign-up is deleted after 15 minutes')
})

t.test('a resent code works for ten minutes, even after the password was deleted', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  app.clock.advance(14 * 60_000)
  const link = await openJoinLink(app, { token: course.joinToken })
  if (!link.ok) throw new Error('expected an open link')
  await resendCode(app, {
    ...{ course: link.course, email, address: '127.0.0.1', language: 'en', isPin: true },
  })
  app.clock.advance(7 * 60_000)
  await deleteExpired(app)
  t.equal(await countOf(app, 'sign_ups where sealed_password is not null'), 0, 'its 15 minutes are over')
  const code = await codeTo(app, email)
  t.match(await verify(app, course.joinToken, email, code), { http: 200, lti_enrollment: { token: /^e_/ } })
  app.clock.advance(3 * 60_000 + 1)
  await deleteExpired(app)
  t.equal(await countOf(app, 'sign_ups'), 0)
})

t.test('accepts a context id alone if only one hosted course has it', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app)
  const body = { context_id: course.contextId, name: 'Ana Lima', email: 'a@x.example', password: PASSWORD }
  const send = async () =>
    (await app.server.inject({ method: 'POST', url: '/api/students/send_code', payload: body })).statusCode
  const other = await makeConsumer(app, { key: 'school_x' })
  await makeCourse(app, other.id, ['A'], { contextId: course.contextId })
  t.equal(await send(), 200)
  const second = await makeConsumer(app, { key: `${school.key}_2` })
  await makeCourse(app, second.id, ['A'], { contextId: course.contextId })
  t.equal(await send(), 404, 'two hosted courses are ambiguous')
})

t.test('a person from an LMS with the same address stays a separate person', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app)
  await app.db.client.query(
    "insert into people (consumer_id, lti_user_id, email) values ($1, 'u1', 'ana@school.example')",
    [school.id],
  )
  await signUp(app, course.joinToken, { email: 'ana@school.example' })
  await verify(app, course.joinToken, 'ana@school.example', await codeTo(app, 'ana@school.example'))
  t.equal(await countOf(app, "people where email = 'ana@school.example'"), 2)
})

t.test('accepts 30 sign-ups at once from one school, and slows repeated requests for one address', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const from = { remoteAddress: '203.0.113.9' }
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, i) => signUp(app, course.joinToken, { email: `s${i % 30}@school.example` }, from)),
  )
  t.equal(all.filter(a => a.http === 200).length, 30, 'everyone in a class gets a code')
  t.equal(all.filter(a => a.http === 429 && a.retryAfter).length, 30, 'one each')
  t.equal(await countOf(app, 'messages'), 30)
})

t.test('sign-ups without a captcha response are refused, and the server keeps answering', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'altcha' } })
  const { course } = await joinable(app)
  const all = await Promise.all(
    Array.from({ length: 60 }, (_, i) => signUp(app, course.joinToken, { email: `s${i}@x.example` })),
  )
  t.equal(all.filter(a => a.http === 422 && a.error === 'Captcha Not Verified').length, 60, 'no response, no code')
  t.equal(await countOf(app, 'messages'), 0)
  t.equal((await getCourse(app, course.joinToken)).status, 200)
})

t.test(
  'the address of the code step opens it for ten minutes and for its course, and tells nobody the email',
  async t => {
    const app = await testApp(t)
    const { course } = await joinable(app)
    const { course: other } = await joinable(app)
    const url = `/verify?course=${course.joinToken}`
    const fields = { first_name: 'Ana', last_name: 'Lima', password: PASSWORD, confirm_password: PASSWORD }
    const sent = await postForm(app, url, { ...fields, intent: 'sign_up', email: ' Ana@School.example' })
    const location = String(sent.headers.location)
    t.equal(sent.statusCode, 303)
    t.notMatch(decodeURIComponent(location), /ana@|school\.example/i)
    const open = async (address: string) => textOf((await app.server.inject(address)).body)
    const step = signUpTexts.sentPin('ana@school.example')
    t.match(await open(location), step)
    t.match(await open(location), step, 'after a reload too')
    t.notMatch(await open(location.replace(course.joinToken, other.joinToken)), step)
    t.notMatch(await open(location.slice(0, -2)), step)
    app.clock.advance(10 * 60_000)
    t.notMatch(await open(location), step)
  },
)

t.test('a script gets the reason of a refused form, and the help for it is counted', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const seen: string[] = []
  app.signedHelp.countSeen = slot => seen.push(slot)
  await signUp(app, course.joinToken)
  const payload = new URLSearchParams({ intent: 'verify', email: 'ana@school.example', pin_number: '12' }).toString()
  const answer = await app.server.inject({
    ...{ method: 'POST', url: `/verify?course=${course.joinToken}`, payload },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })
  t.equal(answer.statusCode, 422)
  const { pin_wrong: message } = signUpTexts.faults
  t.hasStrict(answer.json(), { error: message, reason: 'code_too_short', errors: [{ field: 'pin_number', message }] })
  t.strictSame(seen, ['sign-up-code', 'sign-up-code-wrong'])
})
