import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { processClip, removeClipFiles } from '#src/signs/clips/processing.ts'
import { viewClip } from '#src/signs/clips/studio.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { consented, sendFile } from '../support/clips.ts'
import { withContent } from '../support/content.ts'
import { makeVideo, requireFfmpeg, streamsOf } from '../support/ffmpeg.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

requireFfmpeg()
const folder = mkdtempSync(join(tmpdir(), 'signbook-videos-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the jobs that delete files; `all`: also those that are due later. */
const runRemovals = async (app: TestApp, { all }: { all: boolean }) => {
  const { rows } = await app.db.client.query(
    "select data from pgboss.job where name = 'remove-clip-files' and (start_after <= now() or $1) order by start_after",
    [all],
  )
  for (const row of rows) await removeClipFiles(app, row.data.data.names)
}
/** Names of the stored files that were made. */
const storedFiles = (app: TestApp): string[] =>
  readdirSync(join(app.dataDir, 'clips'), { recursive: true, withFileTypes: true })
    .filter(found => found.isFile())
    .map(found => found.name)

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
  await runRemovals(app, { all: true })
  t.equal(storedFiles(app).length, new Set(clip.files.map(f => f.name)).size, 'the files of the clip are kept')
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
  await runRemovals(app, { all: true })
  t.strictSame(new Set(storedFiles(app)), new Set(clip.files.map(file => file.name)), 'no file is left over')
})

/** A clip that waits to be made. `on.put` gets the number of each file before it is stored, from 1. */
const unmadeClip = async (t: Test, name: string) => {
  const app = await testApp(t)
  await withContent(app.db)
  const me = await signedIn(app, 'signer')
  const manager = await signedIn(app)
  const signer_id = String(await consented(app, me))
  const { data } = await sendFile(app, me, makeVideo(folder, { name, mark: name }), { ...DETAILS, signer_id })
  const { put, read, remove } = app.clipStorage
  const on = { put: async (_: number) => {}, read: async () => {} }
  let puts = 0
  let isBroken = true
  app.clipStorage.put = async (...given) => {
    await on.put(++puts)
    await put(...given)
  }
  app.clipStorage.read = async (...given) => {
    const content = await read(...given)
    await on.read()
    return content
  }
  return {
    ...{ app, on, id: data.clip_id as number, puts: () => puts },
    view: async () => (await viewClip(app, data.clip_id, me.staff))!.clip,
    async erase() {
      t.equal((await manager.post('/clips/signers', { intent: 'erase', signer_id })).status, 303)
      await runRemovals(app, { all: false })
    },
    /** The next deletion fails. */
    breakRemove() {
      app.clipStorage.remove = async name => {
        if (isBroken) {
          isBroken = false
          throw new Error('the clip store answered DELETE with 503')
        }
        await remove(name)
      }
    },
    /** Runs the job again, as the queue does after a failure, and then the jobs that delete files. */
    async retry() {
      await processClip(app, data.clip_id)
      await runRemovals(app, { all: true }).catch(() => runRemovals(app, { all: true }))
    },
  }
}

t.test('no file of a signer is left who is erased while their clip is made', async t => {
  const unavailable = new Error('the clip store answered PUT with 503')
  await t.test('by ffmpeg, and a deletion fails once', async t => {
    const { app, on, id, erase, breakRemove, retry } = await unmadeClip(t, 'erased-1.webm')
    on.read = async () => {
      on.read = async () => {}
      await erase()
      breakRemove()
    }
    await processClip(app, id).catch(() => {})
    await retry()
    t.strictSame(storedFiles(app), [])
  })
  await t.test('and the third file cannot be stored', async t => {
    const { app, on, id, erase, retry } = await unmadeClip(t, 'erased-2.webm')
    on.put = async n => {
      if (n !== 3) return
      await erase()
      throw unavailable
    }
    await t.rejects(processClip(app, id), unavailable)
    await retry()
    t.strictSame(storedFiles(app), [])
  })
  await t.test('and files are stored after that', async t => {
    const { app, on, id, erase, breakRemove, retry } = await unmadeClip(t, 'erased-3.webm')
    on.put = async n => {
      if (n !== 3) return
      await erase()
      breakRemove()
    }
    await processClip(app, id).catch(() => {})
    await retry()
    t.strictSame(storedFiles(app), [])
  })
  await t.test('and the process is killed before the clip is saved', async t => {
    const { app, on, id, erase, retry } = await unmadeClip(t, 'erased-4.webm')
    on.put = async n => {
      if (n === 8) throw unavailable
    }
    await t.rejects(processClip(app, id), unavailable)
    t.not(storedFiles(app).length, 0)
    await erase()
    await retry()
    t.strictSame(storedFiles(app), [])
  })
})

t.test('a retry keeps its files when those of the attempt before are deleted', async t => {
  const { app, on, id, view, retry } = await unmadeClip(t, 'retried.webm')
  const unavailable = new Error('the clip store answered PUT with 503')
  on.put = async n => {
    if (n === 3) throw unavailable
    if (n === 11) await runRemovals(app, { all: true })
  }
  await t.rejects(processClip(app, id), unavailable)
  t.match(await view(), { state: 'processing', files: [] }, 'no file is shown before all are stored')
  await retry()
  const { state, files } = await view()
  t.equal(state, 'waiting')
  t.strictSame(new Set(storedFiles(app)), new Set(files.map(file => file.name)))
})

t.test('work that takes too long ends before its job is started again, and is no fault of the file', async t => {
  const { app, on, id, view, puts, retry } = await unmadeClip(t, 'late.webm')
  await t.rejects(processClip(app, id, 1), /within 0.001 seconds|aborted/)
  t.equal(puts(), 0)
  on.put = async () => app.clipWork.abort()
  await t.rejects(processClip(app, id), /aborted/)
  t.equal(puts(), 1, 'the other files are not stored')
  t.match(await view(), { state: 'processing', problem: null })
  on.put = async () => {}
  app.clipWork = new AbortController()
  await retry()
  t.match(await view(), { state: 'waiting', problem: null })
})
