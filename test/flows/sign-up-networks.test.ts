import t from 'tap'
import { captchaRefusals } from '#src/accounts/rules/captcha.ts'
import { UNENTERED_PER_SCHOOL } from '#src/accounts/sign-up-codes.ts'
import { resendCode } from '#src/accounts/sign-ups.ts'
import { makeLimitHash } from '#src/core/limits/limits.ts'
import { openJoinLink } from '#src/courses/courses.ts'
import signUpTexts from '#src/texts/en/pages/join.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { countOf } from '../support/rows.ts'
import { codeTo, joinable, PASSWORD, signUp, verify } from '../support/sign-up.ts'
import { solveCaptcha } from '../support/solve.ts'

const email = 'ana@school.example'
const atSchool = { remoteAddress: '203.0.113.9' }
const stranger = (n: number) => ({ remoteAddress: `198.51.100.${n}` })
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111')

t.test('strangers replace no code, use up no tries and no quota', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  await signUp(app, link, { email, name: 'Ana Lima' }, atSchool)
  const code = await codeTo(app, email)
  for (let n = 1; n <= 10; n++) {
    const asked = await signUp(app, link, { email, name: 'Eve Moss', password: `${PASSWORD}${n}` }, stranger(n))
    t.equal(asked.http, 200, 'each network has its own wait')
    for (let i = 0; i < 6; i++) await verify(app, link, email, wrongOf(code), stranger(n))
  }
  t.equal((await verify(app, link, email, wrongOf(code), atSchool)).http, 404)
  const right = await verify(app, link, email, code, atSchool)
  t.match(right, { http: 200, lti_enrollment: { email } })
  t.equal(await countOf(app, "people where name = 'Ana Lima'"), 1, 'with the name that was typed there')
  app.clock.advance(31_000)
  t.equal((await signUp(app, link, { email }, atSchool)).http, 200)
})

t.test('hundreds of sign-ups of strangers do not hide one', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  await signUp(app, link, { email }, atSchool)
  const code = await codeTo(app, email)
  await app.db.client.query(
    `insert into sign_ups (course_id, email, network, name, given_name, family_name, password_until, code_hash, code_until)
     select course_id, email, 'network ' || n, name, given_name, family_name, password_until, 'x', code_until
     from sign_ups, generate_series(1, 600) n`,
  )
  t.equal((await signUp(app, link, { email }, atSchool)).http, 429, 'nor the wait for the next code')
  t.equal((await verify(app, link, email, code, atSchool)).http, 200)
})

t.test('a second sign-up with the same address does not discard the first', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  await signUp(app, link, { email, name: 'Ana Lima' })
  const first = await codeTo(app, email)
  app.clock.advance(31_000)
  await signUp(app, link, { email, name: 'Ben Lima', password: `${PASSWORD}2` })
  const second = await codeTo(app, email)
  t.equal(await countOf(app, 'sign_ups'), 2)
  t.equal((await verify(app, link, email, first)).http, 200)
  t.equal(await countOf(app, "people where name = 'Ana Lima'"), 1)
  t.equal(await countOf(app, 'sign_ups where verified_at is not null and sealed_password is not null'), 0)
  t.equal((await verify(app, link, email, second)).http, 200, 'each code works for its own sign-up')
})

t.test('a code may be typed on another network, but not guessed there', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const link = course.joinToken
  await signUp(app, link, { email }, atSchool)
  const code = await codeTo(app, email)
  for (let i = 0; i < 5; i++) await verify(app, link, email, wrongOf(code), stranger(1))
  t.equal((await verify(app, link, email, code, stranger(1))).http, 404, 'five guesses an hour')
  t.equal((await verify(app, link, email, code, stranger(2))).http, 200, 'a phone that left the Wi-Fi')
})

t.test('after fifty codes of strangers a network brings harder work, unless it proved the address before', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'altcha' } })
  const { course } = await joinable(app)
  const ask = async (from: { remoteAddress: string }, name = 'Ana Lima') =>
    signUp(app, course.joinToken, { email, name, recaptcha_response: await solveCaptcha(app, from) }, from)
  t.equal((await ask(atSchool)).http, 200)
  t.equal((await verify(app, course.joinToken, email, await codeTo(app, email), atSchool)).http, 200)
  await app.db.client.query("update limits set count = 50 where key like 'codes-of-strangers:%'")
  const refused = await ask(stranger(1))
  t.match(refused, { http: 422, error: captchaRefusals.captcha_failed.message })
  t.equal((await ask(stranger(1))).http, 200, 'the next challenge is harder, and enough')
  app.clock.advance(31_000)
  t.equal((await ask(atSchool)).http, 200, 'the school goes on as before')
})

const keyOf = (from: { remoteAddress: string }) =>
  `codes-unentered:${makeLimitHash(SECRET).network(from.remoteAddress)}`

const workOf = async (app: TestApp, from: { remoteAddress: string }): Promise<number> =>
  (await app.server.inject({ url: '/api/captcha', ...from })).json().challenge.parameters.data.work

