import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { screens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { formsOf, type PageForm } from '../support/page-forms.ts'
import { makeMembership } from '../support/platform.ts'
import {
  type Operation,
  requestsOfCall,
  requestsOfForm,
  requestsOfOddAddress,
  requestsOfPage,
  requestsOfUpload,
} from '../support/random-requests.ts'
import { launch, makeCode } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { size } from '../support/size.ts'
import { type Me, signedIn } from '../support/staff.ts'

const uploads = ['/twa/import_coupons', paths.importAccessCodes]
const addresses = [...screens.flatMap(s => s.path), paths.launch, paths.ltiLogin, paths.register]

/** Makes records, and returns values that find them, by the names that pages use in their addresses. */
const makeRecords = async (app: TestApp): Promise<Record<string, string>[]> => {
  const member = await makeMembership(app, ['A'], 'ana@school.example')
  const { course, school } = await joinable(app, { contextId: 'ctx-1' })
  const code = await makeCode(app, 'A')
  const { token } = await launch(app, school.key)
  const shared = { context_id: 'ctx-1', product_code: 'A', code, email: 'ana@school.example', key: school.key, id: '1' }
  const more = { q: 'ana', page: '1', state: 'x', course: course.joinToken, domain: 'canvas.example', slug: 'mother' }
  return [token, member.token, course.joinToken].map(token => ({ ...shared, ...more, token, redirect: '/course' }))
}

/** Opens every page with every set of values, as staff and as a stranger. Returns one form of each kind. */
const readForms = async (app: TestApp, me: Me, records: Record<string, string>[]): Promise<PageForm[]> => {
  const forms = new Map<string, PageForm>()
  for (const record of records)
    for (const address of addresses) {
      const path = address.replace(/\/:(\w+)\??|\*/g, (_, name) => `/${record[name] ?? '1'}`)
      const url = `${path}?${new URLSearchParams(record)}`
      for (const cookie of [me.cookie, '']) {
        const { body } = await app.server.inject({ url, headers: { cookie } })
        for (const form of formsOf(body, url)) {
          const { intent, ...fields } = form.fields
          forms.set(`${form.action.split('?')[0]} ${Object.keys(fields)} ${intent}`, form)
        }
      }
    }
  return [...forms.values()]
}

const requestsTo = async (app: TestApp, me: Me) => {
  const records = await makeRecords(app)
  const known = [...new Set(records.flatMap(record => Object.values(record)))]
  const { data } = await me.call('GET', '/api/openapi.json')
  const calls = Object.entries<Record<string, Operation>>(data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const forms = await readForms(app, me, records)
  const names = Object.keys(records[0] ?? {})
  const requests = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...calls.map(c => requestsOfCall(c.method, c.path, c.operation, known))) },
    { weight: 3, arbitrary: fc.oneof(...forms.map(form => requestsOfForm(form, known))) },
    { weight: 2, arbitrary: fc.oneof(...addresses.map(address => requestsOfPage(address, names, known))) },
    fc.oneof(...uploads.map(requestsOfUpload)),
    requestsOfOddAddress([...addresses, ...calls.map(c => c.path)]),
  )
  return { requests, forms }
}

/** Far longer than any answer takes, also on a busy machine. */
const GIVES_UP_MS = 60_000

t.test('random requests get no 5xx, need little time and leave no memory behind', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { requests, forms } = await requestsTo(app, me)
  t.ok(forms.length > 30, `${forms.length} forms were found on the pages`)
  const signature = { cookie: me.cookie, authorization: `Bearer ${me.bearer}` }
  let sent = 0
  const send = async (request: InjectOptions, isStaff: boolean): Promise<void> => {
    sent += 1
    const headers = { ...(isStaff ? signature : {}), ...request.headers }
    // Time of this process alone, so that others on the machine do not count.
    const before = process.cpuUsage()
    // Not AbortSignal.timeout, which holds its request until the time is over.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), GIVES_UP_MS)
    const { statusCode, body } = await app.server.inject({ ...request, headers, signal: patience.signal })
    clearTimeout(timer)
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
