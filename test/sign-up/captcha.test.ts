import t from 'tap'
import { type CaptchaGateway, captchaSources, makeCaptchaGateway } from '#src/accounts/captcha-gateway.ts'
import { captchaResponse, questionResponse, workFor } from '#src/accounts/rules/captcha.ts'
import { captchaFigure, captchaSum } from '#src/accounts/texts/captcha-sum.ts'
import { makeRecaptchaEmulator } from '../support/emulators/recaptcha.ts'
import { answerOf, encode, solve } from '../support/solve.ts'
import type { Test } from '../support/test.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const own = { appSecret: 'a secret of this site, long enough', hostname: 'signbook.example' }
const altcha = makeCaptchaGateway({ provider: 'altcha' }, own)

const challengeOf = async (gateway: CaptchaGateway, work = 0) =>
  (await gateway.challenge(NOW, work)) as Parameters<typeof solve>[0]

t.test('ALTCHA: accepts solved work and returns its key', async t => {
  const response = encode(await solve(await challengeOf(altcha)))
  const found = await altcha.verify(response, NOW)
  t.match(found, { ok: true, by: 'script', work: 0 })
  t.strictSame(await altcha.verify(response, NOW), found, 'the same key each time, so that it can be used up')
  t.equal((await altcha.verify(response, later(19))).ok, true)
  t.equal((await altcha.verify(response, later(21))).ok, false, 'after it expired')
})

