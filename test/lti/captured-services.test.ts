import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import type { HttpClient, HttpResponse } from '#src/core/outbound.ts'
import type { GradeTarget } from '#src/lti/rules/grade.ts'
import { collectLaunchParameters } from '#src/lti/rules/launch.ts'
import { readRoster, readScore, sendScore } from '#src/lti/services.ts'
import { readAnswer, readResult, replaceResult } from '#src/lti/v1p1/outcomes.ts'
import { isSignedBy } from '#src/lti/v1p1/signature.ts'
import { testApp } from '../support/app.ts'
import { withOutbound } from '../support/lms-clients.ts'
import { makePlatform } from '../support/platform.ts'
import { makeConsumer } from '../support/school.ts'
import type { Test } from '../support/test.ts'

interface Exchange {
  name: string
  request: { method: string; url: string; headers?: Record<string, string>; body?: string }
  response: { status: number; headers: Record<string, string | null>; body: unknown }
}

const folder = resolve(import.meta.dirname, '../launches')
const captured: Exchange[] = JSON.parse(readFileSync(resolve(folder, 'moodle45-services.json'), 'utf8'))
const named = (name: string): Exchange => {
  const found = captured.find(c => c.name === name)
  if (!found) throw new Error(`no captured exchange named ${name}`)
  return found
}
const { secret } = JSON.parse(readFileSync(resolve(folder, 'moodle45-lti11-student1.json'), 'utf8'))

const answerOf = ({ response }: Exchange): HttpResponse => ({
  status: response.status,
  headers: Object.fromEntries(Object.entries(response.headers).flatMap(([n, v]) => (v === null ? [] : [[n, v]]))),
  text: typeof response.body === 'string' ? response.body : JSON.stringify(response.body),
})

/** Answers as Moodle 4.5.6 did: with the exchange named in `instead`, else by method and path. */
const moodle = async (t: Test, instead: Record<string, string> = {}) => {
  const app = await testApp(t)
  const grantUrl = named('token nrps+ags').request.url
  const { platform } = await makePlatform(app, { preset: 'moodle', grantUrl })
  const asked: { method: string; url: string; body: string | undefined; accept: string | undefined }[] = []
  const outbound: HttpClient = async ({ method = 'GET', url, body, headers }) => {
    asked.push({ method, url, body, accept: headers?.accept })
    const { pathname, searchParams } = new URL(url)
    if (searchParams.has('from')) return { status: 200, headers: {}, text: '{"members":[]}' }
    const name = Object.entries(instead).find(([part]) => pathname.endsWith(part))?.[1]
    const same = (c: Exchange) => c.request.method === method && new URL(c.request.url).pathname === pathname
    return answerOf(name ? named(name) : captured.find(same)!)
  }
  const services = withOutbound(app, outbound)
  const target: Extract<GradeTarget, { kind: 'score' }> = {
    kind: 'score',
    platformId: platform.id,
    lineItemUrl: 'http://localhost:8095/mod/lti/services.php/2/lineitems/4/lineitem?type_id=4',
    lineItemsUrl: 'http://localhost:8095/mod/lti/services.php/2/lineitems?type_id=4',
    userId: '4',
    scopes: ['score', 'lineitem', 'result.readonly'].map(s => `https://purl.imsglobal.org/spec/lti-ags/scope/${s}`),
  }
  return { app, platform, services, target, asked }
}

t.test('reads a roster with a token served as text/html', async t => {
  const { platform, services, asked } = await moodle(t)
  const { items: members } = await readRoster(services, {
    version: '1.3',
    platformId: platform.id,
    url: named('nrps').request.url,
  })
  t.strictSame(members, [
    { ltiUserId: '6', name: 'Nel Noneditor', role: 'learner', isActive: true, isTest: false },
    { ltiUserId: '4', name: 'Stu Student', role: 'learner', isActive: true, isTest: false },
    { ltiUserId: '3', name: 'Tess Teacher', role: 'instructor', isActive: true, isTest: false },
    { ltiUserId: '5', name: 'Zoë Łukasiewicz-Ōno', role: 'learner', isActive: true, isTest: false },
  ])
  t.equal(asked[1]?.accept, named('nrps').request.headers?.accept)
  t.match(asked[0]?.body, 'grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth')
})

t.test('follows the link to the next page of a roster', async t => {
  const { platform, services, asked } = await moodle(t, { '/bindings/4/memberships': 'nrps page' })
  const { items: members } = await readRoster(services, {
    version: '1.3',
    platformId: platform.id,
    url: named('nrps page').request.url,
  })
  t.equal(members.length, 2)
  t.match(asked.at(-1)?.url, /memberships\?limit=2&from=2$/)
})

