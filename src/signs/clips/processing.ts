import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { startLimit } from '#src/core/clock.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { makeFolder } from '#src/core/folders.ts'
import { QUEUES } from '#src/core/jobs/kinds.ts'
import { hasJobWaited } from '#src/core/jobs/queue.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { type ClipFile, type ClipProblem, lengthProblem } from '../rules/clips/clip.ts'
import {
  MAX_PIXELS,
  partName,
  partNames,
  rateToKeep,
  rateValue,
  SNIFF_BYTES,
  sniffContainer,
} from '../rules/clips/files.ts'
import {
  type ClipRow,
  deleteClips,
  findUnmadeClip,
  listUnusedNames,
  lockClip,
  saveFiles,
  saveProgress,
  updateClip,
} from '../store/clips.ts'
import { deleteUpload, listAbandonedClips, listStaleUploads } from '../store/clips-uploads.ts'
import { copyPicture, makeFiles, probeVideo } from './ffmpeg/files.ts'
import { isFfmpegReady, ProgramFailed } from './ffmpeg/programs.ts'

/** Time in which a process with ffmpeg would have begun. */
const WAITED_SECONDS = 120

/** Returns whether clips are made: here, or by another process, so that none has waited long. */
export const areClipsMade = async (app: Needs<'clipsFolder' | 'clock' | 'db' | 'ffmpeg'>): Promise<boolean> =>
  (await isFfmpegReady(app)) || !(await hasJobWaited(app.db, 'process-clip', WAITED_SECONDS))

/** A fault of the file itself. A retry does not help. */
class BadFile extends Error {
  readonly problem: ClipProblem
  constructor(problem: ClipProblem, cause?: Error) {
    super(problem, { cause })
    this.problem = problem
  }
}

const JOB_SECONDS = QUEUES['process-clip'].seconds
/** Less than the job may take: it is started again after that, and two processes would make the same clip. */
const WORK_MS = (JOB_SECONDS - 60) * 1000

/** Makes the files of a clip, unless it is made. Throws if that takes too long; the clip can be made again. */
export const processClip = async (
  app: Needs<'clipStorage' | 'clipWork' | 'clipsFolder' | 'clock' | 'db' | 'ffmpeg' | 'jobs' | 'log'>,
  clipId: number,
  limitMs = WORK_MS,
): Promise<void> => {
  const clip = await findUnmadeClip(app.db, clipId)
  if (!clip) return
  const { signal, end } = startLimit(limitMs, app.clipWork.signal)
  const folder = join(app.clipsFolder, randomUUID())
  let shown = 0
  const onProgress = (percent: number) => {
    if (percent < shown + 5) return
    shown = percent
    void saveProgress(app.db, clipId, percent).catch(() => {})
  }
  try {
    await makeFolder(folder)
    const { files, ...made } = await makeClip(app, clip, { folder, signal, onProgress })
    if (!(await announceFiles(app, clipId, files))) return
    for (const { name, path, bytes, sha256 } of files) {
      signal.throwIfAborted()
      await app.clipStorage.put(name, { path, bytes, sha256 }, signal)
    }
    // The uploaded file is deleted, with its sound.
    await settle(app, clipId, { ...made, state: 'waiting', sourceChunks: 0 }, async tx => {
      await saveFiles(tx, clipId, files)
      await app.jobs.send(tx, 'remove-clip-files', { names: partNames(clip) })
    })
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    app.log.info({ err: error, clipId }, 'a file could not be made into a clip')
    await settle(app, clipId, { state: 'failed', problem: error.problem }, async tx =>
      app.jobs.send(tx, 'remove-clip-files', { names: await saveFiles(tx, clipId, []) }),
    )
  } finally {
    end()
    await rm(folder, { recursive: true, force: true })
  }
}

const makeClip = async (
  app: Needs<'clipStorage' | 'ffmpeg'>,
  clip: ClipRow,
  { folder, signal, onProgress }: { folder: string; signal: AbortSignal; onProgress(percent: number): void },
) => {
  const container = await fetchSource(app, clip, { path: join(folder, 'source'), signal })
  const tools = { ...app.ffmpeg, folder, signal }
  const file = 'picture'
  await copyPicture(tools, { from: 'source', to: file, container }).catch(badFile)
  const probed = await probeVideo(tools, { file, container }).catch(badFile)
  if (!probed) throw new BadFile('unreadable')
  if (Math.max(probed.width, probed.height) > MAX_PIXELS) throw new BadFile('too_large')
  const from = Math.min(clip.trimFrom ?? 0, probed.duration)
  const to = Math.min(clip.trimTo ?? probed.duration, probed.duration)
  const problem = lengthProblem(to - from)
  if (problem) throw new BadFile(problem)
  const rate = rateToKeep(probed.fps)
  const making = { file, container, size: probed, rate, from, to, posterAt: clip.posterAt }
  const files = await makeFiles(tools, making, onProgress).catch(badFile)
  return { files, duration: to - from, fps: rateValue(rate) }
}

