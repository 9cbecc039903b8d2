import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Fastify from 'fastify'
import { sha256 } from '#src/core/crypto.ts'
import { saveLogin } from '#src/lti/store/logins.ts'
import { root, testApp } from './app.ts'
import { testClock } from './clock.ts'
import { C, post13 } from './oidc.ts'
import { makePlatform } from './platform.ts'
import type { Test } from './test.ts'

/** LTI 1.3 launches captured from Moodle 4.5 and LTI-PHP. */
const folder = resolve(root, 'test/launches')
export const captures13 = readdirSync(folder).filter(name => name.includes('lti13'))

/**
 * Replays one captured launch at its original time, with its platform's keys and registration. State and nonce are
 * random in our login, while the captured ones belong to another tool; so this inserts the login that the captured
 * token answers.
 */
export const captured13 = async (t: Test, file: string) => {
  const capture = JSON.parse(readFileSync(resolve(folder, file), 'utf8'))
  const { claims, auth_response: answer, platform_jwks: jwks, login_init: init } = capture
  const app = await testApp(t, { clock: testClock(new Date(claims.iat * 1000)) })
  const server = Fastify()
  server.get('/jwks', async () => jwks)
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => server.close())
  const authentication = new URL(capture.auth_request)
  const made = await makePlatform(app, {
    issuer: claims.iss,
    clientId: [claims.aud].flat()[0],
    domain: 'lms.test',
    authorizationRedirect: `${authentication.origin}${authentication.pathname}`,
    publicKeysUrl: `http://127.0.0.1:${(server.server.address() as { port: number }).port}/jwks`,
    deployment: { deploymentId: claims[`${C}deployment_id`] },
  })
  const { state, id_token: idToken } = answer.fields as { state: string; id_token: string }
  const stateHash = sha256(state)
  await saveLogin(app.db, {
    stateHash,
    nonceHash: sha256(claims.nonce),
    bindingHash: sha256('the browser'),
    ...{ storageHash: null, storageTarget: null, lmsOrigin: null, networkHash: null, userAgentHash: null },
    platformId: made.platform.id,
    createdAt: app.clock.now(),
    expiresAt: new Date(app.clock.now().getTime() + 600_000),
  })
  const cookie = `__Host-lti_${stateHash.slice(0, 12)}=the browser`
  const post = (token = idToken) => post13(app, { id_token: token, state }, cookie)
  return { app, ...made, claims, init, authentication, post, idToken }
}
