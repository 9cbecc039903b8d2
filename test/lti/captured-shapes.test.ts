import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import { type TestApp, testApp } from '../support/app.ts'
import { headingOf } from '../support/html.ts'
import { login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { LAUNCH_URL, makeConsumer, postLaunch, secondsOf } from '../support/school.ts'
import { formBody, signPairs } from '../support/sign.ts'
import type { Test } from '../support/test.ts'

/** Launches in the shapes that Canvas, Brightspace, Blackboard, Schoology and Sakai publish, signed by keys of the test. */
const shapes: Record<string, { claims?: Record<string, unknown>; parameters?: Record<string, string> }> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../launches/shapes.json'), 'utf8').replaceAll(
    'https://signbook.example',
    'http://localhost:3000',
  ),
)

const REFUSED = "We couldn't open your course: "
/** The address that a launch opens, or the status and heading of its refusal. */
const expected: Record<string, RegExp | [status: number, heading: string]> = {
  'blackboard-deep-linking': /^\/lti\/deep_link\?/,
  'blackboard-student-ultra': /^\/lti\/pay\?token=m_/,
  'blackboard-teacher-deep-link-item': /^\/lti\/teacher\?/,
  'canvas-account-navigation': /^\/lti\/observer\?as=no-course/,
  'canvas-custom-empty-no-context-title': /^\/lti\/pay\?token=m_/,
  'canvas-student-nulls': /^\/lti\/pay\?token=m_/,
  'canvas-testuser': /^\/lti\/pay\?token=m_/,
  'd2l-admin-no-context': /^\/lti\/observer\?as=no-course/,
  'd2l-learner-empty-email': /^\/lti\/pay\?token=m_/,
  'lti11-canvas-admin': /^\/lti\/teacher\?/,
  'lti11-canvas-observer': /^\/lti\/observer\?lms=/,
  'lti11-canvas-student': /^\/lti\/pay\?token=e_/,
  'lti11-content-item': [400, `${REFUSED}this is another kind of link`],
  'lti11-d2l-student': /^\/lti\/pay\?token=e_/,
  'lti11-lti2-version': [400, `${REFUSED}we don't support this version of the link`],
  'lti11-no-context': [400, 'Open it inside a course'],
  'lti11-no-user': [400, `${REFUSED}the link is incomplete`],
  'lti11-schoology-student': /^\/lti\/pay\?token=e_/,
  'lti11-sakai-student': /^\/lti\/pay\?token=e_/,
}

t.strictSame(Object.keys(shapes), Object.keys(expected))

for (const [name, shape] of Object.entries(shapes))
  t.test(name, async t => {
    const app = await testApp(t)
    const answer = shape.claims ? await launch13(t, app, shape.claims) : await launch11(app, shape.parameters ?? {})
    const wanted = expected[name]!
    if (wanted instanceof RegExp) {
      t.match(answer.location, wanted)
      const isPlain = answer.location.startsWith('/lti/observer')
      t.equal(await countOf(app, 'courses'), isPlain ? 0 : 1, isPlain ? 'no course waits' : 'one course')
      const page = await app.server.inject(answer.location)
      t.equal(page.statusCode, 200)
    } else {
      t.strictSame([answer.status, headingOf(answer.body)], wanted)
      t.equal(await countOf(app, 'courses'), 0)
    }
  })

const launch13 = async (t: Test, app: TestApp, claims: Record<string, unknown>) => {
  const { iss, aud } = claims as { iss: string; aud: string }
  const deploymentId = String(claims['https://purl.imsglobal.org/spec/lti/claim/deployment_id'])
  const platform = await practicePlatform(t, app, { issuer: iss, clientId: aud, deployment: { deploymentId } })
  const login = await login13(app, platform)
  const now = secondsOf(app)
  const token = signJwt({ ...claims, nonce: login.nonce, iat: now, nbf: now, exp: now + 300 })
  return post13(app, { id_token: token, state: login.state }, login.cookie)
}

const launch11 = async (app: TestApp, parameters: Record<string, string>) => {
  const { key } = await makeConsumer(app)
  const fields = {
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    oauth_consumer_key: key,
    ...parameters,
  }
  const signed = signPairs(LAUNCH_URL, Object.entries(fields), { timestamp: secondsOf(app) })
  return postLaunch(app, formBody(signed))
}
