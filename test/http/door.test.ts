import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { makeDoor } from '#src/http/door.ts'
import type { Test } from '../support/test.ts'

const AT = { port: 0, host: '127.0.0.1' }

const opened = async (t: Test, isReady = async () => true) => {
  const door = makeDoor()
  const port = await door.open(AT, isReady)
  t.teardown(() => {
    door.cut()
    return door.close()
  })
  return { door, port, base: `http://127.0.0.1:${port}` }
}

t.test('answers health checks before the app is loaded', async t => {
  let isReady = false
  const { base, door } = await opened(t, async () => isReady)
  const told = async (path: string) => {
    const answer = await fetch(base + path)
    return [answer.status, await answer.json()]
  }
  t.strictSame(await told('/healthz'), [200, { ok: true }])
  t.strictSame(await told('/readyz'), [503, { ready: false }])
  isReady = true
  t.strictSame(await told('/readyz'), [200, { ready: true }])
  door.handTo((_request, response) => response.end('"the handler"'))
  t.strictSame(await told('/healthz'), [200, 'the handler'])
  await door.close()
})

t.test('is not ready when the database check fails', async t => {
  const { base } = await opened(t, () => Promise.reject(new Error('away')))
  t.equal((await fetch(`${base}/readyz`)).status, 503)
})

t.test('other requests wait, signal that the app is needed, and are answered in full', async t => {
  const { base, door } = await opened(t)
  let announced = false
  void door.asked.then(() => {
    announced = true
  })
  await fetch(`${base}/healthz`)
  t.notOk(announced, 'health checks do not need the app')
  const body = 'x'.repeat(100_000)
  const answers = ['/a', '/b'].map(path => fetch(base + path, { method: 'POST', body }))
  await door.asked
  door.handTo(async (request, response) => {
    let length = 0
    for await (const bytes of request) length += bytes.length
    response.end(`${request.url} ${length}`)
  })
  const texts = await Promise.all(answers.map(async answer => (await answer).text()))
  t.strictSame(texts, ['/a 100000', '/b 100000'])
})

t.test('opening twice is idempotent, and a taken port is reported', async t => {
  const { door, port } = await opened(t)
  t.equal(await door.open(AT), port)
  await t.rejects(makeDoor().open({ ...AT, port }), { code: 'EADDRINUSE', syscall: 'listen' })
})

t.test('closing ends idle connections at once and waits for answers in progress', async t => {
  const { base, door, port } = await opened(t)
  const silent = connect(port, AT.host)
  await once(silent, 'connect')
  const answer = fetch(`${base}/slow`)
  await door.asked
  const closing = door.close()
  await once(silent, 'close')
  door.handTo((_request, response) => response.end('in time'))
  t.equal(await (await answer).text(), 'in time')
  await closing
  await t.resolves(door.close(), 'closing twice is harmless')
})
