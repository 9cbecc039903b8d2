import { setImmediate as nextTick } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { findEntitlement } from '#src/access/tokens.ts'
import type { Database } from '#src/core/db/db.ts'
import { gradeTargets } from '#src/lti/store/schema.ts'
import type { PlatformClient } from '#src/lti/v1p3/platforms.ts'
import { sendToColumn } from '#src/lti/v1p3/scores.ts'
import { testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabase, freshDatabaseUrl, openAt } from '../support/database.ts'
import { C, launch13, practicePlatform } from '../support/oidc.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const scope = ['https://purl.imsglobal.org/spec/lti-ags/scope/score']
const lineitems = 'https://lms.example/items?type_id=4'
const lineitem = 'https://lms.example/items/4/lineitem?type_id=4'

const appOf = (db: Database, platform: PlatformClient) => ({
  ...{ db, clock: testClock() },
  lms: { platform, school: () => Promise.reject(new Error('not by LTI 1.1')) },
})

t.test('scores sent at once by two processes create one column', async t => {
  const url = await freshDatabaseUrl(t)
  const columns: { id: string; tag: string }[] = []
  let made = 0
  const lms: PlatformClient = async (_platform, _scopes, { method = 'GET', url, body = '' }) => {
    await nextTick()
    const answer = (value: unknown) => ({ status: 200, headers: {}, text: JSON.stringify(value) })
    if (!url.startsWith(lineitems) || url.includes('/scores')) return answer({})
    if (method === 'GET') return answer(columns)
    const column = { id: `${lineitem}&n=${++made}`, tag: JSON.parse(body).tag }
    columns.push(column)
    return answer(column)
  }
  const scopes = ['score', 'lineitem'].map(s => `https://purl.imsglobal.org/spec/lti-ags/scope/${s}`)
  const target = {
    kind: 'score',
    platformId: 1,
    lineItemUrl: null,
    lineItemsUrl: lineitems,
    userId: 'ana',
    scopes,
  } as const
  const [one, two] = [await openAt(t, url), await openAt(t, url)].map(db => appOf(db, lms))
  const send = (userId: string, process = one!) => sendToColumn(process, { ...target, scopes, userId }, 1)
  await Promise.all([send('ana'), send('ben'), send('chloe', two), send('dev', two)])
  t.equal(made, 1)
})

t.test('each launch that names a column has a target of its own, others share ours', async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const targetsAfter = async (sub: string, link: string, endpoint: object) => {
    const { token } = await launch13(app, platform, {
      sub,
      [`${C}resource_link`]: { id: link },
      [AGS]: { scope, lineitems, ...endpoint },
    })
    const person = await findEntitlement(app, token)
    const rows = await app.db.orm.select().from(gradeTargets).where(eq(gradeTargets.entitlementId, person!.id))
    return rows.map(row => [row.resourceLink, row.lineItemUrl]).sort()
  }
  const ours = ['', null]
  t.strictSame(await targetsAfter('ana', 'unit-1', {}), [ours], 'ours, for the course')
  t.strictSame(await targetsAfter('ana', 'quiz', { lineitem }), [ours, ['quiz', lineitem]], 'her activity has one')
  t.strictSame(
    await targetsAfter('ana', 'unit-2', {}),
    [ours, ['quiz', lineitem]],
    'a link without one changes nothing',
  )
  const moved = `${lineitem}&moved=1`
  t.strictSame(await targetsAfter('ana', 'quiz', { lineitem: moved }), [ours, ['quiz', moved]])
  t.strictSame(await targetsAfter('ben', 'unit-1', {}), [ours])
})

t.test('our column is found by the id that the LMS returned, and made again once it is gone', async t => {
  const db = await freshDatabase(t)
  const lms = { columns: new Set<string>(), made: 0, gone: 404, unknownPerson: false }
  const client: PlatformClient = async (_platform, _scopes, { method = 'GET', url }) => {
    const answer = (status: number, value: unknown = {}) => ({ status, headers: {}, text: JSON.stringify(value) })
    // Lists nothing and returns no tag, as some do.
    if (url.startsWith(`${lineitems}&`) || (url === lineitems && method === 'GET')) return answer(200, [])
    if (url === lineitems) {
      const id = `https://lms.example/items/${++lms.made}/lineitem?type_id=4`
      lms.columns.add(id)
      return answer(201, { id })
    }
    const column = url.replace('/scores?', '?')
    if (!lms.columns.has(column)) return answer(lms.gone)
    return url.includes('/scores') && lms.unknownPerson ? answer(404) : answer(200)
  }
  const scopes = ['score', 'lineitem'].map(s => `https://purl.imsglobal.org/spec/lti-ags/scope/${s}`)
  const app = appOf(db, client)
  const target = { kind: 'score', platformId: 1, lineItemUrl: null, lineItemsUrl: lineitems, scopes } as const
  await sendToColumn(app, { ...target, userId: 'ana' }, 1)
  await sendToColumn(app, { ...target, userId: 'ben' }, 1)
  t.equal(lms.made, 1, 'the second score needs no list')
  lms.unknownPerson = true
  await t.rejects(sendToColumn(app, { ...target, userId: 'nobody' }, 1), /HTTP 404/)
  t.equal(lms.made, 1, 'an unknown person makes no column')
  lms.unknownPerson = false
  for (const gone of [404, 410]) {
    Object.assign(lms, { gone })
    lms.columns.clear()
    const before = lms.made
    await sendToColumn(app, { ...target, userId: 'ana' }, 1)
    await sendToColumn(app, { ...target, userId: 'ben' }, 1)
    t.equal(lms.made, before + 1, `made again after ${gone}, once`)
  }
})

t.test('searches all pages of columns, and makes none while the list is not complete', async t => {
  const db = await freshDatabase(t)
  const asked: string[] = []
  let second = ''
  const client: PlatformClient = async (_platform, _scopes, { method = 'GET', url }) => {
    asked.push(`${method} ${new URL(url).pathname}${new URL(url).searchParams.get('page') ?? ''}`)
    const answer = (value: unknown, link = '') => ({ status: 200, headers: { link }, text: JSON.stringify(value) })
    if (method === 'POST') return answer({})
    if (url.includes('page=2')) return answer([{ id: lineitem, resourceId: 'signbook-access' }])
    return answer([{ id: 7, label: 'Quiz' }], `<${second}>; rel="next"`)
  }
  const scopes = ['score', 'lineitem'].map(s => `https://purl.imsglobal.org/spec/lti-ags/scope/${s}`)
  const app = appOf(db, client)
  const target = { kind: 'score', platformId: 1, lineItemUrl: null, lineItemsUrl: lineitems, scopes, userId: 'ana' }
  second = 'https://evil.example/items?page=2'
  await t.rejects(sendToColumn(app, { ...target, kind: 'score' }, 1), {
    message: 'the list is not complete: its next page is on another origin',
  })
  second = `${lineitems}&page=2`
  await sendToColumn(app, { ...target, kind: 'score' }, 1)
  t.strictSame(asked, ['GET /items', 'GET /items', 'GET /items2', 'POST /items/4/lineitem/scores'])
})
