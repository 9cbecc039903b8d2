import t from 'tap'
import { networkOf, wideNetworkOf } from '#src/core/rules/web-addresses.ts'

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

t.test('the block around a network has 24 bits of IPv4, 48 of IPv6', async t => {
  const cases = [
    ['192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2'],
    ['2001:db8:a:b::1', '2001:db8:a'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', '0:0:0'],
  ] as const
  for (const [address, block] of cases) t.equal(wideNetworkOf(address), block, address)
})
