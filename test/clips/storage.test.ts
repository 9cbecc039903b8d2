import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type ClipStorage, makeClipStorage, type StoredFile } from '#src/signs/clips/storage.ts'
import { startS3 } from '../support/s3.ts'
import type { Test } from '../support/test.ts'

const folder = mkdtempSync(join(tmpdir(), 'signbook-storage-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (text: string): StoredFile => {
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return { path, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}
const textOf = async (storage: ClipStorage, name: string, range?: { from: number; to: number }) => {
  const content = await storage.read(name, range)
  return content && Buffer.concat(await content.toArray()).toString()
}

const behaves = async (t: Test, storage: ClipStorage) => {
  t.equal(await textOf(storage, 'a.mp4'), null)
  await storage.remove('a.mp4')
  await storage.put('a.mp4', fileOf('0123456789'))
  await storage.put('a.mp4', fileOf('0123456789'))
  await storage.put('incoming/ab/0', fileOf('part'))
  t.equal(await textOf(storage, 'a.mp4'), '0123456789')
  t.equal(await textOf(storage, 'a.mp4', { from: 2, to: 4 }), '234')
  t.equal(await textOf(storage, 'incoming/ab/0'), 'part')
  await storage.remove('a.mp4')
  await storage.remove('a.mp4')
  t.equal(await textOf(storage, 'a.mp4'), null)
}

t.test('a folder keeps files', async t => {
  await behaves(t, makeClipStorage({ folder: join(folder, 'clips') }))
})

t.test('a bucket keeps files, by signed requests', async t => {
  const { settings, objects } = await startS3(t)
  await behaves(t, makeClipStorage({ s3: settings }))
  t.strictSame([...objects.keys()], ['incoming/ab/0'])
  const late = new Error('too late')
  await t.rejects(makeClipStorage({ s3: settings }).put('b.mp4', fileOf('x'), AbortSignal.abort(late)), late)
  t.strictSame([...objects.keys()], ['incoming/ab/0'], 'a signal ends a transfer')
})

t.test('a wrong secret fails with what the store says, and without the secret', async t => {
  const { settings } = await startS3(t)
  const storage = makeClipStorage({ s3: { ...settings, secret: 'another-secret' } })
  const acts: (() => Promise<unknown>)[] = [
    () => storage.put('a.mp4', fileOf('x')),
    () => storage.read('a.mp4'),
    () => storage.remove('a.mp4'),
  ]
  for (const act of acts)
    await t.rejects(act(), { message: /^the clip store answered \w+ with 403 SignatureDoesNotMatch$/ })
})
