import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { type Operation, requestsOfCall, requestsOfPage } from '../support/random-requests.ts'
import { joinable } from '../support/sign-up.ts'
import { size } from '../support/size.ts'
import { type Me, signedIn } from '../support/staff.ts'

/** Event streams stay open on purpose. */
const isEndless = (path: string) => path === paths.contentEvents || path === paths.todayEvents

const requestsTo = async (app: TestApp, me: Me): Promise<fc.Arbitrary<InjectOptions>> => {
  const { token } = await makeMembership(app, ['A'])
  const { course } = await joinable(app, { contextId: 'ctx-1' })
  const known = [token, course.joinToken, 'ctx-1', 'A', 'CODE-A-1', 'ana@school.example', '1']
  const { data } = await me.call('GET', '/api/openapi.json')
  const calls = Object.entries<Record<string, Operation>>(data.paths)
    .filter(([path]) => !isEndless(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => requestsOfCall(method, path, operation, known)),
    )
  const addresses = [...screens.flatMap(s => s.path), '/lti/launch', '/lti/login', '/lti/register']
  return fc.oneof(...calls, ...addresses.map(address => requestsOfPage(address, known)))
}

t.test('random requests get no 5xx, need little time and leave no memory behind', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const requests = await requestsTo(app, me)
  const signature = { cookie: me.cookie, authorization: `Bearer ${me.bearer}` }
  let sent = 0
  const send = async (request: InjectOptions, isStaff: boolean): Promise<void> => {
    sent += 1
    const before = process.cpuUsage()
    const headers = { ...request.headers, ...(isStaff ? signature : {}) }
    const { statusCode, body } = await app.server.inject({ ...request, headers })
    const { user, system } = process.cpuUsage(before)
    if (statusCode >= 500) throw new Error(`${statusCode} ${body.slice(0, 200)}`)
    if (user + system > 1_000_000) throw new Error(`${(user + system) / 1e6} s of CPU`)
  }
  const run = (numRuns: number) =>
    fc.assert(fc.asyncProperty(requests, fc.boolean(), send), { numRuns, endOnFailure: true })
  const heap = heapMeter()
  await run(size(750, 20_000))
  const first = heap()
  await run(size(750, 80_000))
  const grown = (heap() - first) / 1e6
  t.ok(grown < 60, `${sent} requests; the second run left ${grown.toFixed(0)} MB`)
})

/** Returns a function that collects garbage and returns the bytes in use. */
const heapMeter = () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
}
