import t from 'tap'
import { moveCode } from '#src/access/code-moves.ts'
import { setProcessed } from '#src/access/people.ts'
import { staffCommand } from '#src/accounts/staff.ts'
import { linkPeople } from '#src/desk/linked-people.ts'
import { searchRecords } from '#src/desk/search.ts'
import { staffScreens } from '#views/index.ts'
import { paths } from '#views/paths.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf, personOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { limitSchools, type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const REFUSED = 'Your role covers some schools only. Ask a manager.'
const SHARED = 'shared@school.example'

/** Calls that a role for some schools may make; each has a case below. */
const KNOWN_CALLS = [
  'POST /twa/get_enrollment',
  'POST /twa/process_enrollment',
  'POST /twa/unprocess_enrollment',
  'POST /twa/get_membership',
  'POST /twa/process_membership',
  'POST /twa/unprocess_membership',
  'POST /twa/get_enrollments',
  'POST /twa/get_memberships',
  'GET /api/lti_courses/{id}',
  'GET /twa/get_lti_courses/{id}',
  'POST /twa/activate_lti_course/{context_id}',
  'POST /twa/activate_course',
]
/** Calls about no school: one's own account, and the products. */
const OWN_CALLS = [
  'GET /api/products',
  'POST /api/account/confirm_options',
  'POST /api/account/confirm',
  'POST /api/account/passkey_options',
  'POST /api/account/passkeys',
]
/** Calls that answer with a file, which the description leaves out. */
const FILE_CALLS = [
  'GET /api/coupon_batches/{id}/codes.csv',
  'GET /api/people/{id}/export.zip',
  'GET /api/schools/{id}/export.zip',
  'GET /api/clip_signers/{id}/export.zip',
]
/** Those of them that a role for some schools may make. */
const KNOWN_FILES = ['GET /api/lti_courses/{id}/cartridge.imscc', 'GET /api/schools/{id}/cartridge.imscc']
const KNOWN_SCREENS = [
  '/course',
  '/activate_course',
  '/token',
  '/email',
  '/find',
  '/courses/:id',
  '/schools/:id',
  '/people/:id',
]
const OWN_SCREENS = ['/account', '/about', '/confirm_sign_in', '/your_name', '/api_reference']

/** Two schools with a person of one address in each. `me` is limited to the first. */
const scene = async (t: Test) => {
  const app = await testApp(t)
  const [here, there] = [await makeConsumer(app), await makeConsumer(app)]
  await makeCourse(app, here.id, ['A'], { contextId: 'here', title: 'Course here' })
  const hidden = await makeCourse(app, there.id, ['A'], { contextId: 'hidden', title: 'Course hidden' })
  const come = (key: string, context_id: string, user_id: string) =>
    launch(app, key, {
      context_id,
      context_title: `Course ${context_id}`,
      user_id,
      lis_person_name_full: `Zoe ${user_id}`,
      lis_person_contact_email_primary: SHARED,
    })
  const mine = (await come(here.key, 'here', 'Near')).token
  const theirs = (await come(there.key, 'hidden', 'Farr')).token
  await launch(app, there.key, {
    context_id: 'hidden',
    user_id: 'teacher',
    context_title: 'Course hidden',
    roles: 'Instructor',
  })
  const membership = (await makeMembership(app, ['A'], SHARED)).token
  const manager = await signedIn(app)
  const me = await limited(app, [here.schoolId])
  return { app, here, there, hidden, mine, theirs, membership, manager, me }
}

const limited = async (app: TestApp, schoolIds: number[]): Promise<Me> => {
  const email = 'limited@example.com'
  const me = await signedIn(app, 'manager', email)
  await limitSchools(app.db, { email, schoolIds })
  return { ...me, staff: { ...me.staff, schools: schoolIds } }
}

t.test('every screen but the declared ones is refused, and missing in the menu', async t => {
  const { me, manager, here } = await scene(t)
  const open = new Set([...KNOWN_SCREENS, ...OWN_SCREENS])
  const [seen, all] = [(await me.open('/course')).body, (await manager.open('/course')).body]
  const offers = (body: string, page: string) => body.includes(`&quot;href&quot;:&quot;${page}&quot;`)
  for (const { path, nav, submit, takesFile } of staffScreens) {
    const [pattern = ''] = [path].flat()
    const url = pattern.replace(/:\w+/, pattern.startsWith(paths.schoolPage) ? String(here.schoolId) : '1')
    const page = await me.open(url)
    const isOpen = open.has(pattern)
    if (nav && !nav.isUnlisted) {
      t.equal(offers(seen, pattern), isOpen, `${pattern} in the palette`)
      t.equal(seen.includes(`href="${pattern}"`) && !isOpen, false, `${pattern} in the menu`)
      t.ok(offers(all, pattern), `${pattern} in the palette of others`)
    }
    if (isOpen) {
      t.ok(page.status < 400, `${pattern}: ${page.status}`)
      continue
    }
    t.equal(page.status, 403, pattern)
    t.match(textOf(page.body), REFUSED, pattern)
    for (const intent of Object.keys(submit ?? {}).filter(() => !takesFile))
      t.equal((await me.post(url, { intent })).status, 403, `${pattern} ${intent}`)
  }
  const known = staffScreens.filter(s => s.knowsSchools).map(s => [s.path].flat()[0])
  t.strictSame(
    known.filter(path => !open.has(path ?? '')),
    [],
    'every declared screen is in this table',
  )
})

