import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'
import { type TestApp, testApp } from '../support/app.ts'
import { countOf, personOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { type Me, signedIn } from '../support/staff.ts'

const download = async (app: TestApp, me: Me, url: string) => {
  const answer = await app.server.inject({ url, headers: { authorization: `Bearer ${me.bearer}` } })
  if (answer.statusCode !== 200)
    return { status: answer.statusCode, files: {} as Record<string, string>, reason: answer.json().reason }
  const files = Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)])
  return { status: 200, files: Object.fromEntries(files) as Record<string, string>, headers: answer.headers }
}

const scene = async (app: TestApp) => {
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const code = await makeCode(app, 'A')
  const named = {
    user_id: 'u-1',
    lis_person_name_full: "Ana O'Lima",
    context_title: 'ASL <b>1</b>',
    lis_person_contact_email_primary: 'ana@x.example',
  }
  const { token } = await launch(app, school.key, named)
  await redeem(app, token, code)
  return { school, course, code, token, person: await personOf(app, token) }
}

t.test('an export holds what the data map lists, as JSON and as a page, and is audited', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { person, token } = await scene(app)
  const { files, headers } = await download(app, me, `/api/people/${person.id}/export.zip`)
  t.strictSame(Object.keys(files), ['person.json', 'person.html'])
  t.match(headers, { 'content-disposition': /person-\d+\.zip/, 'cache-control': 'no-store' })
  const json = JSON.parse(files['person.json'] ?? '')
  t.match(json.people, [{ name: "Ana O'Lima", email: 'ana@x.example', lti_user_id: 'u-1' }])
  t.match(json.entitlements, [{ token, source: 'code' }])
  t.equal(json.coupon_uses.length, 1)
  t.match(json.messages, [{ kind: 'welcome', recipient: 'ana@x.example' }])
  t.match(files['person.html'], 'ASL &lt;b&gt;1&lt;/b&gt;')
  t.notMatch(files['person.html'], '<script')
  t.equal(await countOf(app, `audit where action = 'export-person' and actor = 'staff:${me.staff.id}'`), 1)
})

t.test('only managers with a fresh sign-in export', async t => {
  const app = await testApp(t)
  const { person } = await scene(app)
  const me = await signedIn(app)
  const url = `/api/people/${person.id}/export.zip`
  t.match(await download(app, await signedIn(app, 'support'), url), { status: 403 })
  t.match(await download(app, me, '/api/people/99999/export.zip'), { status: 404, reason: 'person_not_found' })
  app.clock.advance(11 * 60_000)
  t.match(await download(app, me, url), { status: 403, reason: 'sign_in_again' })
  t.equal(await countOf(app, `audit where action = 'export-person'`), 0)
})

t.test('an export of a school has a folder for each person', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { school, person } = await scene(app)
  const other = await personOf(app, (await launch(app, school.key, { user_id: 'u-2' })).token)
  const { files } = await download(app, me, `/api/schools/${school.schoolId}/export.zip`)
  const folders = [person.id, other.id].flatMap(id => [`${id}/person.json`, `${id}/person.html`])
  t.strictSame(Object.keys(files).sort(), folders.sort())
  t.match(await download(app, me, '/api/schools/999/export.zip'), {
    status: 422,
    reason: 'school_not_found',
  })
  t.equal(await countOf(app, `audit where action = 'export-school'`), 1)
})
