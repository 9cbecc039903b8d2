import { createPublicKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { decodeJwt, jwtVerify } from 'jose'
import t from 'tap'
import { courseProducts, courses } from '#src/courses/store/schema/courses.ts'
import { signDeepLinks } from '#src/lti/deep-links.ts'
import { updateSchool } from '#src/schools/schools.ts'
import en from '#src/texts/en/deep-link.ts'
import es from '#src/texts/es/deep-link.ts'
import { testApp } from '../support/app.ts'
import { withContent } from '../support/content.ts'
import { colleague } from '../support/facts.ts'
import { C, launch13, post13, practicePlatform, ROLE } from '../support/oidc.ts'
import { deploymentRows } from '../support/rows.ts'
import { makeProduct } from '../support/school.ts'
import type { Test } from '../support/test.ts'

const SETTINGS = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'
const ITEMS = 'https://purl.imsglobal.org/spec/lti-dl/claim/content_items'

const scene = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  const platform = await practicePlatform(t, app)
  const ask = (settings: object = {}, over: Record<string, unknown> = {}) =>
    launch13(app, platform, {
      [`${C}message_type`]: 'LtiDeepLinkingRequest',
      [`${C}resource_link`]: undefined,
      [`${C}roles`]: [`${ROLE}Instructor`],
      [SETTINGS]: {
        deep_link_return_url: 'https://lms.example/return?x=1&y=<2>',
        accept_types: ['ltiResourceLink', 'link'],
        data: 'kept',
        ...settings,
      },
      ...over,
    })
  const post = async (location: string, values: string[]) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: location,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(values.map(v => ['link', v])).toString(),
    })
    const jwt = answer.body.match(/name="JWT" value="([^"]+)"/)?.[1] ?? ''
    return { status: answer.statusCode, body: answer.body, jwt, csp: String(answer.headers['content-security-policy']) }
  }
  const { location } = await ask()
  const { id } = await makeProduct(app, 'P', { unitsForTeacher: [3, 5, 19] })
  const [course] = await app.db.orm.update(courses).set({ allowsWts: true }).returning()
  await app.db.orm.insert(courseProducts).values({ courseId: course!.id, productId: id })
  return { app, platform, ask, post, location }
}

t.test('a teacher chooses units of the course and sends signed links back', async t => {
  const { app, post, location, platform } = await scene(t)
  t.match(location, /^\/lti\/deep_link\?state=[^&]+&token=/)
  const page = (await app.server.inject(location)).body
  for (const word of [
    'Textbook',
    'Unit 3: Family and Friends',
    'Unit 5: School Life',
    'Unit 19<',
    'What&#x27;s the Sign?',
  ])
    t.match(page, word)
  t.notMatch(page, 'Unit 4')
  const sent = await post(location, ['textbook', 'unit-3', 'unit-4', 'signs', '<script>'])
  t.equal(sent.status, 200)
  t.match(sent.body, 'action="https://lms.example/return?x=1&amp;y=&lt;2&gt;"')
  t.match(sent.csp, /form-action 'self'[^;]* https:\/\/lms\.example[; ]/)
  const keys = (await app.server.inject('/lti/keys')).json().keys as Record<string, string>[]
  const { protectedHeader, payload } = await jwtVerify(
    sent.jwt,
    header => createPublicKey({ key: keys.find(k => k.kid === header.kid)!, format: 'jwk' }),
    // Without a script a button sends it, so it must stay valid for minutes.
    { currentDate: new Date(app.clock.now().getTime() + 9 * 60_000) },
  )
  t.equal(protectedHeader.alg, 'RS256')
  t.hasStrict(payload, {
    iss: 'client-1',
    aud: platform.platform.issuer,
    [`${C}deployment_id`]: '1',
    [`${C}message_type`]: 'LtiDeepLinkingResponse',
    [`${C}version`]: '1.3.0',
    'https://purl.imsglobal.org/spec/lti-dl/claim/data': 'kept',
    [ITEMS]: [
      { type: 'ltiResourceLink', title: 'Textbook', url: 'http://localhost:3000/lti/launch' },
      {
        type: 'ltiResourceLink',
        title: 'Unit 3: Family and Friends',
        url: 'http://localhost:3000/lti/launch?unit=3',
        custom: { unit: '3' },
      },
      { type: 'ltiResourceLink', title: "What's the Sign?", url: 'http://localhost:3000/lti/launch?app=wts' },
    ],
  })
  t.equal((payload[ITEMS] as object[]).length, 3)
})

t.test("the response has a random nonce, and times from the server's clock", async t => {
  const { app, ask, post, location } = await scene(t)
  const dice = Math.random
  Math.random = () => 0.5
  t.teardown(() => {
    Math.random = dice
  })
  const answers = [await post(location, ['textbook']), await post((await ask()).location, ['textbook'])]
  const [first, second] = answers.map(({ jwt }) => decodeJwt(jwt))
  const now = Math.floor(app.clock.now().getTime() / 1000)
  for (const claims of [first, second]) {
    t.match(claims?.nonce, /^[\w-]{43}$/, '256 bits')
    t.match(claims, { iat: now, exp: now + 600 })
  }
  t.not(first?.nonce, second?.nonce)
})

