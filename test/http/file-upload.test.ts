import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { paths } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { type Me, signedIn } from '../support/staff.ts'

const HEAD = '--x\r\nContent-Disposition: form-data; name='
const FILE = `${HEAD}"csvfile"; filename="codes.csv"\r\nContent-Type: text/csv\r\n\r\n`

const send = (app: TestApp, me: Me, payload: string, { url = '/twa/import_coupons', boundary = 'x' } = {}) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${me.bearer}`,
      cookie: me.cookie,
      origin: 'http://localhost:3000',
      host: 'localhost:3000',
      'content-type': `multipart/form-data${boundary && `; boundary=${boundary}`}`,
    },
    payload,
  })

const urls = ['/twa/import_coupons', paths.importAccessCodes]

t.test('answers 400 to an upload that breaks the rules of multipart', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const cut = `${FILE}coupon_code,product_code\r\n`
  for (const url of urls) {
    for (const [payload, boundary] of [
      [`${HEAD}"file"`, 'y'],
      [`${cut}--x--\r\n`, ''],
      [cut, 'x'],
      [`${HEAD}"file"; filename="a.csv"\r\n`, 'x'],
      ['', 'x'],
    ] as const) {
      const { statusCode, body } = await send(app, me, payload, { url, boundary })
      t.equal(statusCode, 400, `${url} ${boundary} ${JSON.stringify(payload)} ${body.slice(0, 80)}`)
    }
  }
})

t.test('reads no fields, one file, and nothing before the role is known', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const viewer = await signedIn(app, 'viewer')
  const field = `${HEAD}"note"\r\n\r\n${'x'.repeat(100_000)}\r\n`
  const file = `${FILE}coupon_code,product_code\r\n\r\n`
  for (const url of urls) {
    t.equal((await send(app, me, `${field.repeat(20)}${file}--x--\r\n`, { url })).statusCode, 413, url)
    t.equal((await send(app, viewer, 'anything', { url })).statusCode, 403, url)
    t.equal((await send(app, viewer, 'anything', { url, boundary: '' })).statusCode, 403, url)
  }
  t.equal((await send(app, me, `${file}--x--\r\n`)).statusCode, 200)
})

t.test('ends a body of unknown length at 10 MB', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${me.bearer}`, 'content-type': 'multipart/form-data; boundary=x' }
  let sent = 0
  await new Promise<void>(done => {
    const outgoing = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: urls[0], headers })
    const chunk = 'x'.repeat(64 * 1024)
    const more = () => {
      while (sent < 60_000_000 && !outgoing.destroyed) {
        sent += chunk.length
        if (!outgoing.write(chunk)) return outgoing.once('drain', more)
      }
      return outgoing.end()
    }
    outgoing.on('error', () => done()).on('close', () => done())
    outgoing.on('response', response => response.resume())
    more()
  })
  t.ok(sent < 40_000_000, `${sent} bytes were read`)
  const declared = await send(app, me, 'x'.repeat(10 * 1024 * 1024 + 1))
  t.equal(declared.statusCode, 413)
  t.equal((await app.server.inject('/healthz')).statusCode, 200)
})

t.test('a body that is too long gets its answer on the wire', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  for (const megabytes of [6, 9, 11, 40]) {
    const body = new FormData()
    body.append('file', new Blob(['coupon_code,product_code\n', 'x'.repeat(megabytes * 1024 * 1024)]), 'codes.csv')
    const headers = { authorization: `Bearer ${me.bearer}` }
    const answer = await fetch(`http://127.0.0.1:${port}${urls[0]}`, { method: 'POST', headers, body })
    t.equal(answer.status, 413, `${megabytes} MB`)
    t.type((await answer.json()).error, 'string')
  }
})
