import t from 'tap'
import { fromNetwork, provenTarget } from '#src/accounts/rules/sign-in.ts'
import { sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { isTooManyFromStrangers, makeLimitHash, STRANGERS_AN_HOUR } from '#src/core/limits/limits.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { solveCaptcha } from '../support/solve.ts'

const EMAIL = 'sam@example.com'
const HOME = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

const post = async (app: TestApp, path: string, payload: object, remoteAddress: string) => {
  const answer = await app.server.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })
  return { status: answer.statusCode, data: answer.json() }
}
const magic = (app: TestApp, from: string, captcha = 'off') =>
  post(app, 'magic', { connection: 'email', target: EMAIL, recaptcha_response: captcha }, from)
const login = (app: TestApp, code: string, from: string) =>
  post(app, 'login', { connection: 'email', target: EMAIL, code }, from)
/** Runs the job that sends a code, and returns the code. */
const send = async (app: TestApp, from: string): Promise<string> => {
  const askedAt = app.clock.now().toISOString()
  await sendSignInCode(app, { connection: 'email', target: EMAIL, askedFrom: fromNetwork(from), askedAt })
  return app.mails.at(-1)?.text.match(/^(\d{6})$/m)?.[1] ?? 'none'
}
const withSam = async (t: Parameters<typeof testApp>[0], env = {}) => {
  const app = await testApp(t, { env })
  await saveStaff(app.db, { email: EMAIL, firstName: 'Sam', lastName: 'Staff' })
  return app
}

t.test("a stranger's requests and tries leave the code of another network alone", async t => {
  const app = await withSam(t)
  const mine = await send(app, HOME)
  const theirs = await send(app, ELSEWHERE)
  const wrong = ['000000', '111111'].find(code => code !== mine && code !== theirs) ?? ''
  for (let i = 0; i < 5; i++) await login(app, wrong, ELSEWHERE)
  if (mine !== theirs) t.equal((await login(app, mine, ELSEWHERE)).status, 401, 'a code works from its own network')
  t.equal((await login(app, theirs, ELSEWHERE)).status, 401, 'their tries are used up')
  t.equal((await login(app, mine, HOME)).status, 200)
})

t.test('the five codes an hour are counted for each network', async t => {
  const app = await withSam(t)
  for (let i = 0; i < 5; i++) t.equal((await magic(app, ELSEWHERE)).status, 200)
  t.equal((await magic(app, ELSEWHERE)).status, 429)
  t.equal((await magic(app, HOME)).status, 200)
})

t.test('after fifty codes for strangers they bring harder work; a network that signed in before does not', async t => {
  const app = await withSam(t, { CAPTCHA_PROVIDER: 'altcha' })
  t.equal((await login(app, await send(app, HOME), HOME)).status, 200)
  const target = provenTarget(EMAIL)
  for (let i = 0; i < STRANGERS_AN_HOUR; i++)
    await isTooManyFromStrangers(app.db, makeLimitHash(SECRET), { target, address: `192.0.2.${i}` }, app.clock.now())
  t.match(await magic(app, ELSEWHERE, await solveCaptcha(app, { remoteAddress: ELSEWHERE })), {
    status: 422,
    data: { reason: 'captcha_failed' },
  })
  t.equal(
    (await magic(app, ELSEWHERE, await solveCaptcha(app, { remoteAddress: ELSEWHERE }))).status,
    200,
    'the next challenge is harder',
  )
  t.equal((await magic(app, HOME, await solveCaptcha(app, { remoteAddress: HOME }))).status, 200)
})

t.test('beyond these the code has nine digits, which nobody guesses from many networks', async t => {
  const app = await withSam(t)
  const askedAt = app.clock.now().toISOString()
  const job = { connection: 'email', target: EMAIL, askedFrom: fromNetwork(HOME), askedAt, isLong: true } as const
  await sendSignInCode(app, job)
  const code = app.mails.at(-1)?.text.match(/^(\d{9})$/m)?.[1] ?? 'none'
  t.equal((await login(app, code, HOME)).status, 200)
})
