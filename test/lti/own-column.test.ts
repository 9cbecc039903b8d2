import { setImmediate as nextTick } from 'node:timers/promises'
import t from 'tap'
import { findEntitlementByToken } from '#src/access/store/entitlements.ts'
import { findGradeTarget } from '#src/lti/store/grades.ts'
import type { PlatformClient } from '#src/lti/v1p3/platform-client.ts'
import { makeScores } from '#src/lti/v1p3/scores.ts'
import { testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const scope = ['https://purl.imsglobal.org/spec/lti-ags/scope/score']
const lineitems = 'https://lms.example/items?type_id=4'
const lineitem = 'https://lms.example/items/4/lineitem?type_id=4'

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
  const [one, two] = [await openAt(t, url), await openAt(t, url)].map(db => makeScores(lms, { db, clock: testClock() }))
  const send = (userId: string, process = one!) => process.send({ ...target, scopes, userId }, 1)
  await Promise.all([send('ana'), send('ben'), send('chloe', two), send('dev', two)])
  t.equal(made, 1)
})

t.test("the score goes to the activity's own column once a launch named it, else to ours", async t => {
  const app = await testApp(t)
  const platform = await practicePlatform(t, app)
  const targetAfter = async (sub: string, endpoint: object) => {
    const { token } = await launch13(app, platform, { sub, [AGS]: { scope, lineitems, ...endpoint } })
    const found = await findGradeTarget(app.db, (await findEntitlementByToken(app.db, token))!)
    return found?.target
  }
  t.hasStrict(await targetAfter('ana', {}), { lineItemUrl: null, lineItemsUrl: lineitems }, 'ours, for the course')
  t.hasStrict(await targetAfter('ana', { lineitem }), { lineItemUrl: lineitem }, 'her activity has one')
  t.hasStrict(await targetAfter('ana', {}), { lineItemUrl: lineitem }, 'a unit link without a column changes nothing')
  t.hasStrict(await targetAfter('ben', {}), { lineItemUrl: null })
})