t.test('every staff call but the declared ones is refused', async t => {
  const { me, app } = await scene(t)
  const { paths } = (await me.call('GET', '/api/openapi.json')).data
  type Described = Record<string, { security?: object[] }>
  const calls = Object.entries<Described>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security?.length ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  t.ok(calls.length > 30)
  const headers = { authorization: `Bearer ${me.bearer}` }
  for (const call of new Set([...calls, ...FILE_CALLS, ...KNOWN_FILES])) {
    const [method, path = ''] = call.split(' ')
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const payload = method === 'POST' ? { payload: {} } : {}
    const answer = await app.server.inject({ method: method as 'GET', url, headers, ...payload })
    const isKnown = [...KNOWN_CALLS, ...KNOWN_FILES, ...OWN_CALLS].includes(call)
    if (isKnown) t.notOk(answer.body.includes(REFUSED), call)
    else t.match({ status: answer.statusCode, ...answer.json() }, { status: 403, error: REFUSED }, call)
  }
  for (const name of [...KNOWN_CALLS, ...OWN_CALLS]) t.ok(calls.includes(name), `${name} exists`)
})

t.test("another school's record is answered like one that does not exist, by every declared call", async t => {
  const { me, app, theirs, membership, hidden, mine } = await scene(t)
  const [a] = [await makeProduct(app, 'A')]
  const code = await makeCode(app, 'A')
  await redeem(app, theirs, code, { agreed: true })
  const free = await makeCode(app, 'A')
  const nobody = { e: `e_${'x'.repeat(32)}`, m: `m_${'x'.repeat(32)}` }
  const products = { lti_course: { product_ids: [a.id] } }
  /** The same call about a hidden record and about one that does not exist. */
  const pairs: Record<string, [string, object | undefined, string, object | undefined]> = {}
  const byToken = (name: string, real: string, no: string, more: object = {}) => {
    const url = `/twa/${name}`
    pairs[`POST ${url}`] = [url, { token: real, ...more }, url, { token: no, ...more }]
  }
  for (const name of ['get', 'process', 'unprocess']) {
    byToken(`${name}_enrollment`, theirs, nobody.e)
    byToken(`${name}_membership`, membership, nobody.m)
  }
  byToken('activate_course', membership, nobody.m, { product_code: 'A' })
  for (const kind of ['enrollments', 'memberships']) {
    const url = `/twa/get_${kind}`
    pairs[`POST ${url}`] = [url, { email: `only-${kind}@x.example` }, url, { email: 'nobody@x.example' }]
  }
  await app.db.client.query(`update people set email = 'only-enrollments@x.example' where lti_user_id = 'Farr'`)
  await app.db.client.query(`update people set email = 'only-memberships@x.example' where name = 'Noé Díaz'`)
  for (const [path, id] of [
    ['/api/lti_courses', 'hidden'],
    ['/api/lti_courses', String(hidden.id)],
    ['/twa/get_lti_courses', 'hidden'],
  ])
    pairs[`GET ${path}/{id}${id === 'hidden' ? '' : ' '}`] = [`${path}/${id}`, undefined, `${path}/987654`, undefined]
  const activate = '/twa/activate_lti_course'
  pairs[`POST ${activate}/{context_id}`] = [`${activate}/hidden`, products, `${activate}/nothing`, products]

  for (const name of KNOWN_CALLS) t.ok(pairs[name], `${name} has a case`)
  const before = await countOf(app, 'audit')
  for (const [name, [url, body, otherUrl, otherBody]] of Object.entries(pairs)) {
    const method = name.startsWith('GET') ? 'GET' : 'POST'
    const [hiddenAnswer, none] = [await me.call(method, url, body), await me.call(method, otherUrl, otherBody)]
    t.strictSame(hiddenAnswer, none, name)
    t.equal(none.status, 404, name)
  }
  for (const q of ['hidden', 'Course hidden', 'Farr', 'only-enrollments@x.example', code, free, 'teacher']) {
    const { person, people, codes, courses, schools } = await searchRecords(app, q, me.staff)
    t.strictSame([person, people, codes, courses, schools], [null, [], [], [], []], q)
  }
  for (const token of [theirs, nobody.e])
    for (const toToken of [undefined, mine])
      t.match(await moveCode(app, { code, token, toToken }, me.staff), { reason: 'entitlement_not_found' })
  const mixed = await moveCode(app, { code, token: mine, toToken: mine }, me.staff)
  t.match(mixed, { reason: 'code_not_found' }, 'nor by the code of somebody there')
  t.equal(await countOf(app, 'audit'), before, 'nothing was written')
})