/** An error of ffmpeg is a fault of the file, unless we ended it ourselves. */
const badFile = (error: unknown): never => {
  if (error instanceof ProgramFailed) throw new BadFile('unreadable', error)
  throw error
}

/** Joins the parts of the uploaded file, and checks that it is the file that was announced. */
const fetchSource = async (
  { clipStorage }: Needs<'clipStorage'>,
  clip: ClipRow,
  { path, signal }: { path: string; signal: AbortSignal },
) => {
  const hash = createHash('sha256')
  async function* parts() {
    for (let chunk = 0; chunk < clip.sourceChunks; chunk++) {
      const part = await clipStorage.read(partName(clip.sourceHash, chunk))
      if (!part) throw new BadFile('damaged')
      for await (const piece of part) {
        hash.update(piece)
        yield piece
      }
    }
  }
  await pipeline(parts(), createWriteStream(path, { mode: 0o600 }), { signal })
  if (hash.digest('hex') !== clip.sourceHash) throw new BadFile('damaged')
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  await file.close()
  const container = sniffContainer(buffer)
  if (!container) throw new BadFile('unreadable')
  return container
}

/**
 * Saves the names of files before they are stored, so that they are deleted with the clip, and no job deletes those of a
 * retry. A job deletes those that no clip has after this attempt has ended. Returns false if another process ended the
 * work, or if the clip was deleted.
 */
const announceFiles = ({ db, jobs }: Needs<'db' | 'jobs'>, id: number, files: ClipFile[]): Promise<boolean> =>
  inTransaction(db, async tx => {
    if ((await lockClip(tx, id))?.state !== 'processing') return false
    const names = [...(await saveFiles(tx, id, files)), ...files.map(({ name }) => name)]
    await jobs.send(tx, 'remove-clip-files', { names }, { startAfter: JOB_SECONDS })
    return true
  })

/** Ends the work on a clip. Does nothing if another process did, or if the clip was deleted meanwhile. */
const settle = async (
  { db, clock }: Needs<'clock' | 'db'>,
  id: number,
  ended: Partial<ClipRow> & Pick<ClipRow, 'state'>,
  act: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const now = clock.now()
  await inTransaction(db, async tx => {
    if ((await lockClip(tx, id))?.state !== 'processing') return
    await updateClip(tx, id, { ...ended, progress: null }, now)
    await act(tx)
    const after = { state: ended.state, ...(ended.problem ? { problem: ended.problem } : {}) }
    await saveAudit(tx, { actor: 'system', action: 'prepare-clip', subjectKind: 'clip', subjectId: id, after }, now)
  })
}

/** Deletes files of deleted clips from the storage. Keeps files that another clip uses. */
export const removeClipFiles = async ({ db, clipStorage }: Needs<'clipStorage' | 'db'>, names: string[]) => {
  for (const name of await listUnusedNames(db, names)) await clipStorage.remove(name)
}

/** An upload without a new part for so long is given up. */
const UPLOAD_DAYS = 7

/** Deletes uploads that were given up, and clips that led to nothing and did not change for `days`. */
export const deleteOldClips = async ({ db, clock, jobs }: Needs<'clock' | 'db' | 'jobs'>, days: number) => {
  const before = (ago: number) => new Date(clock.now().getTime() - ago * DAY_MS)
  for (const { hash, chunks } of await listStaleUploads(db, before(UPLOAD_DAYS)))
    await inTransaction(db, async tx => {
      await deleteUpload(tx, hash)
      const names = partNames({ sourceHash: hash, sourceChunks: chunks + 1 })
      await jobs.send(tx, 'remove-clip-files', { names })
    })
  for (;;) {
    const old = await listAbandonedClips(db, before(days))
    if (old.length === 0) return
    await inTransaction(db, async tx => {
      const ids = old.map(clip => clip.id)
      const names = await deleteClips(tx, ids)
      await jobs.send(tx, 'remove-clip-files', { names })
    })
  }
}
