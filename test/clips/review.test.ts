import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { describeClip } from '#src/signs/clips/details.ts'
import { removeClipFiles } from '#src/signs/clips/processing.ts'
import { publishClip, takeDownClip } from '#src/signs/clips/reviews.ts'
import { viewClip } from '#src/signs/clips/studio.ts'
import { clipFiles, clips as clipTable } from '#src/signs/store/schema/clips.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { consented } from '../support/clips.ts'
import { withContent } from '../support/content.ts'
import { textOf } from '../support/html.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** Puts a clip that waits for review into the database, with files in the storage. */
const waitingClip = async (app: TestApp, signerId: number, given: { variant?: string; sign?: string } = {}) => {
  const { rows } = await app.db.client.query('select id from clip_consents where signer_id = $1', [signerId])
  const [row] = await app.db.orm
    .insert(clipTable)
    .values({
      sign: 'hello',
      state: 'waiting',
      signerId,
      consentId: rows[0].id,
      recordedOn: '2026-11-20',
      fileName: 'HELLO.mp4',
      sourceHash: randomBytes(32).toString('hex'),
      sourceBytes: 1,
      sourceChunks: 0,
      duration: 2,
      fps: 30,
      ...given,
    })
    .returning()
  const name = `${randomBytes(32).toString('hex')}.mp4`
  mkdirSync(join(app.dataDir, 'clips'), { recursive: true })
  writeFileSync(join(app.dataDir, 'clips', name), '0123456789')
  await app.db.orm.insert(clipFiles).values({ clipId: row!.id, role: 'video', place: 0, name, bytes: 10 })
  return { id: row!.id, name }
}

const scene = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  const signer = await signedIn(app, 'signer')
  const reviewer = await signedIn(app, 'reviewer')
  const signerId = await consented(app, signer)
  return { app, signer, reviewer, signerId }
}
const stateOf = async (app: TestApp, me: Me, id: number) => (await viewClip(app, id, me.staff))?.clip.state
const auditOf = async (app: TestApp, id: number): Promise<string[]> =>
  (
    await app.db.client.query("select action from audit where subject_kind = 'clip' and subject_id = $1 order by id", [
      id,
    ])
  ).rows.map(row => row.action)

t.test('a clip is sent back, published, replaced, and published again', async t => {
  const { app, signer, reviewer, signerId } = await scene(t)
  const [one, two, other] = [
    await waitingClip(app, signerId),
    await waitingClip(app, signerId),
    await waitingClip(app, signerId, { variant: 'Texas' }),
  ]
  const post = (id: number, fields: Record<string, string>, me = reviewer) => me.post(`/clips/${id}`, fields)
  t.match(await post(one.id, { intent: 'send-back', text: '' }), { status: 422, body: /Say what to change/ })
  t.equal((await post(one.id, { intent: 'send-back', text: 'Hand out of frame', at: '1.25' })).status, 303)
  t.equal(await stateOf(app, signer, one.id), 'sent_back')
  t.match(await post(one.id, { intent: 'publish' }), { status: 409 }, 'not once it is sent back')
  t.match(textOf((await signer.open(`/clips/${one.id}`)).body), /0:01\.2 Sam Staff .*Hand out of frame/)

  const three = await waitingClip(app, signerId)
  for (const { id } of [two, other, three]) t.equal((await post(id, { intent: 'publish' })).status, 303)
  t.equal(await stateOf(app, signer, two.id), 'replaced')
  t.equal(await stateOf(app, signer, other.id), 'published', 'another variant stays')
  const shown = async () =>
    (await app.server.inject({ url: '/lti/search_signs?term=hello' }))
      .json()
      .data.terms[0].clips.map((clip: { variant: string; files: { name: string }[] }) => [
        clip.variant,
        clip.files[0]?.name,
      ])
  t.strictSame(await shown(), [
    ['', three.name],
    ['Texas', other.name],
  ])
  const { body: entry } = await app.server.inject({ url: '/dictionary?term=hello&sign=hello' })
  t.match(entry, `<source src="/media/${three.name}"`, 'the dictionary plays the published clip')
  t.notMatch(entry, two.name)
  const versions = (await reviewer.open(`/clips/${three.id}`)).body.split('Versions')[1]
  t.match(versions, `href="/clips/${two.id}"`, 'the earlier version is one click away')
  t.equal((await post(two.id, { intent: 'publish' })).status, 303)
  t.strictSame([await stateOf(app, signer, two.id), await stateOf(app, signer, three.id)], ['published', 'replaced'])
  t.equal((await post(two.id, { intent: 'publish' })).status, 303, 'pressed twice')
  t.equal((await post(two.id, { intent: 'take-down' })).status, 303)
  t.equal(await stateOf(app, signer, two.id), 'approved')
  t.strictSame(await auditOf(app, two.id), ['publish-clip', 'publish-clip', 'take-down-clip'])

  const both = await Promise.all([two.id, three.id].map(id => publishClip(app, id, reviewer.staff)))
  t.ok(both.every(done => done.ok))
  const states = [await stateOf(app, signer, two.id), await stateOf(app, signer, three.id)]
  t.strictSame(states.toSorted(), ['published', 'replaced'], 'two at once leave one published')
})