t.test("another school's record is not found by any declared screen", async t => {
  const { me, app, theirs, membership, mine, hidden, there } = await scene(t)
  await app.db.client.query(`update people set email = 'farr@x.example' where lti_user_id = 'Farr'`)
  const farr = (await app.db.client.query(`select id from people where lti_user_id = 'Farr'`)).rows[0].id
  const no = `e_${'x'.repeat(32)}`
  const cases: [screen: string, hidden: string, none: string][] = [
    ['/course', '/course/hidden', '/course/nothing'],
    ['/courses/:id', `/courses/${hidden.id}`, '/courses/999'],
    ['/people/:id', `/people/${farr}`, '/people/999'],
    ['/schools/:id', `/schools/${there.schoolId}`, '/schools/999'],
    ['/activate_course', `/activate_course/${membership}`, `/activate_course/m_${'x'.repeat(32)}`],
    ['/token', `/token/${theirs}`, `/token/${no}`],
    ['/email', '/email/farr@x.example', '/email/nobody@x.example'],
    ['/find', `/find?q=${theirs}`, `/find?q=${no}`],
    ['/find', '/find?q=Farr', '/find?q=Nobody'],
    ['/find', '/find?q=farr@x.example', '/find?q=nobody@x.example'],
  ]
  const words = (text: string, url: string) =>
    text.replaceAll(decodeURIComponent(url.split(/[/=]/).at(-1) ?? ''), '…').replace(/\b[0-9a-f]{8,}\b/g, '')
  for (const screen of KNOWN_SCREENS)
    t.ok(
      cases.some(([path]) => path === screen),
      screen,
    )
  for (const [, hidden, none] of cases) {
    const [a, b] = [await me.open(hidden), await me.open(none)]
    t.equal(a.status, 404, hidden)
    t.equal(words(textOf(a.body), hidden), words(textOf(b.body), none), hidden)
  }
  for (const intent of ['process', 'unprocess', 'rotate', 'link', 'unlink', 'grades']) {
    const given = { intent, reason: 'why', other: mine }
    const [a, b] = [await me.post(`/token/${theirs}`, given), await me.post(`/token/${no}`, given)]
    t.strictSame([a.status, a.location.replace(theirs, no)], [b.status, b.location], intent)
  }
  const [a, b] = [theirs, no].map(other => me.send(`/token/${mine}`, { intent: 'link', other }))
  t.strictSame(
    [(await a!).status, textOf((await a!).body).replace(theirs, no)],
    [(await b!).status, textOf((await b!).body)],
    'linking to somebody of another school',
  )
  t.equal((await me.send('/find', { intent: 'process', token: theirs, reason: 'why' })).status, 404)
  t.equal((await me.post('/find', { intent: 'retry', job_id: '1' })).status, 403)
  t.equal((await personOf(app, theirs)).onePerson, null)
})

t.test('what belongs to several schools shows only theirs', async t => {
  const { me, app, manager, mine, theirs, membership } = await scene(t)
  await linkPeople(app, { token: mine, other: theirs, reason: 'Is also in Course hidden' }, manager.staff)
  await setProcessed(app, { token: theirs, processed: true, reason: 'secret reason' }, manager.staff)
  await app.db.client.query(`update messages set recipient = $1`, [SHARED])
  const pages = [`/token/${mine}`, `/email/${SHARED}`, `/find?q=${SHARED}`, '/find?q=Zoe', `/find?q=${mine}`]
  const secrets = [theirs, membership, 'Course hidden', 'ASL by 1.3', 'secret reason', 'Farr', 'Email “Welcome”']
  for (const url of pages) {
    const { status, body } = await me.open(url)
    t.equal(status, 200, url)
    t.match(body, mine, url)
    for (const secret of secrets) t.notMatch(body, secret, `${url}: ${secret}`)
  }
  const all = await manager.open(`/find?q=${SHARED}`)
  for (const secret of secrets.slice(2, 5)) t.match(all.body, secret)
  t.match((await me.call('POST', '/twa/get_enrollments', { email: SHARED })).data.lti_enrollments, { length: 1 })
  const unlink = await me.send(`/token/${mine}`, { intent: 'unlink' })
  t.equal(unlink.status, 403, 'a link to another school stays')
  t.match(textOf(unlink.body), REFUSED)
  for (const link of ['/access_code', '/payments', '/jobs', '/person/'])
    t.notMatch((await me.open(`/token/${mine}`)).body.split('<main')[1], `href="${link}`, `no link to ${link}`)
})

