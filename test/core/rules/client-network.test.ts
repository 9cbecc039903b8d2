import t from 'tap'
import { networkOf } from '#src/core/rules/web-addresses.ts'

t.test('limits count an IPv4 address itself, and the /64 network of an IPv6 address', async t => {
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ]
  for (const [address, network] of cases) t.equal(networkOf(address), network, address)
})
