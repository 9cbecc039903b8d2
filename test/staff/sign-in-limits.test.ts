import t from 'tap'
import { fromNetwork, provenTarget } from '#src/accounts/rules/sign-in.ts'
import { GUESSES_A_DAY, sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { isTooManyFromStrangers, makeLimitHash, STRANGERS_AN_HOUR } from '#src/core/limits/limits.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { countOf } from '../support/rows.ts'
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

/** Runs the job of the newest request, and returns its code. */
const newestCode = async (app: TestApp): Promise<string> => {
  const jobs = await app.db.client.query(
    "select data->'data' as data from pgboss.job where name = 'sign-in-code' order by created_on desc limit 1",
  )
  await sendSignInCode(app, jobs.rows[0].data)
  return app.mails.at(-1)?.text.match(/^(\d+)$/m)?.[1] ?? 'none'
}

t.test('a network that never signed in there gets nine digits, from the first code', async t => {
  const app = await withSam(t)
  const networks = ['192.0.2.1', '2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:3::1', '2001:db8:7:4::1']
  for (const network of networks) {
    await magic(app, network)
    t.equal((await newestCode(app)).length, 6, 'nobody signed in yet')
  }
  await magic(app, '2001:db8:7:5::1')
  t.equal((await newestCode(app)).length, 9, 'the first sign-in has five short codes a day')
  app.clock.advance(24 * 60 * 60 * 1000)
  await magic(app, HOME)
  t.equal((await login(app, await newestCode(app), HOME)).status, 200)
  await magic(app, HOME)
  t.equal((await newestCode(app)).length, 6, 'a known network')
  for (const network of networks) {
    await magic(app, network)
    t.equal((await newestCode(app)).length, 9)
  }
})

t.test('wrong tries are summed for the account, harden its codes and are mailed to the owner once', async t => {
  const app = await withSam(t)
  await magic(app, HOME)
  t.equal((await login(app, await newestCode(app), HOME)).status, 200)
  const notices = () => countOf(app, "messages where data->>'event' = 'code-guesses'")
  for (let n = 0; n < 2 * GUESSES_A_DAY; n++) {
    const network = `2001:db8:8:${n}::1`
    await magic(app, network)
    await newestCode(app)
    t.equal((await login(app, '0', network)).status, 401)
  }
  t.equal(await notices(), 1)
  await magic(app, HOME)
  const code = await newestCode(app)
  t.equal(code.length, 9, 'for known networks too')
  t.equal((await login(app, code, HOME)).status, 200, 'which are not locked out')
  app.clock.advance(24 * 60 * 60 * 1000)
  await magic(app, HOME)
  t.equal((await newestCode(app)).length, 6)
})

t.test('neighbors of a known network do not lock it out', async t => {
  const app = await withSam(t)
  const home = '2001:db8:9:1::1'
  await magic(app, home)
  t.equal((await login(app, await newestCode(app), home)).status, 200)
  const answers: number[] = []
  for (let n = 2; n < 18; n++)
    for (let tries = 0; tries < 7; tries++) answers.push((await login(app, '1', `2001:db8:9:${n}::1`)).status)
  t.ok(answers.includes(429), 'a block of networks has a limit')
  await magic(app, home)
  t.equal((await login(app, await newestCode(app), home)).status, 200)
})

t.test('codes that strangers ask for leave later beyond thirty an hour, and are never refused', async t => {
  const app = await withSam(t)
  await magic(app, HOME)
  t.equal((await login(app, await newestCode(app), HOME)).status, 200)
  for (let n = 0; n < 40; n++) t.equal((await magic(app, `2001:db8:${n}:1::1`)).status, 200)
  const waiting = "pgboss.job where name = 'sign-in-code' and start_after > created_on + interval '1 minute'"
  t.equal(await countOf(app, waiting), 11, 'one of the forty-one was the first of all')
  await magic(app, HOME)
  t.equal(await countOf(app, waiting), 11, 'a known network waits for nobody')
  t.equal((await login(app, await newestCode(app), HOME)).status, 200)
})
