import t from 'tap'
import { findCaptchaNeed, verifyCaptcha } from '#src/accounts/captcha.ts'
import { makeCaptchaGateway } from '#src/accounts/captcha-gateway.ts'
import { captchaRefusals, questionResponse } from '#src/accounts/rules/captcha.ts'
import { countCodeSent, makeLimitHash } from '#src/core/limits/limits.ts'
import { makeLog } from '#src/core/log.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { joinable, PASSWORD, signUp } from '../support/sign-up.ts'
import { answerOf, solveCaptcha } from '../support/solve.ts'

const deps = (app: TestApp) => ({
  db: app.db,
  clock: app.clock,
  limitHash: makeLimitHash(SECRET),
  log: makeLog('silent'),
  captcha: makeCaptchaGateway({ provider: 'altcha' }, { appSecret: SECRET, hostname: 'localhost' }),
})
const altcha = { env: { CAPTCHA_PROVIDER: 'altcha' } }
const refused = { ok: false, reason: 'captcha_failed' }
const address = '10.0.0.1'

t.test('accepts a captcha response once, even when it is sent twice at the same time', async t => {
  const app = await testApp(t, altcha)
  const response = await solveCaptcha(app)
  const verdicts = await Promise.all([1, 2, 3].map(() => verifyCaptcha(deps(app), { response, address })))
  t.equal(verdicts.filter(v => v.ok).length, 1)
  t.strictSame(await verifyCaptcha(deps(app), { response, address }), refused)
  app.clock.advance(21 * 60 * 1000)
  await deleteExpired(app)
  t.equal(await countOf(app, 'captcha_uses'), 0, 'the purge deletes responses that have expired')
})

t.test('accepts a question once, and a wrong answer uses it up', async t => {
  const app = await testApp(t, altcha)
  const ask = () => {
    const need = findCaptchaNeed(app, 'en')
    if (need.provider === 'off') throw new Error('expected a question')
    return need.question
  }
  const answer = (q: { token: string; text: string }, typed = answerOf(q.text)) =>
    verifyCaptcha(deps(app), { response: questionResponse(q.token, typed), address })
  const first = ask()
  t.match(await answer(first), { ok: true })
  t.strictSame(await answer(first), refused)
  const second = ask()
  t.strictSame(await answer(second, '0'), refused)
  t.strictSame(await answer(second), refused, 'no second guess')
  t.match(await answer(ask()), { ok: true })
  t.strictSame(await answer(ask()), { ok: false, reason: 'captcha_limit' }, 'five questions an hour from one network')
  const response = await solveCaptcha(app)
  t.match(
    await verifyCaptcha(deps(app), { response, address }),
    { ok: true },
    'the scripted captcha still works from that address',
  )
  app.clock.advance(61 * 60 * 1000)
  t.match(await answer(ask()), { ok: true })
})

t.test('a question brings no work, and is refused once work is asked for', async t => {
  const app = await testApp(t, altcha)
  const answer = (address: string) => {
    const need = findCaptchaNeed(app, 'en')
    const { token = '', text = '' } = need.provider === 'off' ? {} : need.question
    return verifyCaptcha(deps(app), { response: questionResponse(token, answerOf(text)), address })
  }
  t.strictSame(await answer(address), { ok: true, work: 0, by: 'question' })
  const limit = { ok: false, reason: 'captcha_limit' }
  const hash = makeLimitHash(SECRET)
  for (let n = 0; n < 20; n++) await countCodeSent(app.db, hash, '2001:db8:1:1::1', app.clock.now())
  t.strictSame(await answer('2001:db8:1:1::2'), limit, 'codes of the network that nobody entered')
  t.match(await answer('2001:db8:1:2::2'), { ok: true })
  for (let n = 0; n < 200; n++) await countCodeSent(app.db, hash, `2001:db8:2:${n}::1`, app.clock.now())
  t.strictSame(await answer('2001:db8:2:ffff::2'), limit, 'of the block of networks')
  for (let n = 0; n < 55; n++) t.match(await answer(`2001:db8:3:${n}::1`), n < 50 ? { ok: true } : limit)
})

