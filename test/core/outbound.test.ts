import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { makeHttpClient, nextPageUrl } from '#src/core/outbound/outbound.ts'
import { checkPublicAddress, isPublicIp } from '#src/core/outbound/public-address.ts'
import type { Test } from '../support/test.ts'

const service = async (t: Test): Promise<string> => {
  const server = createServer((request, response) => {
    if (request.url === '/slow') return
    if (request.url === '/long') return void response.end('x'.repeat(5000))
    if (request.url === '/away') return void response.writeHead(302, { location: 'http://elsewhere.example' }).end()
    response.setHeader('x-agent', request.headers['user-agent'] ?? '').end('fine')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('limits time and size of an answer, and follows no redirect', async t => {
  const base = await service(t)
  const call = makeHttpClient({ bytes: 1000 })
  t.match(await call({ url: `${base}/` }), { status: 200, text: 'fine', headers: { 'x-agent': 'Signbook' } })
  t.equal((await call({ url: `${base}/away` })).status, 302)
  await t.rejects(makeHttpClient({ milliseconds: 300 })({ url: `${base}/slow` }))
  await t.rejects(call({ url: `${base}/long` }), /longer than 1000/)
})

t.test('an address given from outside must be https and public', async t => {
  const base = await service(t)
  const call = makeHttpClient({ publicOnly: true })
  await t.rejects(call({ url: base }), /only https/)
  for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]', '0x7f.1'])
    t.throws(() => checkPublicAddress(`https://${host}/`), /private network/, host)
  t.doesNotThrow(() => checkPublicAddress('https://lms.school.example/outcomes'))
  await t.rejects(call({ url: 'https://localhost:1/' }), /private network/, 'checks the addresses a name resolves to')
  const inside =
    '64:ff9b::a00:1 64:ff9b:1::a00:1 2002:a00:1:: 2001:0:a00:1::1 fec0::1 ::ffff:a00:1 ::ffff:5db8:d70e ::ffff:93.184.215.14 0:0:0:0:0:ffff:808:808 2001:db8::1 3fff::1 5f00::1'
  for (const address of inside.split(' ')) t.notOk(isPublicIp(address), address)
  t.ok(isPublicIp('2001:4860:4860::8888'), 'next to Teredo')
  t.ok(isPublicIp('93.184.215.14'))
  t.ok(isPublicIp('2606:4700::1111'))
  t.notOk(isPublicIp('no address'))
})

t.test('reads the next page from a Link header', async t => {
  t.equal(nextPageUrl(undefined), null)
  t.equal(nextPageUrl('<https://c/a?page=1>; rel="current",<https://c/a?page=2>; rel="next"'), 'https://c/a?page=2')
  t.equal(nextPageUrl('<https://c/a,b?x=1>; rel="next"'), 'https://c/a,b?x=1', 'addresses may contain commas')
  t.equal(nextPageUrl('<https://c/a?page=1>; rel="last"'), null)
})