t.test('reports refusals: no token, unknown scope, expired assertion', async t => {
  for (const [part, name, why] of [
    ['/memberships', 'nrps no token', /did not return a roster \(HTTP 401\)/],
    ['/token.php', 'token expired assertion', /did not issue a token \(HTTP 400, .*Expired token/],
    ['/token.php', 'token unknown scope', /did not issue a token \(HTTP 400, .*invalid_scope/],
  ] as const) {
    const { platform, services } = await moodle(t, { [part]: name })
    await t.rejects(
      readRoster(services, { version: '1.3', platformId: platform.id, url: named('nrps').request.url }),
      why,
      name,
    )
  }
})

t.test('sends a score to a column whose address has a query, and reads it back', async t => {
  const { services, target, asked } = await moodle(t)
  await sendScore(services, target, 1)
  t.hasStrict(asked.at(-1), { method: 'POST', url: named('ags score').request.url })
  t.match(JSON.parse(asked.at(-1)?.body ?? ''), { userId: '4', scoreGiven: 1, scoreMaximum: 1 })
  t.equal(await readScore(services, target), 0.87)
  t.match(asked.at(-1)?.url, `${named('ags results').request.url}&user_id=4`)
  t.equal(await readScore(services, { ...target, userId: '6' }), null, 'null for a person without a result')
})

t.test('without a column, looks for one, creates it, and knows it from then on', async t => {
  const { services, target, asked } = await moodle(t, { '/16/lineitem/scores': 'ags score' })
  await sendScore(services, { ...target, lineItemUrl: null }, 1)
  await sendScore(services, { ...target, lineItemUrl: null }, 0)
  t.strictSame(
    asked
      .slice(1)
      .filter(a => !a.url.endsWith('token.php'))
      .map(a => `${a.method} ${new URL(a.url).pathname}`),
    [
      'GET /mod/lti/services.php/2/lineitems',
      'POST /mod/lti/services.php/2/lineitems',
      'POST /mod/lti/services.php/2/lineitems/16/lineitem/scores',
      'POST /mod/lti/services.php/2/lineitems/16/lineitem/scores',
    ],
  )
})

t.test('reads the LTI 1.1 class list with a signed request', async t => {
  const { app, services, asked } = await moodle(t)
  const { id: consumerId } = await makeConsumer(app, { key: 'lab-key', sealedSecret: secret })
  const { url } = named('1.1 memberships').request
  const { items: members } = await readRoster(services, { version: '1.1', consumerId, url })
  t.strictSame(
    members.map(m => [m.ltiUserId, m.role]),
    [
      ['6', 'learner'],
      ['4', 'learner'],
      ['3', 'instructor'],
      ['5', 'learner'],
    ],
  )
  t.match(asked, [{ method: 'GET', url, accept: named('1.1 memberships').request.headers?.accept }])
})

t.test("reads Moodle's Basic Outcomes answers, and makes the signature Moodle accepted", async t => {
  const sourcedId = 'sid'
  const call = {
    serviceUrl: named('1.1 outcomes readResult').request.url,
    sourcedId,
  }
  t.equal(await readResult(async () => answerOf(named('1.1 outcomes readResult')), call), 0.93)
  await replaceResult(async () => answerOf(named('1.1 outcomes replaceResult')), call, 1)
  t.match(readAnswer(answerOf(named('1.1 outcomes deleteResult'))), 'Grade delete request')
  for (const { request } of captured.filter(c => c.name.startsWith('1.1'))) {
    const oauth: Record<string, string> = {}
    for (const [, name = '', value = ''] of (request.headers?.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g))
      oauth[name] = decodeURIComponent(value)
    const { realm: _, oauth_signature = '', ...rest } = oauth
    const given = { method: request.method as 'POST', url: request.url, signatureMethod: 'HMAC-SHA1' as const }
    t.ok(
      isSignedBy({ ...given, parameters: collectLaunchParameters({}, rest) }, oauth_signature, [secret]),
      request.url,
    )
  }
})

t.test('tells refusals from temporary failures', async t => {
  const answer = (major: string) => `<imsx_codeMajor>${major}</imsx_codeMajor><imsx_description>No</imsx_description>`
  t.throws(() => readAnswer({ status: 200, text: answer('failure') }), /^No$/)
  t.throws(() => readAnswer({ status: 200, text: answer('unsupported') }), /^No$/)
  t.throws(() => readAnswer({ status: 503, text: '' }), /did not take/)
  t.throws(() => readAnswer({ status: 200, text: '<html>log in</html>' }), /did not take/)
})