t.test('a signer records and a reviewer reviews, neither does more', async t => {
  const { app, signer, reviewer, signerId } = await scene(t)
  const { id } = await waitingClip(app, signerId)
  for (const intent of ['publish', 'take-down', 'send-back'])
    t.equal((await signer.post(`/clips/${id}`, { intent, text: 'x' })).status, 403, `signer: ${intent}`)
  for (const intent of ['describe', 'delete', 'captions'])
    t.equal((await reviewer.post(`/clips/${id}`, { intent })).status, 403, `reviewer: ${intent}`)
  for (const me of [signer, reviewer]) {
    t.equal((await me.open('/clips')).status, 200)
    t.equal((await me.open('/account')).status, 200)
    t.match(await me.open('/course'), { status: 303, location: '/clips' }, 'sign-in leads to the studio')
    for (const path of ['/find', '/today', '/audit', '/clips/signers', '/codes', '/setup', '/about'])
      t.equal((await me.open(path)).status, 403, path)
    for (const call of ['/api/users', '/api/products', '/api/openapi.json'])
      t.equal((await me.call('GET', call)).status, 403, call)
    t.notMatch((await me.open('/clips')).body, 'href="/find"')
  }
  for (const role of ['viewer', 'support'] as const)
    t.equal((await (await signedIn(app, role)).open('/clips')).status, 403, role)
})