t.test('many responses from one address make the captcha harder and refuse nobody', async t => {
  const app = await testApp(t, altcha)
  const early = await solveCaptcha(app, { remoteAddress: address })
  await app.db.client.query('insert into limits (key, count, resets_at) values ($1, 2000, $2)', [
    `captcha-passed:address:${makeLimitHash(SECRET).network(address)}`,
    new Date(app.clock.now().getTime() + 3_600_000),
  ])
  t.strictSame(
    await verifyCaptcha(deps(app), { response: early, address }),
    refused,
    'the easier work no longer counts',
  )
  const response = await solveCaptcha(app, { remoteAddress: address })
  t.match(await verifyCaptcha(deps(app), { response, address }), { ok: true })
  const elsewhere = await solveCaptcha(app)
  t.match(await verifyCaptcha(deps(app), { response: elsewhere, address: '10.9.9.9' }), { ok: true })
})

t.test('a burst of sign-ups from one address is slowed: only harder work counts after the limit', async t => {
  const app = await testApp(t, altcha)
  const { course } = await joinable(app)
  const from = { remoteAddress: address }
  const work = await Promise.all(Array.from({ length: 12 }, () => solveCaptcha(app, from)))
  await app.db.client.query('insert into limits (key, count, resets_at) values ($1, 1995, $2)', [
    `captcha-passed:address:${makeLimitHash(SECRET).network(address)}`,
    new Date(app.clock.now().getTime() + 3_600_000),
  ])
  const send = (email: string, recaptcha_response: string) =>
    signUp(app, course.joinToken, { email, recaptcha_response }, from)
  const all = await Promise.all(work.map((response, i) => send(`s${i}@x.example`, response)))
  t.equal(all.filter(a => a.http === 200).length, 5, 'up to two thousand in the hour')
  t.equal(all.filter(a => a.http === 422 && a.error === captchaRefusals.captcha_failed.message).length, 7)
  t.match(await send('late@x.example', await solveCaptcha(app, from)), { http: 200 }, 'nobody is shut out')
  t.equal((await app.server.inject('/healthz')).statusCode, 200)
})

t.test('accepts anything when the captcha is off, as in demo mode', async t => {
  const app = await testApp(t)
  t.strictSame(findCaptchaNeed(app, 'en'), { provider: 'off' })
  t.strictSame((await app.server.inject('/api/captcha')).json(), { need: { provider: 'off' }, challenge: null })
})

t.test('without a script a question is good for one submission, and the next page brings a new one', async t => {
  const app = await testApp(t, altcha)
  const { course } = await joinable(app)
  const url = `/verify?course=${course.joinToken}`
  const post = async (question: { text: string; token: string }, email: string, over: Record<string, string> = {}) => {
    const fields = {
      ...{ intent: 'sign_up', first_name: 'Ana', last_name: 'Lima', email },
      ...{ password: PASSWORD, confirm_password: PASSWORD },
      ...{ captcha_question: question.token, captcha_answer: answerOf(question.text), ...over },
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams(fields).toString()
    return app.server.inject({ method: 'POST', url, headers, payload })
  }
  const questionIn = (body: string) => ({
    text: textOf(body).match(/What is \w+ plus \w+\?/)?.[0] ?? '',
    token: tagsOf(body, 'input').find(({ name }) => name === 'captcha_question')?.value ?? '',
  })
  const first = questionIn((await app.server.inject(url)).body)
  const typo = await post(first, 'ana')
  t.equal(typo.statusCode, 422)
  t.equal((await post(first, 'a@x.example')).statusCode, 303, 'a typo in another field does not use the question up')
  const again = await post(first, 'b@x.example')
  t.equal(again.statusCode, 422)
  t.match(again.body, captchaRefusals.captcha_failed.message)
  const second = questionIn(again.body)
  t.not(second.token, first.token)
  t.equal((await post(second, 'b@x.example', { captcha_answer: '0' })).statusCode, 422)
  t.equal((await post(second, 'b@x.example')).statusCode, 422, 'a wrong answer uses it up')
  t.equal(await countOf(app, 'messages'), 1)
})
