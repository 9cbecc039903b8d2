import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { launchFields, makeConsumer, makeCourse, postLaunch, secondsOf } from '../support/school.ts'
import { formBody, signPairs } from '../support/sign.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Signatures are checked against PUBLIC_URL plus the request's path, ignoring host headers. */
const signedFor = (app: Parameters<typeof secondsOf>[0], address: string) =>
  formBody(signPairs(address, launchFields('school'), { timestamp: secondsOf(app) }))

t.test('behind a TLS proxy the signed address is the public one', async t => {
  const app = await testApp(t, { env: { PUBLIC_URL: 'https://signbook.example' } })
  await makeConsumer(app, { key: 'school' })
  const post = async (address: string) => (await postLaunch(app, signedFor(app, address))).status
  t.equal(await post('https://signbook.example/lti/launch'), 303)
  t.equal(await post('https://SIGNBOOK.example:443/lti/launch'), 303, 'the same address in another spelling')
  t.equal(await post('http://signbook.example/lti/launch'), 401, 'http is another address')
  t.equal(await post('https://signbook.example:3000/lti/launch'), 401, 'so is another port')
  t.equal(await post('http://localhost:3000/lti/launch'), 401, 'and the local one')
})

t.test('ignores what the request says about its host', async t => {
  for (const trust of ['off', 'on']) {
    const app = await testApp(t, { env: { TRUST_PROXY: trust } })
    await makeConsumer(app, { key: 'school' })
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '444',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': '/other',
    }
    const good = await postLaunch(app, signedFor(app, 'http://localhost:3000/lti/launch'), '/lti/launch', evil)
    t.equal(good.status, 303, `TRUST_PROXY ${trust}`)
    t.match(good.location, /^\/lti\/pay\?/, 'the answer redirects to our own pages')
    const theirs = await postLaunch(app, signedFor(app, 'https://evil.example/lti/launch'), '/lti/launch', evil)
    t.equal(theirs.status, 401, 'a signature for another host is refused')
  }
})

t.test('ignores the host of an absolute address in the request line', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school' })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const ask = async (body: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST http://evil.example/lti/launch HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    await once(socket, 'close')
    return Number(answer.split(' ')[1])
  }
  t.equal(await ask(signedFor(app, 'http://evil.example/lti/launch')), 401)
  t.equal(await ask(signedFor(app, 'http://localhost:3000/lti/launch')), 303)
})

t.test('signs and reads query parameters of the launch address', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { key: 'school' })
  await makeCourse(app, school.id, [], { contextId: 'ctx-1', allowsWts: true })
  const body = signedFor(app, 'http://localhost:3000/lti/launch?app=wts&x=1&x=')
  t.equal((await postLaunch(app, body, '/lti/launch')).status, 401, 'without them')
  t.equal((await postLaunch(app, body, '/lti/launch?app=pay&x=1&x=')).status, 401, 'with another value')
  t.equal((await postLaunch(app, body, '/lti/launch?x=1&app=wts')).status, 401, 'with one left out')
  const good = await postLaunch(app, body, '/lti/launch?x=&app=wts&x=1')
  t.equal(good.status, 303, 'in any order')
  t.match(good.location, /^\/lti\/wts\?/, 'app chooses the page')
})

t.test('signs a path with its trailing slash', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school' })
  const body = signedFor(app, 'http://localhost:3000/lti/launch/')
  t.equal((await postLaunch(app, body, '/lti/launch')).status, 401)
  t.equal((await postLaunch(app, body, '/lti/launch/')).status, 303)
})

t.test('an address with a space, in other case or with a double slash gets the page that says so', async t => {
  const app = await testApp(t)
  const addresses = [
    '/lti/launch%20',
    '/LTI/Launch',
    '//lti/launch',
    '/lti//launch',
    '/lti/LAUNCH/',
    '/Lti/Login',
    '/lti/login+',
    '/lti%2Flaunch',
    '/lti/launch.',
    '/lti/launch;jsessionid=1',
    '/lti/launch%E2%80%8B',
    '/lti/launch%',
  ]
  for (const url of addresses) {
    const answer = await app.server.inject({ method: 'POST', url: `${url}?x=1`, headers: FORM, payload: 'a=b' })
    t.equal(answer.statusCode, 400, url)
    t.match(answer.headers['content-type'], /^text\/html/, url)
    t.match(textOf(answer.body), /the link has a wrong address/, url)
    t.match(textOf(answer.body), `the address was ${url}`, url)
  }
  t.equal((await app.server.inject({ method: 'POST', url: '/lti/nothing' })).statusCode, 404)
})