t.test('a placed unit opens by its address and by its custom parameter', async t => {
  const { app, platform } = await scene(t)
  const teach = { [`${C}roles`]: [`${ROLE}Instructor`] }
  const byAddress = await launch13(app, platform, {
    ...teach,
    [`${C}target_link_uri`]: 'http://localhost:3000/lti/launch?unit=5',
  })
  const byCustom = await launch13(app, platform, { ...teach, [`${C}custom`]: { unit: '5' } })
  for (const { location } of [byAddress, byCustom]) {
    t.match(location, /&tab=units&unit=5$/)
    t.match((await app.server.inject(location)).body, 'Unit 5')
  }
  t.match((await launch13(app, platform, { [`${C}custom`]: { unit: '5' } })).location, /^\/lti\/pay/, 'a learner')
})

t.test('reports links that cannot be sent', async t => {
  const { app, ask, post, location } = await scene(t)
  const none = await post(location, [])
  t.equal(none.status, 422)
  t.match(none.body, en.refused.no_link_chosen)
  t.notMatch(none.body, ' checked', 'no box gets ticked')
  const one = await ask({ accept_multiple: false })
  t.match((await app.server.inject(one.location)).body, 'type="radio"')
  t.match((await post(one.location, ['unit-3', 'unit-5'])).body, en.refused.one_link_only)
  t.equal((await post(one.location, ['unit-5'])).status, 200)
  const files = await ask({ accept_types: ['file'] })
  t.match((await app.server.inject(files.location)).body, en.refused.links_not_accepted)
  t.equal((await post(files.location, ['textbook'])).status, 422)
  const { token = '', state = '' } = Object.fromEntries(new URL(files.location, 'http://x').searchParams)
  t.hasStrict(await signDeepLinks(app, { token, state, values: ['textbook'] }, 'en'), {
    ok: false,
    reason: 'links_not_accepted',
  })
})

t.test("opens only for teachers, with the launch's own state, for two hours", async t => {
  const { app, platform, ask, post, location } = await scene(t)
  t.equal((await ask({}, { [`${C}roles`]: [`${ROLE}Learner`] })).status, 403)
  const other = new URL((await ask()).location, 'http://x').searchParams.get('state')!
  const mixed = location.replace(/state=[^&]+/, `state=${other}`)
  t.equal((await app.server.inject(mixed)).statusCode, 410)
  const { location: teacher } = await launch13(app, platform, { [`${C}roles`]: [`${ROLE}Instructor`] })
  t.equal((await app.server.inject(teacher.replace('/lti/teacher', '/lti/deep_link'))).statusCode, 410)
  app.clock.advance(2 * 60 * 60 * 1000 + 1)
  t.equal((await app.server.inject(location)).statusCode, 410)
  t.equal((await post(location, ['textbook'])).status, 410)
  await app.db.orm.update(courses).set({ allowsWts: false }).where(eq(courses.contextId, 'ctx-1'))
  t.notMatch((await app.server.inject((await ask()).location)).body, 'What&#x27;s')
  t.equal((await post13(app, {})).status, 400)
})

t.test('unit links have a grade column if the school wants one and the LMS takes it', async t => {
  const { app, ask, post } = await scene(t)
  const columnsOf = async (settings: object = {}) => {
    const { jwt } = await post((await ask(settings)).location, ['textbook', 'unit-3', 'signs'])
    return (decodeJwt(jwt)[ITEMS] as object[]).map(item => ('lineItem' in item ? item.lineItem : null))
  }
  t.strictSame(await columnsOf(), [null, null, null])
  const [deployment] = await deploymentRows(app)
  const manager = { ...colleague, role: 'manager' as const }
  await updateSchool(app, deployment!.schoolId!, { addsUnitColumns: true }, manager)
  const column = { scoreMaximum: 1, label: 'Unit 3: Family and Friends', resourceId: 'unit-3', tag: 'signbook-unit' }
  t.strictSame(await columnsOf(), [null, column, null])
  t.strictSame(await columnsOf({ accept_lineitem: true }), [null, column, null])
  t.strictSame(await columnsOf({ accept_lineitem: false }), [null, null, null])
  const { rows } = await app.db.client.query("select before, after from audit where action = 'update-school'")
  t.hasStrict(rows, [{ before: { addsUnitColumns: false }, after: { addsUnitColumns: true } }])
})

t.test('in Spanish the page and the titles of the links are in Spanish', async t => {
  const { app, ask, post } = await scene(t)
  const { location } = await ask(
    {},
    { 'https://purl.imsglobal.org/spec/lti/claim/launch_presentation': { locale: 'es_MX' } },
  )
  const { body } = await app.server.inject(location)
  t.match(body, '<html lang="es"')
  for (const word of [es.title, es.chooseMany, es.opens.units, 'Unidad 3: Familia y amigos', es.add])
    t.match(body, word)
  t.notMatch(body, /Add |Choose |Unit 3|Students/)
  t.match((await post(location, [])).body, es.refused.no_link_chosen)
  const sent = await post(location, ['textbook', 'unit-3'])
  t.match(sent.body, es.ready)
  t.match(decodeJwt(sent.jwt)[ITEMS], [{ title: 'Libro de texto' }, { title: 'Unidad 3: Familia y amigos' }])
  t.match((await app.server.inject('/lti/deep_link?lang=es')).body, es.refused.launch_expired)
})
