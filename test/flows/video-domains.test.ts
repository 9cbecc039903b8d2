import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { makeSproutEmulator, SPROUT_KEYS } from '#src/practice/emulators/sproutvideo.ts'
import { makeSproutVideo } from '#src/signs/video-host.ts'
import { testApp } from '../support/app.ts'
import { signedIn } from '../support/staff.ts'

t.test('edits the domain allow-list of the video host', async t => {
  const host = makeSproutEmulator()
  t.teardown(() => host.close())
  const faults = { slowPut: 0, failing: [] as (string | undefined)[] }
  host.addHook('preHandler', async (request, reply) => {
    if (faults.failing.includes(String(request.headers['sproutvideo-api-key'])))
      return reply.code(503).send({ error: 'Service Unavailable' })
    if (request.method === 'PUT') await pause(faults.slowPut)
  })
  const base = await host.listen({ port: 0, host: '127.0.0.1' })
  const video = makeSproutVideo({ keys: SPROUT_KEYS, base })
  const app = await testApp(t, { video })
  const [one, two] = [await signedIn(app), await signedIn(app, 'support')]
  const add = (me: typeof one, domain: string, units: string) => me.call('POST', '/twa/add_domain', { domain, units })

  t.strictSame((await one.call('POST', '/twa/check_domain', { domain: 'new.example' })).data, { accounts: [] })
  t.match((await add(one, 'https://School.example/x', '1_7-8')).data.accounts, [
    { label: 'sprout1', value: '1' },
    { label: 'sprout7-8', value: '7-8' },
  ])
  faults.slowPut = 100
  await Promise.all([add(one, 'a.example', '1'), add(two, 'b.example', '1'), add(one, 'c.example', '1')])
  t.strictSame(
    (await video.domains('1')).sort(),
    ['a.example', 'b.example', 'c.example', 'school.example'],
    'parallel changes are all kept',
  )
  Object.assign(faults, { slowPut: 0, failing: [SPROUT_KEYS['2']] })
  const partly = await add(one, 'd.example', '1_2')
  t.match(partly.data, { accounts: [{ value: '1' }], failed: ['sprout2'] })
  t.equal((await add(one, 'd.example', '2')).data.error, 'Problem adding account(s) for the domain')
  const check = async () => (await one.call('POST', '/twa/check_domain', { domain: 'd.example' })).data
  t.match(await check(), { accounts: [{ value: '1' }], failed: ['sprout2'], message: /did not answer: sprout2/ })
  faults.failing = Object.values(SPROUT_KEYS)
  t.equal((await check()).error, 'Internal Server Error', 'the host is down')
  faults.failing = []
  const removed = await one.call('POST', '/twa/remove_domain', { domain: 'school.example', units: '1' })
  t.strictSame(removed.data.accounts, [{ label: 'sprout7-8', value: '7-8' }])
  t.equal((await add(one, 'x.example', '99')).status, 404)
  await t.rejects(makeSproutVideo({ keys: { 1: 'wrong' }, base }).domains('1'), /401/)
})

t.test('a list that we cannot read is never overwritten', async t => {
  const puts: string[] = []
  const accounts = [{}, { allowed_domains: ['a.example'] }, { allowed_domains: 'a.example\nb.example' }, []]
  const server = createServer((request, response) => {
    if (request.method === 'PUT') puts.push(request.url ?? '')
    response.end(JSON.stringify(accounts[Number(request.headers['sproutvideo-api-key'])]))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const video = makeSproutVideo({ keys: { 1: '0', 2: '1', 3: '2', 4: '3' }, base })
  const me = await signedIn(await testApp(t, { video }))
  for (const how of ['add_domain', 'remove_domain'])
    for (const units of ['1', '2', '3', '4']) {
      const { data } = await me.call('POST', `/twa/${how}`, { domain: 'a.example', units })
      t.match(data.error, /^Problem (adding|removing) account/, `${how} ${units}`)
    }
  t.strictSame(puts, [])
})
