import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Reviewed } from './review-clip.ts'
import { captionsOf } from './rules/captions.ts'
import type { ClipFile } from './rules/clip.ts'
import { deleteClips, findClip, lockClip, saveCaptionsFile, updateClip } from './store/clips.ts'
import { writePart } from './write-part.ts'

/** Deletes a clip that is not published. */
export const deleteClip = (
  { db, clock, jobs }: Needs<'clock' | 'db' | 'jobs'>,
  clipId: number,
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'record')
  return inTransaction(db, async tx => {
    const clip = await lockClip(tx, clipId)
    if (!clip) return refuse('clip_not_found')
    if (clip.state === 'published') return refuse('clip_published')
    const names = await deleteClips(tx, [clipId])
    await jobs.send(tx, 'remove-clip-files', { names })
    const { sign, kind, variant, state } = clip
    const before = { sign, kind, variant, state }
    await recordAudit(tx, {
      by,
      action: 'delete-clip',
      subject: { kind: 'clip', id: clipId },
      before,
      now: clock.now(),
    })
    return { ok: true }
  })
}

/** Sets the captions of a clip: a WebVTT file, or a sentence that is shown for the whole clip. Empty removes them. */
export const setCaptions = async (
  { db, clock, jobs, clipStorage, clipsFolder }: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs'>,
  clipId: number,
  typed: string,
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'record')
  const clip = await findClip(db, clipId)
  if (!clip || clip.duration === null) return refuse('clip_not_found')
  const captions = captionsOf(typed, clip.duration)
  if (captions === null) return refuse('captions_unreadable')
  const file = captions === '' ? null : captionsFile(captions)
  if (file) {
    const part = await writePart(clipsFolder, Readable.from([Buffer.from(captions)]), file.bytes)
    await clipStorage.put(file.name, part).finally(part.remove)
  }
  return inTransaction(db, async tx => {
    const current = await lockClip(tx, clipId)
    if (!current) return refuse('clip_not_found')
    const now = clock.now()
    await saveCaptionsFile(tx, clipId, file)
    await updateClip(tx, clipId, { captions }, now)
    const names = clip.files.filter(f => f.role === 'captions').map(f => f.name)
    if (names.length > 0) await jobs.send(tx, 'remove-clip-files', { names })
    const change = { by, action: 'change-captions', subject: { kind: 'clip', id: clipId }, now } as const
    await recordAudit(tx, { ...change, before: { captions: current.captions }, after: { captions } })
    return { ok: true }
  })
}

const captionsFile = (captions: string): ClipFile => ({
  role: 'captions',
  place: 0,
  name: `${createHash('sha256').update(captions).digest('hex')}.vtt`,
  bytes: Buffer.byteLength(captions),
  width: null,
  height: null,
})
