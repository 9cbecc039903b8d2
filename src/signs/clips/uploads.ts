import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { makeFolder } from '#src/core/folders.ts'
import type { ImportFile } from '#src/core/rules/csv.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { ClipDetails } from '../rules/clips/clip.ts'
import { makeFileMatcher } from '../rules/clips/details.ts'
import {
  CHUNK_BYTES,
  chunkBytes,
  chunkCount,
  FILE_NAME_MAX,
  MAX_FILE_BYTES,
  MAX_FORM_BYTES,
  partName,
  SNIFF_BYTES,
  sniffContainer,
  type UploadReason,
} from '../rules/clips/files.ts'
import { findClipOfFile, insertClip, listSignNames } from '../store/clips.ts'
import { countChunk, deleteUpload, findUpload, lockUpload, saveUpload, type Upload } from '../store/clips-uploads.ts'
import { resolveDetails } from './details.ts'

/** A file that was written in the work folder. `remove` deletes it. */
interface WrittenPart {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, for `sniffContainer`. */
  first: Uint8Array
  remove(): Promise<void>
}

/** Writes a stream to the disk without keeping it in memory. Reads at most one byte more than expected. */
export const writePart = async (folder: string, body: Readable, expected: number): Promise<WrittenPart> => {
  await makeFolder(folder)
  const path = join(folder, `part-${randomUUID()}`)
  const hash = createHash('sha256')
  let bytes = 0
  let first = Buffer.alloc(0)
  async function* measured() {
    for await (const piece of body) {
      bytes += piece.length
      if (first.length < SNIFF_BYTES) first = Buffer.concat([first, piece]).subarray(0, SNIFF_BYTES)
      hash.update(piece)
      if (bytes > expected) return
      yield piece
    }
  }
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(measured(), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await remove()
    throw error
  }
  return { path, bytes, sha256: hash.digest('hex'), first, remove }
}

export interface UploadState {
  ok: true
  /** Parts that have arrived. */
  chunks: number
  /** The clip, once all parts have arrived. */
  clipId: number | null
}

/** Starts an upload, or returns how much of it has arrived. A file that is already a clip is not uploaded again. */
export const beginUpload = async (
  app: Needs<'clock' | 'db'>,
  given: Pick<Upload, 'hash' | 'fileName' | 'bytes' | 'details'>,
  by: Staff,
): Promise<UploadState | Refused<UploadReason>> => {
  demand(by, 'record')
  const { hash, bytes, details } = given
  const fileName = given.fileName.trim().slice(-FILE_NAME_MAX) || 'clip'
  if (bytes > MAX_FILE_BYTES) return refuse('file_too_large')
  if (bytes < 1) return refuse('no_file')
  const clipId = await findClipOfFile(app.db, hash)
  if (clipId !== null) return { ok: true, chunks: chunkCount(bytes), clipId }
  const now = app.clock.now()
  const upload = await saveUpload(app.db, { hash, fileName, bytes, details, staffId: by.id, now })
  return { ok: true, chunks: upload.chunks, clipId: null }
}

/** Receives one part of a file. A part that arrived before changes nothing. The last part makes the clip. */
export const receiveChunk = async (
  app: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs' | 'timezone'>,
  { hash, chunk, body }: { hash: string; chunk: number; body: Readable },
  by: Staff,
): Promise<UploadState | Refused<UploadReason>> => {
  demand(by, 'record')
  const upload = await findUpload(app.db, hash)
  if (!upload || upload.chunks !== chunk) return withoutPart(app.db, { hash, chunk, upload })
  const expected = chunkBytes(upload.bytes, chunk)
  const part = await writePart(app.clipsFolder, body, expected)
  try {
    if (part.bytes !== expected) return refuse('chunk_incomplete')
    if (chunk === 0 && !sniffContainer(part.first)) {
      await deleteUpload(app.db, hash)
      return refuse('not_a_video')
    }
    await app.clipStorage.put(partName(hash, chunk), part)
  } finally {
    await part.remove()
  }
  return inTransaction(app.db, tx => takeChunk(app, tx, { hash, chunk, by }))
}