t.test('codes that nobody enters make the work harder; a school that enters them stays as it is', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'altcha' } })
  const { course } = await joinable(app)
  const ask = async (n: number, from: { remoteAddress: string }) => {
    const recaptcha_response = await solveCaptcha(app, from)
    return signUp(app, course.joinToken, { email: `s${n}@x.example`, recaptcha_response }, from)
  }
  const counted = (count: string) =>
    app.db.client.query(`update limits set count = ${count} where key = $1`, [keyOf(stranger(1))])
  for (let n = 0; n < 3; n++) {
    t.equal((await ask(n, atSchool)).http, 200)
    const code = await codeTo(app, `s${n}@x.example`)
    t.equal((await verify(app, course.joinToken, `s${n}@x.example`, code, atSchool)).http, 200)
  }
  t.equal(await countOf(app, `limits where key = '${keyOf(atSchool)}' and count = 0`), 1)
  t.equal((await ask(100, stranger(1))).http, 200)
  t.equal(await workOf(app, stranger(1)), 0)
  await counted('count + 18')
  t.equal((await ask(101, stranger(1))).http, 200)
  t.equal(await workOf(app, stranger(1)), 1)
  await counted('90')
  t.equal(await workOf(app, stranger(1)), 3)
  t.equal((await ask(200, stranger(1))).http, 200, 'harder, never refused')
  t.equal(await workOf(app, atSchool), 0)
  app.clock.advance(61 * 60_000)
  t.equal(await workOf(app, stranger(1)), 0)
})

t.test(
  'codes get nine digits while many of a school are not entered, except where its people enter theirs',
  async t => {
    const app = await testApp(t)
    const { school, course } = await joinable(app)
    const link = course.joinToken
    const newCode = async (to: string, from: { remoteAddress: string }) => {
      t.equal((await signUp(app, link, { email: to }, from)).http, 200)
      return codeTo(app, to)
    }
    t.equal((await verify(app, link, email, await newCode(email, atSchool), atSchool)).http, 200)
    const setCount = (key: string, count: number) =>
      app.db.client.query('update limits set count = $2 where key = $1', [key, count])
    await setCount(`codes-unentered:school:${school.schoolId}`, UNENTERED_PER_SCHOOL)
    const long = await newCode('ben@school.example', stranger(1))
    t.match(long, /^\d{9}$/)
    t.match(await newCode('cyd@school.example', atSchool), /^\d{6}$/, 'the school goes on as before')
    await setCount(keyOf(atSchool), 20)
    t.match(await newCode('dan@school.example', atSchool), /^\d{9}$/, 'unless it leaves many itself')
    t.equal((await verify(app, link, 'ben@school.example', long, stranger(1))).http, 200, 'a long code works')
    app.clock.advance(31_000)
    const opened = await openJoinLink(app, { token: link })
    if (!opened.ok) throw new Error(opened.reason)
    const again = { course: opened.course, email: 'dan@school.example', address: atSchool.remoteAddress }
    t.match(await resendCode(app, { ...again, language: 'en', isPin: false }), { ok: true })
    t.match(await codeTo(app, 'dan@school.example'), /^\d{9}$/)
    const other = await joinable(app, { contextId: 'other' })
    await signUp(app, other.course.joinToken, { email: 'eve@school.example' }, stranger(2))
    t.match(await codeTo(app, 'eve@school.example'), /^\d{6}$/, 'other schools too')
    app.clock.advance(61 * 60_000)
    t.match(await newCode('fay@school.example', stranger(3)), /^\d{6}$/, 'for an hour')
  },
)

t.test('the codes of others can be tried 1,000 times an hour in a school; own ones still work', async t => {
  const app = await testApp(t)
  const { school, course } = await joinable(app)
  const link = course.joinToken
  await signUp(app, link, { email }, atSchool)
  const code = await codeTo(app, email)
  await verify(app, link, email, wrongOf(code), stranger(1))
  await app.db.client.query('update limits set count = 1000 where key = $1', [
    `sign-up:guesses:school:${school.schoolId}`,
  ])
  t.equal((await verify(app, link, email, code, stranger(2))).http, 404)
  t.equal((await verify(app, link, email, code, atSchool)).http, 200)
})

t.test('the mail of a code has no word of the sender, and names follow one rule', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, { title: 'URGENT pay at https://evil.example/x' })
  const lure = await signUp(app, course.joinToken, { email, name: 'URGENT https://evil.example/x' })
  t.match(lure, { http: 422, errors: [{ field: 'name', message: signUpTexts.faults.name_letters }] })
  const long = await signUp(app, course.joinToken, { email, name: `Ana ${'x'.repeat(65)}` })
  t.match(long, { http: 422, errors: [{ field: 'name', message: signUpTexts.faults.name_long }] })
  await signUp(app, course.joinToken, { email, name: 'Pay Evil.Example' })
  await codeTo(app, email)
  const [mail] = app.mails.filter(m => m.to === email)
  t.match(mail?.subject, 'Your sign-up code')
  t.notMatch(`${mail?.subject}${mail?.text}${mail?.html}`, /evil|urgent/i)
})
