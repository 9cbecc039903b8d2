import t from 'tap'
import { tryAddress, tryCanvas, tryCaptcha, trySms, tryStripe, tryVideoHost } from '#src/desk/probes.ts'
import { testApp } from '../support/app.ts'
import { FAULTS, misbehaving } from '../support/misbehaving.ts'

const answers = { down: 'no_answer', slow: 'no_answer', '429': 'no_answer', '500': 'no_answer' } as const

for (const fault of FAULTS)
  t.test(`a service that is ${fault} does not count as working`, async t => {
    const { base } = await misbehaving(t, fault)
    const said = await Promise.all([
      tryStripe({ secretKey: 'sk_test_x', apiBase: base }),
      tryCanvas({ origin: base, token: 'x', accountId: '1' }),
      trySms({ accountSid: 'AC1', authToken: 'x', base }),
      tryVideoHost({ keys: { 1: 'x' }, base }).then(found => found?.[1]),
      tryCaptcha({ provider: 'recaptcha', secret: 'x', apiBase: base }),
    ])
    const expected = fault in answers ? answers[fault as keyof typeof answers] : 'unexpected'
    t.strictSame(said, Array(5).fill(expected))
  })

t.test('opens the health check at PUBLIC_URL, and tells our server from another', async t => {
  const app = await testApp(t)
  const own = await app.server.listen({ port: 0, host: '127.0.0.1' })
  t.strictSame(await tryAddress(own), { url: own, status: 200, isOurs: true })
  const { base } = await misbehaving(t, 'wrong shape')
  t.strictSame(await tryAddress(base), { url: base, status: 200, isOurs: false })
  const down = await misbehaving(t, 'down')
  t.strictSame(await tryAddress(down.base), { url: down.base, status: null, isOurs: false })
})
