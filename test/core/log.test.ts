import t from 'tap'
import { makeLog } from '#src/core/log.ts'
import { testApp } from '../support/app.ts'
import { agree, openPay, postCode } from '../support/form.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ana.leaks@school.example'
const NAME = 'Ana Leaks'

t.test('logs no tokens, codes, secrets, names or addresses during a whole enrollment', async t => {
  const lines: string[] = []
  const app = await testApp(t, {
    log: { write: line => lines.push(line) },
    mail: async mail => {
      throw new Error(`550 <${mail.to}> said no to "${mail.to}" and ${EMAIL.toUpperCase()}`)
    },
  })
  const school = await makeConsumer(app, { key: 'leaky-school', secret: 'leaky-secret' })
  const course = await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  const codes = [
    await makeCode(app, 'A', { couponCode: 'LEAK-A-1' }),
    await makeCode(app, 'B', { couponCode: 'LEAK-B-1' }),
  ]
  const ana = { user_id: 'leaky-user', lis_person_contact_email_primary: EMAIL, lis_person_name_full: NAME }
  const { token, posted } = await launch(app, school.key, ana, { secret: 'leaky-secret', nonce: 'leaky-nonce' })
  const teacher = await launch(app, school.key, { ...ana, roles: 'Instructor' }, { secret: 'leaky-secret' })
  await launch(app, school.key, ana, { secret: 'wrong-leaky-secret' })
  await launch(app, school.key, { ...ana, context_id: 'x\0' }, { secret: 'leaky-secret' })
  await app.server.inject({ url: `/lti/launch?${posted}` })
  await app.server.inject({ url: teacher.location, headers: { cookie: 'session=leaky-cookie' } })
  await openPay(app, token)
  await agree(app, token)
  await postCode(app, token, 'LEAK-A-1')
  await redeem(app, token, 'LEAK-WRONG')
  await redeem(app, token, 'LEAK-B-1', { headers: { authorization: 'Bearer leaky-bearer' } })
  await app.server.inject({ url: `/no-such-page?token=${token}&email=${EMAIL}` })
  await app.server.inject({ url: `/api/no-such-call/${token}` })
  await app.server.inject({
    method: 'POST',
    url: '/api/lti/get_enrollment',
    headers: { 'content-type': 'application/json' },
    payload: `{"enroll_token":"${token}"`,
  })
  await app.startJobs()
  await until('the mail has failed', () => lines.some(line => line.includes('job failed')))

  // A database failure in between: errors of the driver contain statement values.
  await app.db.client.query('alter table coupon_uses rename column voided_at to gone')
  const bo = await launch(app, school.key, { lis_person_contact_email_primary: EMAIL }, { secret: 'leaky-secret' })
  await redeem(app, bo.token, 'LEAK-A-1')
  await openPay(app, bo.token)
  await app.stop()

  const log = lines.join('')
  t.ok(lines.length > 15, 'there is a log')
  t.ok(
    lines.some(line => line.includes('"level":"error"')),
    'it has errors',
  )
  for (const line of lines) t.doesNotThrow(() => JSON.parse(line))
  const secrets = [
    token,
    bo.token,
    teacher.token,
    new URL(teacher.location, 'http://x').searchParams.get('state') ?? '?',
    course.joinToken,
    ...codes,
    'LEAK-WRONG',
    'leaky-secret',
    'leaky-cookie',
    'leaky-bearer',
    'leaky-nonce',
    'leaky-user',
    EMAIL,
    NAME,
  ]
  for (const secret of secrets) t.equal(log.toLowerCase().includes(secret.toLowerCase()), false, secret)
  t.notMatch(log, /[em]_[\w-]{20,}/, 'nothing that looks like a token')
})

t.test('every answer is one line with its reference and route pattern, without the full address', async t => {
  const lines: Record<string, unknown>[] = []
  const app = await testApp(t, { log: { write: line => lines.push(JSON.parse(line)) } })
  await app.server.inject({ url: '/lti/pay?token=e_nothing-here' })
  await app.server.inject({ url: '/healthz' })
  await app.server.inject({ url: '/readyz' })
  const [line, ...more] = lines.filter(l => l.msg === 'request completed')
  t.strictSame(more, [], 'the probes of the operator are left out')
  t.hasStrict(line, { level: 'info', method: 'GET', route: '/lti/pay', status: 404 })
  t.match(line, { reqId: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/, time: /^\d{4}-\d\d-\d\dT/, ms: Number })
})

t.test('redacts what is logged by mistake', async t => {
  const lines: string[] = []
  const log = makeLog('info', { write: line => lines.push(line) })
  log.info({ token: 'leak', request: { email: 'leak', cookie: 'leak', url: 'leak' }, err: new Error('leak@x.example') })
  log.error({ err: new Error('outer', { cause: new Error(`for e_${'leak'.repeat(8)}`) }) })
  log.error({ err: 'leak' })
  log.error(new Error('leak@x.example'))
  log.error({ err: new Error('x') }, `for leak@x.example and e_${'leak'.repeat(8)}`)
  t.equal(lines.length, 5)
  t.notMatch(lines.join(), 'leak')
  t.match(lines.join(), '[cut]')
})

t.test('modules log the id of their request, even in parallel and on kept-alive connections', async t => {
  const lines: string[] = []
  const app = await testApp(t, { log: { write: line => lines.push(line) } })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const enter = (code: string) =>
    fetch(`${base}/api/lti/verify_coupon_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ enroll_token: token, coupon_code: code }),
    }).then(answer => answer.text())
  for (const turn of [1, 2]) await Promise.all([1, 2, 3, 4].map(i => enter(`WRONG-${turn}${i}`)))
  const idsOf = (msg: string) => {
    const all = lines.map(line => JSON.parse(line))
    return all.filter(line => line.msg === msg && line.route !== '/lti/launch').map(line => line.reqId)
  }
  await until('all are answered', () => idsOf('request completed').length === 8)
  const refused = idsOf('access code refused')
  t.equal(new Set(refused).size, 8)
  t.strictSame(refused.toSorted(), idsOf('request completed').toSorted())
  t.notOk(
    lines.some(line => (line.match(/"reqId"/g) ?? []).length > 1),
    'each line has the id once',
  )
})
