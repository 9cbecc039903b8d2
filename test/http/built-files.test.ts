import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { root, testApp } from '../support/app.ts'

const clientFolder = join(root, 'dist/client')
const names = readdirSync(join(clientFolder, 'assets'), { recursive: true, encoding: 'utf8' }).filter(name =>
  statSync(join(clientFolder, 'assets', name)).isFile(),
)
const script = names.find(name => /^boot-.*\.js$/.test(name)) ?? ''
const clip = 'player-test.webm'
const bytesOf = (name: string) => readFileSync(join(clientFolder, 'assets', name))

t.test('sends a built file in the best encoding the browser accepts, cached forever', async t => {
  const app = await testApp(t, { clientFolder })
  const get = (accepted: string) =>
    app.server.inject({ url: `/assets/${script}`, headers: { 'accept-encoding': accepted } })
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    for (const _ of ['from disk', 'from memory']) {
      const { statusCode, headers, rawPayload } = await get(accepted)
      t.equal(statusCode, 200)
      t.equal(headers['content-encoding'], encoding)
      t.equal(headers['content-type'], 'application/javascript; charset=utf-8')
      t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      t.equal(headers.vary, 'accept-encoding')
      t.ok(open(rawPayload).equals(bytesOf(script)))
    }
  }
  t.equal((await app.server.inject({ method: 'HEAD', url: `/assets/${script}` })).statusCode, 200)
})

t.test('serves every file of the built client', async t => {
  const app = await testApp(t, { clientFolder })
  for (const name of names) {
    const { statusCode, rawPayload } = await app.server.inject({ url: `/assets/${name}` })
    t.equal(statusCode, 200, name)
    t.ok(rawPayload.equals(bytesOf(name)), name)
  }
  for (const name of ['..%2f.vite%2fmanifest.json', '.', '%00', 'constructor', 'boot.js'])
    t.not((await app.server.inject({ url: `/assets/${name}` })).statusCode, 200, name)
})

t.test('serves ranges of a clip', async t => {
  const app = await testApp(t, { clientFolder })
  const whole = bytesOf(clip)
  const get = (range: string) => app.server.inject({ url: `/assets/${clip}`, headers: { range } })
  for (const [range, from, to] of [
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, whole.length - 1],
    [`bytes=7-${whole.length + 5}`, 7, whole.length - 1],
  ] as const) {
    const { statusCode, headers, rawPayload } = await get(range)
    t.equal(statusCode, 206, range)
    t.equal(headers['content-range'], `bytes ${from}-${to}/${whole.length}`)
    t.ok(rawPayload.equals(whole.subarray(from, to + 1)))
  }
  t.ok((await get('lines=1-2')).rawPayload.equals(whole), 'an unknown unit is ignored')
  t.equal((await get(`bytes=${whole.length}-`)).statusCode, 416, 'a range after the end')
})