t.test('no page leads to a page that is refused', async t => {
  const { me, app, here, mine } = await scene(t)
  await makeMembership(app, ['A'])
  const code = await makeCode(app, 'A')
  await redeem(app, mine, code, { agreed: true })
  await me.call('POST', '/twa/process_enrollment', { token: mine, reason: 'why' })
  const { rows } = await app.db.client.query('select school_id as id from deployments order by id desc limit 1')
  const email = 'limited@example.com'
  await limitSchools(app.db, { email, schoolIds: [here.schoolId, rows[0].id] })
  const own = (
    await app.db.client.query("select token from entitlements where kind = 'membership' order by id desc limit 1")
  ).rows[0].token
  const waiting = [`/token/${mine}`, `/token/${own}`, `/activate_course/${own}`, `/email/${SHARED}`, '/course/here']
  waiting.push('/course', '/find?q=Zoe', '/find?q=No', `/find?q=${mine}`, ...OWN_SCREENS)
  const seen = new Set<string>()
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    const page = await me.open(url)
    t.ok(page.status < 500 && page.status !== 403, `${url}: ${page.status}`)
    const main = page.body.split('<main')[1] ?? ''
    waiting.push(...tagsOf(main, 'a').flatMap(a => (a.href?.startsWith('/') ? [a.href] : [])))
  }
  t.ok(seen.size > 15, `${seen.size} pages`)
})

t.test('ticked rows of another school are not found, and what is for all schools is refused', async t => {
  const { me, hidden, mine, theirs } = await scene(t)
  const tick = (url: string, fields: Record<string, string>) => me.send(url, { ...fields, intent: 'bulk' })
  const people = textOf((await tick('/token', { action: 'let-in', rows: `${mine}|${theirs}` })).body)
  t.match(people, 'Let in: 1 of 2')
  t.match(people, 'No longer there, or not in a school of yours.')
  const dates = await tick('/course', { action: 'dates', access_until: '2031-06-30', rows: String(hidden.id) })
  t.match(textOf(dates.body), 'Set dates: 0 of 1')
  t.notMatch(dates.body, 'Course hidden')
  t.equal((await tick('/course', { action: 'activate', product: 'A', rows: String(hidden.id) })).status, 403)
  t.equal((await tick('/jobs', { action: 'retry', rows: '1' })).status, 403)
})

t.test('daily work in their own school', async t => {
  const { me, app, here, mine } = await scene(t)
  const course = await me.open('/course/here')
  t.match(textOf(course.body), 'Course here')
  const a = await makeProduct(app, 'B')
  const set = { lti_course: { product_ids: [a.id] } }
  t.equal((await me.call('POST', '/twa/activate_lti_course/here', set)).status, 200)
  t.equal((await me.call('POST', '/twa/process_enrollment', { token: mine })).status, 200)
  const school = { lti_course: { product_ids: [a.id], accepts_payment: false } }
  const refused = await me.call('POST', '/twa/activate_lti_course/here', school)
  t.match(refused, { status: 403, data: { error: REFUSED } }, 'settings of the whole school')
  const code = await makeCode(app, 'B')
  const { token } = await launch(app, here.key, { context_id: 'here', user_id: 'Next' })
  await redeem(app, token, code, { agreed: true })
  t.match(await moveCode(app, { code, token }, me.staff), { ok: true })
  t.match((await searchRecords(app, 'Near', me.staff)).person?.people, [{ name: 'Zoe Near' }])
})

t.test('a limit counts at once, and is shown to its owner', async t => {
  const { app, here, manager, me, mine, membership } = await scene(t)
  const email = 'limited@example.com'
  t.match(textOf((await me.open('/account')).body), `Your role covers only: ${here.name}.`)
  t.notMatch(textOf((await manager.open('/account')).body), 'Your role covers')
  t.match((await staffCommand(app.db, ['list'])).join('\n'), `${email}\tSam Staff\tmanager\t\tonly ${here.schoolId}`)
  const { rows } = await app.db.client.query('select school_id as id from deployments')
  await limitSchools(app.db, { email, schoolIds: [rows[0].id] })
  t.equal((await me.open(`/token/${mine}`)).status, 404)
  t.equal((await me.open(`/token/${membership}`)).status, 200)
  await app.db.client.query('delete from staff_schools')
  t.equal((await me.open(`/token/${membership}`)).status, 404, 'with no school left, nothing is found')
  t.match(textOf((await me.open('/account')).body), 'Your role covers no school yet.')
  await limitSchools(app.db, { email, schoolIds: null })
  t.equal((await me.open('/audit')).status, 200)
})
