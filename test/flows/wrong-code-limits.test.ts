import t from 'tap'
import { makeLimitHash } from '#src/core/limits/limits.ts'
import { limits } from '#src/core/limits/store/schema.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { agree, postCode, typedIn } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import type { Test } from '../support/test.ts'

const MINUTE = 60 * 1000
const tooMany = 'Too many wrong codes. Wait a few minutes, check your code, and try again.'

const scene = async (t: Test, env: Record<string, string> = {}) => {
  const app = await testApp(t, { env })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  const enter = async () => {
    const { token } = await launch(app, school.key)
    await agree(app, token)
    return token
  }
  return { app, enter }
}

/** Key of the limit of a network. */
const keyOf = (address: string) => `wrong-code:address:${makeLimitHash(SECRET).network(address)}`

const wrong = (app: TestApp, token: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, i) => redeem(app, token, `WRONG-${i}`)))

t.test('after ten wrong codes a token must wait, and the answer says how long', async t => {
  const { app, enter } = await scene(t)
  const [token, other] = [await enter(), await enter()]
  for (let i = 0; i < 10; i++) {
    app.clock.advance(MINUTE / 2)
    t.hasStrict(await redeem(app, token, `WRONG-${i}`), { http: 404 })
  }
  const good = await makeCode(app, 'A')
  t.hasStrict(await redeem(app, token, 'WRONG-X'), { http: 429, error: tooMany, retryAfter: '630' })
  t.hasStrict(await redeem(app, token, good), { http: 429 }, 'a right code has to wait as well')
  t.hasStrict(await redeem(app, other, 'WRONG-X'), { http: 404 }, 'another person at the same address does not')

  const page = await postCode(app, token, good)
  t.equal(page.status, 429)
  t.equal(page.headers['retry-after'], '630')
  t.match(textOf(page.body), tooMany)
  t.equal(typedIn(page.body), good, 'keeps the typed value')

  app.clock.advance(10.5 * MINUTE - 1000)
  t.hasStrict(await redeem(app, token, good), { http: 429, retryAfter: '1' })
  app.clock.advance(1000)
  t.hasStrict(await redeem(app, token, good), { http: 200, status: 'OK' }, 'fifteen minutes after the first one')
  t.ok(
    (await wrong(app, token, 9)).every(a => a.http === 404),
    'and the count starts again',
  )
})

t.test('right, repeated, used-up and malformed codes never count', async t => {
  const { app, enter } = await scene(t)
  const [token, other] = [await enter(), await enter()]
  const [own, theirs, spare, full] = [
    await makeCode(app, 'A'),
    await makeCode(app, 'B'),
    await makeCode(app, 'A'),
    await makeCode(app, 'B', { maxUsage: 2, used: 2 }),
  ]
  await redeem(app, other, theirs)
  for (let i = 0; i < 12; i++) {
    t.hasStrict(await redeem(app, token, own), { status: 'OK' })
    t.hasStrict(await redeem(app, token, spare), { status: 'OK' })
    t.hasStrict(await redeem(app, token, theirs), { status: 'MAX_OTHER_EMAIL' })
    t.hasStrict(await redeem(app, token, full), { status: 'MAX' })
    t.hasStrict(await redeem(app, token, 'ABC'), { http: 422 })
  }
  t.strictSame(await app.db.orm.select().from(limits), [])
})

t.test('expired codes and codes of other products count like unknown ones', async t => {
  const { app, enter } = await scene(t)
  const token = await enter()
  const expired = await makeCode(app, 'A', { expiresAt: new Date(app.clock.now().getTime() - 1) })
  const foreign = await makeCode(app, 'C')
  for (let i = 0; i < 5; i++) {
    t.hasStrict(await redeem(app, token, expired), { http: 404 })
    t.hasStrict(await redeem(app, token, foreign), { http: 404 })
  }
  t.hasStrict(await redeem(app, token, foreign), { http: 429 })
})

t.test('fifty parallel guesses count at most ten', async t => {
  const { app, enter } = await scene(t)
  const answers = await wrong(app, await enter(), 50)
  t.equal(answers.filter(a => a.http === 404).length, 10)
  t.equal(answers.filter(a => a.http === 429).length, 40)
})