t.test('files of a clip open for everybody once it is published, and in parts', async t => {
  const { app, signer, reviewer, signerId } = await scene(t)
  const { id, name } = await waitingClip(app, signerId)
  const url = `/media/${name}`
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.server.inject({ method, url, headers })
  t.equal((await get()).statusCode, 404, 'a stranger')
  t.equal((await get({ cookie: (await signedIn(app, 'viewer')).cookie })).statusCode, 404, 'another role')
  t.match(await get({ cookie: signer.cookie }), {
    statusCode: 200,
    headers: { 'cache-control': 'private, max-age=3600' },
  })
  await publishClip(app, id, reviewer.staff)
  t.match(await get(), {
    statusCode: 200,
    body: '0123456789',
    headers: {
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=86400',
      'accept-ranges': 'bytes',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
  const part = (range: string) => get({ range })
  t.match(await part('bytes=2-4'), { statusCode: 206, body: '234', headers: { 'content-range': 'bytes 2-4/10' } })
  t.match(await part('bytes=7-'), { statusCode: 206, body: '789' })
  t.match(await part('bytes=-3'), { statusCode: 206, body: '789' })
  t.match(await part('bytes=10-'), { statusCode: 416, headers: { 'content-range': 'bytes */10' } })
  t.match(await part('bytes=0-1,3-4'), { statusCode: 200, body: '0123456789' })
  t.match(await get({}, 'HEAD'), { statusCode: 200, body: '', headers: { 'content-length': '10' } })
  t.equal((await get({ 'if-none-match': `"${name}"` })).statusCode, 304)
  for (const odd of [
    '/media/x.mp4',
    `/media/${name}.html`,
    '/media/..%2f..%2fetc%2fpasswd',
    `/media/${name.replace('mp4', 'svg')}`,
  ])
    t.match(await app.server.inject({ url: odd }), { statusCode: 404, headers: { 'content-type': /text\/plain/ } }, odd)
  await takeDownClip(app, id, reviewer.staff)
  t.equal((await get()).statusCode, 404, 'taken down it is gone at once')
})

t.test('a signer who withdraws is exported and erased, with all files', async t => {
  const { app, signer, reviewer, signerId } = await scene(t)
  const manager = await signedIn(app)
  const { id, name } = await waitingClip(app, signerId)
  await publishClip(app, id, reviewer.staff)
  const headers = { authorization: `Bearer ${manager.bearer}` }
  const zip = await app.server.inject({ url: `/api/clip_signers/${signerId}/export.zip`, headers })
  t.match(zip, { statusCode: 200, headers: { 'content-type': 'application/zip' } })
  t.match(zip.rawPayload.toString('latin1'), `clip-${id}.mp4`)
  const erase = { intent: 'erase', signer_id: String(signerId) }
  t.equal((await signer.post('/clips/signers', erase)).status, 403)
  t.equal((await manager.post('/clips/signers', erase)).status, 303)
  t.equal((await app.server.inject({ url: `/media/${name}` })).statusCode, 404)
  const { rows } = await app.db.client.query("select data from pgboss.job where name = 'remove-clip-files'")
  for (const row of rows) await removeClipFiles(app, row.data.data.names)
  t.strictSame(readdirSync(join(app.dataDir, 'clips')), [])
  for (const table of ['clips', 'clip_files', 'clip_signers', 'clip_consents'])
    t.equal((await app.db.client.query(`select from ${table}`)).rowCount, 0, table)
  t.notMatch(
    JSON.stringify((await app.db.client.query("select * from audit where subject_kind = 'clip'")).rows),
    'Staff',
  )
})

t.test('a new consent text has to be agreed to before the next clip', async t => {
  const { app, signer, signerId } = await scene(t)
  const manager = await signedIn(app)
  t.match(textOf((await manager.open('/clips')).body), /Before you record .*En español Soy la persona que aparece/)
  const stricter = { intent: 'text', text: 'A stricter text.', spanish: 'Un texto más estricto.' }
  t.equal((await manager.post('/clips/signers', stricter)).status, 303)
  t.match(textOf((await signer.open('/clips')).body), /The consent text has changed .*Un texto más estricto/)
  const details = { sign: 'hello', kind: 'sign', variant: '', signerId, recordedOn: '2026-11-20' } as const
  const { id } = await waitingClip(app, signerId)
  const times = { trimFrom: null, trimTo: null, posterAt: null }
  t.match(await describeClip(app, id, { ...details, ...times }, signer.staff), {
    reason: 'consent_outdated',
  })
  t.match(await signer.send('/clips', { intent: 'agree', version: '2' }), { status: 422 }, 'the box is not ticked')
  t.match(await signer.send('/clips', { intent: 'agree', version: '1', agreed: 'yes' }), { status: 409 })
  t.match(await signer.send('/clips', { intent: 'agree', version: '2', agreed: 'yes' }), { status: 200 })
  t.match(await describeClip(app, id, { ...details, ...times }, signer.staff), { ok: true })
})

t.test('signed help is recorded and reviewed like a sign, and shown with its transcript', async t => {
  const { app, signer, reviewer, signerId } = await scene(t)
  t.match((await signer.open('/signed_help')).body, 'href="/clips/sign/help.code"')
  t.match(textOf((await signer.open('/clips/sign/help.code')).body), /Enter an access code .*Say in ASL/)
  t.equal((await signer.open('/clips/sign/help.nothing')).status, 404)
  const { id, name } = await waitingClip(app, signerId, { sign: 'help.code' })
  const page = textOf((await reviewer.open(`/clips/${id}`)).body)
  t.match(page, 'Enter an access code')
  const publishing = { intent: 'publish' }
  t.match(await reviewer.post(`/clips/${id}`, publishing), { status: 422, body: /A signer writes the captions first/ })
  t.equal(await stateOf(app, signer, id), 'waiting')
  const captions = { intent: 'captions', captions: 'Scratch your card.\nType the <code>.' }
  t.equal((await signer.post(`/clips/${id}`, captions)).status, 303)
  const described = { intent: 'describe', sign: 'Enter an access code', signer_id: String(signerId) }
  t.equal((await signer.post(`/clips/${id}`, { ...described, recorded_on: '2026-11-20' })).status, 303)
  t.notOk(app.signedHelp.hasClip('code'))
  t.equal((await reviewer.post(`/clips/${id}`, publishing)).status, 303)
  t.ok(app.signedHelp.hasClip('code'))
  const { body } = await app.server.inject({ url: '/watch/code' })
  t.match(body, name)
  t.match(textOf(body), 'Scratch your card.')
  t.notMatch(body, 'the <code>')
  t.match(await signer.post(`/clips/${id}`, { ...captions, captions: '' }), { status: 422 }, 'not without a transcript')
  t.match((await signer.open('/signed_help')).body, /Recorded \(1\)/)
  t.equal((await reviewer.post(`/clips/${id}`, { intent: 'take-down' })).status, 303)
  t.notOk(app.signedHelp.hasClip('code'))
})