t.test('ALTCHA: rejects everything else', async t => {
  const payload = await solve(await challengeOf(altcha))
  const { challenge, solution } = payload
  const change = (parameters: object) => ({
    ...payload,
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
  })
  const wrong: Record<string, unknown> = {
    'no work': { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
    'only the prefix': {
      challenge,
      solution: { ...solution, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
    },
    'a longer lifetime': change({ data: { expires: later(999).getTime(), work: 4 } }),
    'no signed key': change({ keySignature: undefined }),
    'an excessive cost': change({ keySignature: undefined, cost: 2_000_000_000 }),
    'no signature': { ...payload, challenge: { parameters: challenge.parameters } },
    'another site': await solve(
      await challengeOf(makeCaptchaGateway({ provider: 'altcha' }, { ...own, appSecret: 'another' })),
    ),
    empty: {},
    null: null,
    'a number': 7,
  }
  for (const [name, given] of Object.entries(wrong)) {
    t.equal((await altcha.verify(encode(given as object), NOW)).ok, false, name)
  }
  for (const text of ['', 'off', '{}', '\0', 'x'.repeat(100_000)]) t.equal((await altcha.verify(text, NOW)).ok, false)
})

t.test('ALTCHA: the harder challenge is more work and marked as such', async t => {
  const payload = await solve(await challengeOf(altcha, 3))
  t.match(await altcha.verify(encode(payload), NOW), { ok: true, work: 3 })
  t.ok(payload.solution.counter >= 3200)
})

t.test('the work gets harder step by step with codes that nobody entered', async t => {
  t.strictSame([0, 19, 20, 39, 40, 80, 160, 9999].map(workFor), [0, 0, 1, 1, 2, 3, 4, 4])
})

t.test('accepts the right answer to the text question', async t => {
  const need = altcha.need(NOW, 'en')
  if (need.provider === 'off') throw new Error('expected a question')
  const { text, token } = need.question
  const answer = (typed: string) => altcha.verify(questionResponse(token, typed), NOW)
  t.match(await answer(answerOf(text)), { ok: true, by: 'question' })
  t.match(await answer(` ${answerOf(text)} `), { ok: true })
  t.match(await answer('0'), { ok: false, key: /^question:/ }, 'a wrong answer has a key too, so that it is used up')
  t.equal((await altcha.verify(questionResponse(token, answerOf(text)), later(31))).ok, false, 'after half an hour')
  const changed = token.replace(/^./, first => (first === 'x' ? 'y' : 'x'))
  t.equal((await altcha.verify(questionResponse(changed, answerOf(text)), NOW)).ok, false)
  const [nonce, , right] = token.split('.')
  const longer = `${nonce}.${later(999).getTime().toString(36)}.${right}.${token.split('.')[3]}`
  t.equal((await altcha.verify(questionResponse(longer, answerOf(text)), NOW)).ok, false, 'its time is signed')
  for (const bad of ['question:', 'question::', 'question:a.b.c.d:5', `question:${token}`]) {
    t.equal((await altcha.verify(bad, NOW)).ok, false, bad)
  }
})

t.test('reads the captcha response from form fields', async t => {
  t.equal(captchaResponse({ recaptcha_response: 'r' }), 'r')
  t.equal(captchaResponse({ captcha_question: 'q', captcha_answer: ' 7 ' }), 'question:q:7')
  t.equal(captchaResponse({ captcha_question: 'q', captcha_answer: '', recaptcha_response: 'r' }), 'r')
  t.equal(captchaResponse({}), '')
  t.strictSame(captchaSum(34, 'es'), { text: '¿Cuánto es cuatro más cinco?', answer: '9' })
  t.strictSame(captchaSum(34, 'en'), { text: 'What is four plus five?', answer: '9' })
  for (const [typed, figure] of [
    ['Nine', '9'],
    [' 9 ', '9'],
    ['twenty', '20'],
    ['Nueve', '9'],
    ['dieciséis', '16'],
    ['dieciseis', '16'],
    ['09', '09'],
  ] as const) {
    t.equal(captchaFigure(typed), figure)
  }
})

/** Starts the reCAPTCHA emulator on its own port. */
const emulator = async (t: Test) => {
  const server = makeRecaptchaEmulator({ siteKey: 'site', secret: 'secret' })
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => server.close())
  const token = async (body: object) =>
    (await server.inject({ method: 'POST', url: '/__control/token', payload: body })).json().token as string
  return { server, base, token }
}

t.test('reCAPTCHA v2: verifies responses', async t => {
  const { server, base, token } = await emulator(t)
  const settings = { provider: 'recaptcha' as const, siteKey: 'site', secret: 'secret', apiBase: base }
  const gateway = makeCaptchaGateway(settings, own)
  const now = () => new Date()
  const good = await token({ hostname: 'signbook.example' })
  t.match(await gateway.verify(good, now()), { ok: true, by: 'script' })
  t.strictSame(await gateway.verify(good, now()), { ok: false }, 'Google refuses a second use')
  t.strictSame(
    await gateway.verify(await token({ hostname: 'evil.example' }), now()),
    { ok: false },
    'solved on another site',
  )
  t.strictSame(await gateway.verify(await token({ hostname: 'signbook.example', ageSeconds: 121 }), now()), {
    ok: false,
  })
  t.strictSame(await gateway.verify('made up', now()), { ok: false })
  const asked = (await server.inject('/__control/requests')).json().length
  t.strictSame(await gateway.verify('', now()), { ok: false })
  t.equal((await server.inject('/__control/requests')).json().length, asked, 'an empty response is not sent')
  t.match(gateway.need(now(), 'en'), { provider: 'recaptcha', siteKey: 'site', question: {} })
})

t.test('reCAPTCHA v2: gives forms our own captcha for a minute after Google could not be asked', async t => {
  const { server, base, token } = await emulator(t)
  const settings = { provider: 'recaptcha' as const, siteKey: 'site', secret: 'secret', apiBase: base }
  const gateway = makeCaptchaGateway(settings, own)
  const arm = (down: boolean) => server.inject({ method: 'POST', url: '/__control/fail', payload: { down } })
  t.equal(await gateway.challenge(NOW, 0), null)
  await arm(true)
  t.match(await gateway.verify('x', NOW), { ok: false, problem: Error })
  await arm(false)
  t.match(gateway.need(NOW, 'en'), { provider: 'altcha', question: {} })
  const response = encode(await solve(await challengeOf(gateway)))
  t.match(await gateway.verify(response, NOW), { ok: true, by: 'script' })
  t.match(gateway.need(later(2), 'en'), { provider: 'recaptcha' })
  t.equal(await gateway.challenge(later(2), 0), null)
  t.match(await gateway.verify(await token({ hostname: 'signbook.example' }), new Date()), { ok: true })
  const asked = (await server.inject('/__control/requests')).json().length
  t.match(
    await gateway.verify(encode({ challenge: { parameters: {}, signature: 'x' }, solution: { derivedKey: '' } }), NOW),
    { ok: false },
  )
  t.equal(
    (await server.inject('/__control/requests')).json().length,
    asked,
    'a response of our own is not sent to Google',
  )
  const wrong = makeCaptchaGateway({ ...settings, secret: 'wrong' }, own)
  t.match(await wrong.verify('x', NOW), { ok: false, problem: { message: /invalid-input-secret/ } })
  t.match(wrong.need(NOW, 'en'), { provider: 'altcha' }, 'also with a wrong secret')
})

t.test('names the sources of Google that its FAQ asks for', async t => {
  t.equal(captchaSources({ provider: 'altcha' }), null)
  t.match(captchaSources({ provider: 'recaptcha' }), {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  })
})