t.test('counts IPv6 addresses by their /64 and /48 network', async t => {
  const { app, enter } = await scene(t)
  for (const last of ['1', 'ffff:2'])
    t.hasStrict(await redeem(app, await enter(), 'WRONG-1', { remoteAddress: `2001:db8::${last}` }), { http: 404 })
  t.hasStrict(await redeem(app, await enter(), 'WRONG-1', { remoteAddress: '2001:db8:0:1::1' }), { http: 404 })
  const lines = (await app.db.orm.select().from(limits)).filter(l => l.key.startsWith('wrong-code:address:'))
  t.strictSame(lines.map(l => l.count).sort(), [1, 2, 3], 'and by the block around it')
})

t.test('allows a thousand wrong codes from one address, across all tokens', async t => {
  const { app, enter } = await scene(t)
  const from = { remoteAddress: '192.0.2.1' }
  t.hasStrict(await redeem(app, await enter(), 'WRONG-1', from), { http: 404 })
  const [line] = (await app.db.orm.select().from(limits)).filter(l => l.key === keyOf('192.0.2.1'))
  t.equal(line?.count, 1)
  await app.db.client.query('update limits set count = 998 where key = $1', [line?.key])
  t.hasStrict(await redeem(app, await enter(), 'WRONG-2', from), { http: 404 })
  t.hasStrict(await redeem(app, await enter(), 'WRONG-3', from), { http: 404 }, 'the thousandth')
  const spoofed = { ...from, headers: { 'x-forwarded-for': '198.51.100.9' } }
  for (const how of [from, spoofed]) t.hasStrict(await redeem(app, await enter(), 'WRONG-4', how), { http: 429 })
  t.hasStrict(await redeem(app, await enter(), 'WRONG-4', { remoteAddress: '192.0.2.2' }), { http: 404 })
  t.equal((await launch(app, (await makeConsumer(app)).key)).status, 303, 'launches are never limited')
})

t.test('parallel wrong codes beyond the thousandth are refused, and right codes never wait', async t => {
  const { app, enter } = await scene(t)
  const from = { remoteAddress: '192.0.2.1' }
  await redeem(app, await enter(), 'WRONG-1', from)
  const count = async () => (await app.db.orm.select().from(limits)).find(l => l.key === keyOf('192.0.2.1'))?.count
  const counted = (n: number) =>
    app.db.client.query('update limits set count = $1 where key = $2', [n, keyOf('192.0.2.1')])
  const tokens = await Promise.all(Array.from({ length: 30 }, enter))
  const codes = await Promise.all(tokens.map(() => makeCode(app, 'A')))

  await counted(999)
  const right = await Promise.all(tokens.map((token, i) => redeem(app, token, codes[i]!, from)))
  t.ok(right.every(a => a.status === 'OK'))
  t.equal(await count(), 999)

  await counted(990)
  const answers = await Promise.all(tokens.map((token, i) => redeem(app, token, `WRONG-${i}`, from)))
  t.equal(answers.filter(a => a.http === 404).length, 10)
  t.ok(answers.every(a => a.http === 404 || (a.http === 429 && a.error === tooMany && a.retryAfter === '900')))
})

t.test('behind a trusted proxy, counts the address that the proxy names', async t => {
  const { app, enter } = await scene(t, { TRUST_PROXY: '1' })
  const through = (client: string) => ({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': client } })
  await redeem(app, await enter(), 'WRONG-1', through('198.51.100.9'))
  await redeem(app, await enter(), 'WRONG-1', through('203.0.113.1, 198.51.100.9'))
  const [line] = (await app.db.orm.select().from(limits)).filter(l => l.key.includes('address'))
  t.hasStrict(line, { key: keyOf('198.51.100.9'), count: 2 }, 'not one that the client made up')
})

t.test('stores neither the wrong code nor the token', async t => {
  const { app, enter } = await scene(t)
  const token = await enter()
  await redeem(app, token, 'SECRET-GUESS')
  const kept = JSON.stringify(await app.db.orm.select().from(limits))
  t.notMatch(kept, /SECRET|GUESS/)
  t.equal(kept.includes(token), false)
})
