import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { deleteOldClips, removeClipFiles } from '#src/signs/clips/processing.ts'
import { viewClip } from '#src/signs/clips/studio.ts'
import { CHUNK_BYTES } from '#src/signs/rules/clips/files.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { consented, sendFile, sendPart } from '../support/clips.ts'
import { withContent } from '../support/content.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const folder = mkdtempSync(join(tmpdir(), 'signbook-files-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

/** A file with the first bytes of a video. An upload checks no more. */
const fakeVideo = (name: string, bytes = 100): string => {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypisom'), randomBytes(bytes - 12)]))
  return path
}

const scene = async (t: Test) => {
  const app = await testApp(t)
  await withContent(app.db)
  const me = await signedIn(app, 'signer')
  return { app, me, signer_id: String(await consented(app, me)) }
}
const clipOf = async (app: TestApp, me: Awaited<ReturnType<typeof signedIn>>, id: number) =>
  (await viewClip(app, id, me.staff))!.clip

t.test('files are matched to glosses by their names, the rest are asked', async t => {
  const { app, me, signer_id } = await scene(t)
  const more = { signer_id, recorded_on: '2026-11-20' }
  const matched: Record<string, [string, string]> = {
    'HELLO.mp4': ['hello', ''],
    'thank you.mov': ['thank-you', ''],
    '1.5 - AGAIN++_take2.webm': ['again-repeated', ''],
    'Unit 1_GOODBYE (Texas).mp4': ['goodbye', 'Texas'],
    'IX-1.mp4': ['ix-1', ''],
    'new_take2.mp4': ['new', ''],
    '#OK_v3 (1).mp4': ['loan-ok', ''],
  }
  for (const [name, [sign, variant]] of Object.entries(matched)) {
    const { data } = await sendFile(app, me, fakeVideo(name), more)
    t.match(await clipOf(app, me, data.clip_id), { sign, variant, state: 'processing', recordedOn: '2026-11-20' }, name)
  }
  for (const name of ['IMG_2041.MOV', 'clip 7.mp4', 'HELLOWORLD.mp4']) {
    const { data } = await sendFile(app, me, fakeVideo(name), more)
    t.match(await clipOf(app, me, data.clip_id), { sign: null, state: 'recorded', fileName: name })
  }
  const { data } = await sendFile(app, me, fakeVideo('GOOD.mp4'))
  t.match(await clipOf(app, me, data.clip_id), { sign: 'good', state: 'recorded' }, 'without a signer it is asked too')
})

t.test('a file goes on where it stopped, and what arrived before changes nothing', async t => {
  const { app, me } = await scene(t)
  const path = fakeVideo('MORNING.mp4', 2 * CHUNK_BYTES + 5)
  const content = readFileSync(path)
  const hash = createHash('sha256').update(content).digest('hex')
  const file = { hash, name: 'MORNING.mp4', bytes: content.length }
  const begin = async () => (await me.call('POST', '/api/clips/uploads', file)).data
  t.strictSame(await begin(), { chunks: 0, chunk_bytes: CHUNK_BYTES, clip_id: null })
  t.match(await sendPart(app, me, { hash, chunk: 1, content }), { status: 409, data: { reason: 'chunk_out_of_order' } })
  t.match(await sendPart(app, me, { hash, chunk: 0, content: content.subarray(0, 99) }), {
    status: 422,
    data: { reason: 'chunk_incomplete' },
  })
  const twice = await Promise.all([0, 0, 0].map(chunk => sendPart(app, me, { hash, chunk, content })))
  t.ok(twice.every(a => a.status === 200 && a.data.chunks === 1))
  t.match(await begin(), { chunks: 1 }, 'a reload asks where it stopped')
  await sendPart(app, me, { hash, chunk: 1, content })
  const last = await Promise.all([2, 2].map(chunk => sendPart(app, me, { hash, chunk, content })))
  const ids = last.map(a => a.data.clip_id)
  t.ok(ids[0] > 0 && ids[0] === ids[1], 'one clip, sent twice at once')
  t.match(await begin(), { clip_id: ids[0] }, 'sent again it is known')
  t.match(await sendPart(app, me, { hash, chunk: 0, content }), { status: 200, data: { clip_id: ids[0] } })
  t.equal(readdirSync(join(app.dataDir, 'clips/incoming', hash)).length, 3)
  t.strictSame(readdirSync(join(app.dataDir, 'clips-work')), [])
})