/** Receives a whole file in one request, for forms without a script. */
export const receiveForm = async (
  app: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs' | 'timezone'>,
  { file, details }: { file: (ImportFile & { name: string }) | undefined; details: ClipDetails },
  by: Staff,
): Promise<UploadState | Refused<UploadReason>> => {
  demand(by, 'record')
  if (!file) return refuse('no_file')
  const whole = await writePart(app.clipsFolder, Readable.from(file.bytes), MAX_FORM_BYTES)
  try {
    if (whole.bytes > MAX_FORM_BYTES || file.cut()) return refuse('form_file_too_large')
    const { bytes, sha256: hash, path } = whole
    const begun = await beginUpload(app, { hash, fileName: file.name, bytes, details }, by)
    if (!begun.ok || begun.clipId !== null) return begun
    let state: UploadState | Refused<UploadReason> = begun
    for (let chunk = begun.chunks; state.ok && chunk < chunkCount(bytes); chunk++) {
      const start = chunk * CHUNK_BYTES
      const body = createReadStream(path, { start, end: start + chunkBytes(bytes, chunk) - 1 })
      state = await receiveChunk(app, { hash, chunk, body }, by)
    }
    return state
  } finally {
    await whole.remove()
  }
}

/** Answers a part that is not the next one. */
const withoutPart = async (
  db: Queryable,
  { hash, chunk, upload }: { hash: string; chunk: number; upload: Upload | null },
): Promise<UploadState | Refused<UploadReason>> => {
  const clipId = upload ? null : await findClipOfFile(db, hash)
  if (!upload && clipId === null) return refuse('upload_not_found')
  if (upload && chunk > upload.chunks) return refuse('chunk_out_of_order')
  return { ok: true, chunks: upload?.chunks ?? chunk + 1, clipId }
}

const takeChunk = async (
  app: Needs<'clock' | 'jobs' | 'timezone'>,
  tx: Tx,
  { hash, chunk, by }: { hash: string; chunk: number; by: Staff },
): Promise<UploadState | Refused<UploadReason>> => {
  const upload = await lockUpload(tx, hash)
  // The same part came twice at once, and the other request has finished the file.
  if (!upload) return withoutPart(tx, { hash, chunk, upload })
  const now = app.clock.now()
  await countChunk(tx, hash, chunk, now)
  const chunks = Math.max(upload.chunks, chunk + 1)
  if (chunks < chunkCount(upload.bytes)) return { ok: true, chunks, clipId: null }
  await deleteUpload(tx, hash)
  return { ok: true, chunks, clipId: await makeClip(app, tx, { upload, by, now }) }
}

/** Makes the clip of a file. It is prepared at once if all is known about it, else it asks for what is missing. */
const makeClip = async (
  app: Needs<'jobs' | 'timezone'>,
  tx: Tx,
  { upload, by, now }: { upload: Upload; by: Staff; now: Date },
): Promise<number> => {
  const { hash, fileName, bytes } = upload
  const details = await matchSign(tx, upload)
  const resolved = await resolveDetails(tx, details, { now, timezone: app.timezone })
  const file = { fileName, sourceHash: hash, sourceBytes: bytes, sourceChunks: chunkCount(bytes), uploadedBy: by.id }
  const known = resolved.ok ? { ...resolved.columns, state: 'processing' as const } : { ...details, signerId: null }
  const clipId = await insertClip(tx, { ...file, ...known }, now)
  if (resolved.ok) await app.jobs.send(tx, 'process-clip', { clipId })
  const after = { sign: details.sign, variant: details.variant }
  await recordAudit(tx, { by, action: 'upload-clip', subject: { kind: 'clip', id: clipId }, after, now })
  return clipId
}

/** A file whose sign was not chosen is matched by its name. */
const matchSign = async (tx: Tx, { fileName, details }: Upload): Promise<ClipDetails> => {
  if (details.sign !== null) return details
  const matched = makeFileMatcher(await listSignNames(tx))(fileName)
  return matched ? { ...details, sign: matched.slug, variant: details.variant || matched.variant } : details
}
