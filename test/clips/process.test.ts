import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { processClip, removeClipFiles } from '#src/signs/clips/processing.ts'
import { viewClip } from '#src/signs/clips/studio.ts'
import { testApp } from '../support/app.ts'
import { consented, sendFile } from '../support/clips.ts'
import { withContent } from '../support/content.ts'
import { makeVideo, requireFfmpeg, streamsOf } from '../support/ffmpeg.ts'
import { signedIn } from '../support/staff.ts'

requireFfmpeg()
const folder = mkdtempSync(join(tmpdir(), 'signbook-videos-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const DETAILS = { sign: 'hello', recorded_on: '2026-11-20' }

t.test('a clip becomes silent H.264 and VP9 in two sizes, with pictures, and the uploaded file goes', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const me = await signedIn(app, 'signer')
  const signer_id = String(await consented(app, me))
  const path = makeVideo(folder, {
    name: 'take.mp4',
    seconds: 2,
    size: '640x480',
    rate: '60',
    sound: true,
    mark: 'home address',
  })
  const sent = await sendFile(app, me, path, {
    ...DETAILS,
    signer_id,
    trim_from: '0.5',
    trim_to: '1.5',
    poster_at: '1',
  })
  t.equal(sent.status, 200)
  const id = sent.data.clip_id
  await processClip(app, id)
  const { clip } = (await viewClip(app, id, me.staff))!
  t.match(clip, { state: 'waiting', sign: 'hello', duration: 1, fps: 60, problem: null, signer: 'Sam Staff' })
  const files = clip.files.map(f => [f.role, f.name.split('.')[1], f.width, f.height])
  t.strictSame(files, [
    ['poster', 'webp', 640, 480],
    ['thumbnail', 'webp', 240, 180],
    ['thumbnail', 'webp', 240, 180],
    ['thumbnail', 'webp', 240, 180],
    ['video', 'webm', 640, 480],
    ['video', 'mp4', 640, 480],
    ['video', 'webm', 480, 360],
    ['video', 'mp4', 480, 360],
  ])
  for (const { name, width, height } of clip.files.filter(f => f.role === 'video')) {
    const { streams, format } = streamsOf(join(app.dataDir, 'clips', name))
    t.match(streams, [{ codec_type: 'video', codec_name: /h264|vp9/, r_frame_rate: '60/1', width, height }], name)
    t.equal(streams.length, 1, 'no sound')
    t.ok(Math.abs(Number(format.duration) - 1) < 0.05, `${format.duration} s`)
    t.notMatch(JSON.stringify(format), 'home address')
    if (name.endsWith('.mp4')) t.equal(streams[0]?.profile, 'Main')
  }
  // The job that deletes the uploaded file.
  const { rows } = await app.db.client.query("select data from pgboss.job where name = 'remove-clip-files'")
  t.equal(rows.length, 1)
  await removeClipFiles(app, rows[0].data.data.names)
  t.strictSame(readdirSync(join(app.dataDir, 'clips', 'incoming', sent.hash)), [], 'the uploaded file is deleted')
  t.strictSame(readdirSync(join(app.dataDir, 'clips-work')), [], 'nothing is left in the work folder')
  await processClip(app, id)
  t.match(await viewClip(app, id, me.staff), { clip: { state: 'waiting' } }, 'doing it again changes nothing')
})

t.test('what is no video, or damaged, or too short fails with its reason', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const me = await signedIn(app, 'signer')
  const signer_id = String(await consented(app, me))
  const made = async (path: string, more = {}) => {
    const { data } = await sendFile(app, me, path, { ...DETAILS, signer_id, ...more })
    await processClip(app, data.clip_id)
    return (await viewClip(app, data.clip_id, me.staff))!.clip
  }
  const fake = join(folder, 'fake.mp4')
  writeFileSync(fake, Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('ftypisom'), Buffer.alloc(500, 7)]))
  t.match(await made(fake), { state: 'failed', problem: 'unreadable' })
  const playlist = join(folder, 'list.mp4')
  writeFileSync(playlist, 'ffconcat version 1.0\nfile /etc/passwd\n')
  t.match(await sendFile(app, me, playlist, DETAILS), { status: 422, data: { reason: 'not_a_video' } })
  const video = makeVideo(folder, { name: 'short.webm', seconds: 1 })
  t.match(await made(video, { trim_from: '0.9' }), { state: 'failed', problem: 'too_short' })
})

t.test('two processes that make the same clip make it once', async t => {
  const app = await testApp(t)
  await withContent(app.db)
  const me = await signedIn(app, 'signer')
  const signer_id = String(await consented(app, me))
  const path = makeVideo(folder, { name: 'twice.webm', seconds: 1 })
  const { data } = await sendFile(app, me, path, { ...DETAILS, signer_id })
  await Promise.all([1, 2].map(() => processClip(app, data.clip_id)))
  const { clip } = (await viewClip(app, data.clip_id, me.staff))!
  t.match(clip, { state: 'waiting', problem: null })
  const { rows } = await app.db.client.query("select from audit where action = 'prepare-clip'")
  t.equal(rows.length, 1)
  const names = readdirSync(join(app.dataDir, 'clips')).filter(name => name !== 'incoming')
  t.strictSame(new Set(names), new Set(clip.files.map(file => file.name)), 'no file is left over')
})