t.test('what is no video, too large or unknown is refused', async t => {
  const { app, me } = await scene(t)
  const text = join(folder, 'HELLO.mp4.html')
  writeFileSync(text, '<script>alert(1)</script>')
  t.match(await sendFile(app, me, text), { status: 422, data: { reason: 'not_a_video' } })
  t.notOk(existsSync(join(app.dataDir, 'clips')), 'nothing is stored')
  const hash = 'a'.repeat(64)
  const large = { hash, name: 'HELLO.mp4', bytes: 201 * 1024 * 1024 }
  t.match(await me.call('POST', '/api/clips/uploads', large), { status: 422, data: { reason: 'file_too_large' } })
  t.match(await sendPart(app, me, { hash, chunk: 0, content: Buffer.from('x') }), { status: 404 })
  t.match(await sendPart(app, me, { hash: '../../etc', chunk: 0, content: Buffer.from('x') }), { status: 404 })
})

t.test('uploads that were given up and clips that came to nothing are deleted', async t => {
  const { app, me } = await scene(t)
  const { data } = await sendFile(app, me, fakeVideo('IMG_1.mp4'))
  const path = fakeVideo('IMG_2.mp4', CHUNK_BYTES + 5)
  const content = readFileSync(path)
  const hash = createHash('sha256').update(content).digest('hex')
  await me.call('POST', '/api/clips/uploads', { hash, name: 'IMG_2.mp4', bytes: content.length })
  await sendPart(app, me, { hash, chunk: 0, content })
  const removed = async () => {
    const { rows } = await app.db.client.query("select data from pgboss.job where name = 'remove-clip-files'")
    for (const row of rows) await removeClipFiles(app, row.data.data.names)
    return readdirSync(join(app.dataDir, 'clips/incoming'), { recursive: true }).filter(f => String(f).includes('/'))
  }
  await deleteOldClips(app, 365)
  t.equal((await removed()).length, 2, 'nothing is old yet')
  app.clock.advance(8 * 24 * 60 * 60 * 1000)
  await deleteOldClips(app, 365)
  t.equal((await removed()).length, 1, 'the upload is given up')
  app.clock.advance(360 * 24 * 60 * 60 * 1000)
  await deleteOldClips(app, 365)
  t.equal((await removed()).length, 0)
  t.equal(await viewClip(app, data.clip_id, me.staff), null)
})

t.test('signers and managers send files, others do not', async t => {
  const { app } = await scene(t)
  for (const [role, status] of [
    ['viewer', 403],
    ['support', 403],
    ['reviewer', 403],
    ['manager', 200],
  ] as const) {
    const me = await signedIn(app, role)
    const { status: answered } = await sendFile(app, me, fakeVideo(`${role}.mp4`))
    t.equal(answered, status, role)
  }
})

t.test('a part arrives over a real connection', async t => {
  const { app, me } = await scene(t)
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const content = readFileSync(fakeVideo('MORNING.mp4'))
  const hash = createHash('sha256').update(content).digest('hex')
  await me.call('POST', '/api/clips/uploads', { hash, name: 'MORNING.mp4', bytes: content.length })
  const answer = await fetch(`${base}/api/clips/uploads/${hash}/0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${me.bearer}`, 'content-type': 'application/octet-stream' },
    body: content,
    signal: AbortSignal.timeout(30_000),
  })
  t.equal(answer.status, 200)
})
