import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { sha256 } from '#src/crypto.ts'
import { saveLogin } from '#src/store/queries/logins.ts'
import { root, testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { C, post13 } from '../support/oidc.ts'
import { makePlatform } from '../support/platform.ts'
import { countOf } from '../support/rows.ts'
import type { Test } from '../support/test.ts'

/** Launches that Moodle 4.5 and LTI-PHP made, with the clock set to when they did. */
const folder = resolve(root, 'test/launches')
const files = readdirSync(folder).filter(name => name.includes('lti13'))

const scene = async (t: Test, file: string) => {
  const capture = JSON.parse(readFileSync(resolve(folder, file), 'utf8'))
  const { claims, auth_response: answer, platform_jwks: jwks, login_init: init } = capture
  const app = await testApp(t, { clock: testClock(new Date(claims.iat * 1000)) })
  const server = Fastify()
  server.get('/jwks', async () => jwks)
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => server.close())
  const { platform } = await makePlatform(app, {
    issuer: claims.iss,
    clientId: [claims.aud].flat()[0],
    domain: 'lms.test',
    publicKeysUrl: `http://127.0.0.1:${(server.server.address() as { port: number }).port}/jwks`,
    deployment: { deploymentId: claims[`${C}deployment_id`] },
  })
  const { state, id_token: idToken } = answer.fields as { state: string; id_token: string }
  const stateHash = sha256(state)
  await saveLogin(app.db, {
    stateHash,
    nonceHash: sha256(claims.nonce),
    bindingHash: sha256('the browser'),
    platformId: platform.id,
    parameters: init.fields,
    createdAt: app.clock.now(),
    expiresAt: new Date(app.clock.now().getTime() + 600_000),
  })
  const cookie = `__Host-lti_${stateHash.slice(0, 12)}=the browser`
  return { app, claims, post: (token = idToken) => post13(app, { id_token: token, state }, cookie), idToken }
}

t.ok(files.length >= 4)
for (const file of files) {
  t.test(`${file} is accepted, and once`, async t => {
    const { app, claims, post } = await scene(t, file)
    const answer = await post()
    t.equal(answer.status, 303)
    const teaches = JSON.stringify(claims[`${C}roles`]).includes('Instructor')
    t.match(answer.location, teaches ? /^\/lti\/teacher\?state=/ : /^\/lti\/pay\?token=m_/)
    t.equal(await countOf(app, 'memberships'), 1)
    t.equal((await post()).status, 401)
  })

  t.test(`${file} with one byte changed is refused`, async t => {
    const { app, post, idToken } = await scene(t, file)
    const [head = '', body = '', signature = ''] = idToken.split('.')
    // The last letter of a part may hold bits that decode to nothing; the one before counts in full.
    const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
    const changed = [0, 0.25, 0.5, 0.75, 0.98].flatMap(share => [
      `${flip(head, Math.floor(head.length * share))}.${body}.${signature}`,
      `${head}.${flip(body, Math.floor(body.length * share))}.${signature}`,
      `${head}.${body}.${flip(signature, Math.floor(signature.length * share))}`,
    ])
    for (const token of changed) t.match(String((await post(token)).status), /^40[01]$/)
    t.equal(await countOf(app, 'memberships'), 0)
    t.equal((await post()).status, 303, 'and the launch itself is not burnt')
  })
}
