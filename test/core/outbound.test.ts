import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { type AnswerTimes, saveAnswerTimes } from '#src/core/event-counts.ts'
import { checkPublicAddress, isPublicIp, makeHttpClient } from '#src/core/outbound.ts'
import { testApp } from '../support/app.ts'
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
  const call = makeHttpClient({ bytes: 1024 })
  t.match(await call({ url: `${base}/` }), { status: 200, text: 'fine', headers: { 'x-agent': 'Signbook' } })
  t.equal((await call({ url: `${base}/away` })).status, 302)
  await t.rejects(makeHttpClient({ milliseconds: 300 })({ url: `${base}/slow` }))
  await t.rejects(call({ url: `${base}/long` }), /longer than 1 kB/)
})

t.test('keeps how long a service took, with and without an answer', async t => {
  const base = await service(t)
  await makeHttpClient({ service: 'video' })({ url: base })
  await t.rejects(makeHttpClient({ service: 'video', milliseconds: 100 })({ url: `${base}/slow` }))
  await t.rejects(saveAnswerTimes(() => Promise.reject(new Error('no database'))))
  const saved: AnswerTimes[] = []
  await saveAnswerTimes(async times => void saved.push(...times))
  const times = saved.find(s => s.service === 'video')
  t.equal(times?.calls, 2, 'kept after a failed save')
  t.ok(times && times.slowest >= 90 && times.total > times.slowest)
  await saveAnswerTimes(async () => {
    t.fail('nothing new')
  })
})

t.test('an address given from outside must be https and public', async t => {
  const base = await service(t)
  const call = makeHttpClient({ orOwn: () => false })
  await t.rejects(call({ url: base }), /only https/)
  for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]', '0x7f.1'])
    t.throws(() => checkPublicAddress(`https://${host}/`), /private network/, host)
  t.doesNotThrow(() => checkPublicAddress('https://lms.school.example/outcomes'))
  await t.rejects(call({ url: 'https://localhost:1/' }), /private network/, 'checks the addresses a name resolves to')
  t.notOk(isPublicIp('no address'))
})

t.test('a demo reaches this machine, or only its practice services if others can reach it', async t => {
  const base = await service(t)
  const practice = {
    lms: base,
    outcomes: base,
    grade11: () => null,
    grade13: () => null,
    openRegistration: () => ({ configuration: '', token: '' }),
  }
  const app = (env: Record<string, string>) => testApp(t, { env, practice })
  const cases = [
    [{}, base, null],
    [{}, 'http://localhost:1/x', null],
    [{}, 'http://169.254.169.254/latest', 'not_https'],
    [{}, 'https://10.0.0.1/', 'not_public'],
    [{}, 'http://lms.school.example/', null],
    [{ HOST: '0.0.0.0' }, base, null],
    [{ HOST: '0.0.0.0' }, 'http://localhost:1/x', 'not_https'],
    [{ HOST: '0.0.0.0' }, 'https://127.0.0.1/', 'not_public'],
    [{ HOST: '0.0.0.0' }, 'https://169.254.169.254/latest', 'not_public'],
    [{ HOST: '0.0.0.0' }, 'https://lms.school.example/', null],
    [{ PUBLIC_URL: 'https://demo.example' }, 'http://127.0.0.1:1/', 'not_https'],
  ] as const
  for (const [env, address, fault] of cases)
    t.equal((await app(env)).addressFault(address), fault, `${JSON.stringify(env)} ${address}`)
  const reached = await app({ HOST: '0.0.0.0' })
  t.match(await reached.lmsClient({ url: base }), { text: 'fine' })
  await t.rejects(reached.lmsClient({ url: await service(t) }), /only https/)
})

/** One address of each range of IANA's special-purpose registries, of multicast, and of ranges that embed IPv4. */
const SPECIAL = `0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.254 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255
  192.0.0.8 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::a00:1 ::ffff:a00:1 ::ffff:5db8:d70e ::ffff:93.184.215.14 0:0:0:0:0:ffff:808:808 ::ffff:0:a00:1
  64:ff9b::a00:1 64:ff9b:1::a00:1 100::1 100:0:0:1::1 2001::1 2001:0:a00:1::1 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1
  2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff::1 2001:db8::1 2002:a00:1:: 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1
  5f00::1 5fff::1 fc00::1 fd00::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1`
const PUBLIC = `1.1.1.1 9.9.9.9 11.0.0.1 93.184.215.14 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1
  198.20.0.1 223.255.255.254 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450::1 3ffe::1 3fff:1000::1`

t.test('special addresses are not public, and their neighbours are', async t => {
  for (const address of SPECIAL.split(/\s+/)) t.notOk(isPublicIp(address), address)
  for (const address of PUBLIC.split(/\s+/)) t.ok(isPublicIp(address), address)
})
