import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { AuditAction } from '#src/core/rules/audit.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { ClipFile, ClipState } from '../rules/clips/clip.ts'
import { captionsOf, type ReviewReason } from '../rules/clips/reviews.ts'
import {
  type ClipRow,
  deleteClips,
  findClip,
  lockClip,
  lockVersions,
  saveCaptionsFile,
  saveComment,
  updateClip,
} from '../store/clips.ts'
import { slotOf } from './help-clips.ts'
import { writePart } from './uploads.ts'

type Reviewed = { ok: true } | Refused<ReviewReason>

interface Step {
  from: ClipState[]
  to: ClipState
  action: AuditAction
}

/** Approves a clip that waits for review. Approving it twice is safe. */
export const approveClip = (app: Needs<'clock' | 'db'>, clipId: number, by: Staff) =>
  inTransaction(app.db, tx => approve(app, tx, clipId, by))

/** Shows what a step did to signed help. Other processes notice within a minute. */
const andShow = async (app: Needs<'signedHelp'>, step: Promise<Reviewed>): Promise<Reviewed> => {
  const done = await step
  if (done.ok) await app.signedHelp.refresh()
  return done
}

/** Approves and publishes in one step. */
export const approveAndPublishClip = (
  app: Needs<'clock' | 'db' | 'signedHelp'>,
  clipId: number,
  by: Staff,
): Promise<Reviewed> =>
  andShow(
    app,
    inTransaction(app.db, async tx => {
      const approved = await approve(app, tx, clipId, by)
      return approved.ok ? publish(app, tx, clipId, by) : approved
    }),
  )

/** Sends a clip back to be recorded again. The comment says why, at a time in the clip or in general. */
export const sendBack = async (
  app: Needs<'clock' | 'db'>,
  clipId: number,
  { at, text }: { at: number | null; text: string },
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'review')
  if (text.trim() === '') return refuse('comment_required')
  return inTransaction(app.db, async tx => {
    const clip = await lockClip(tx, clipId)
    if (!clip) return refuse('clip_not_found')
    const now = app.clock.now()
    const moved = await move(
      tx,
      { clip, by, now },
      { from: ['waiting', 'approved'], to: 'sent_back', action: 'send-back-clip' },
    )
    if (!moved.ok) return moved
    await updateClip(tx, clipId, { reviewedBy: by.id, reviewedAt: now }, now)
    await saveComment(tx, { clipId, at, text: text.trim(), staffId: by.id, now })
    return { ok: true }
  })
}

/** Adds a comment without deciding. */
export const commentOnClip = async (
  app: Needs<'clock' | 'db'>,
  clipId: number,
  { at, text }: { at: number | null; text: string },
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'clips')
  if (text.trim() === '') return refuse('comment_required')
  return inTransaction(app.db, async tx => {
    const clip = await lockClip(tx, clipId)
    if (!clip) return refuse('clip_not_found')
    const now = app.clock.now()
    await saveComment(tx, { clipId, at, text: text.trim(), staffId: by.id, now })
    await recordAudit(tx, { by, action: 'comment-on-clip', subject: { kind: 'clip', id: clipId }, now })
    return { ok: true }
  })
}

/** Publishes an approved clip, or an earlier version again. The version that was published until now is kept. */
export const publishClip = (app: Needs<'clock' | 'db' | 'signedHelp'>, clipId: number, by: Staff) =>
  andShow(
    app,
    inTransaction(app.db, tx => publish(app, tx, clipId, by)),
  )

/** Takes a published clip off the dictionary. It stays approved. */
export const takeDownClip = (
  app: Needs<'clock' | 'db' | 'signedHelp'>,
  clipId: number,
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'review')
  const takenDown = inTransaction(app.db, async tx => {
    const clip = await lockClip(tx, clipId)
    if (!clip) return refuse('clip_not_found')
    const step: Step = { from: ['published'], to: 'approved', action: 'take-down-clip' }
    return move(tx, { clip, by, now: app.clock.now() }, step)
  })
  return andShow(app, takenDown)
}

/** Signed help needs captions: they are its transcript, too. */
const lacksWords = ({ sign, captions }: Pick<ClipRow, 'sign' | 'captions'>): boolean =>
  captions === '' && slotOf(sign) !== null

const approve = async ({ clock }: Needs<'clock'>, tx: Tx, clipId: number, by: Staff): Promise<Reviewed> => {
  demand(by, 'review')
  const clip = await lockClip(tx, clipId)
  if (!clip) return refuse('clip_not_found')
  if (lacksWords(clip)) return refuse('captions_required')
  const now = clock.now()
  const moved = await move(tx, { clip, by, now }, { from: ['waiting'], to: 'approved', action: 'approve-clip' })
  if (moved.ok && clip.state === 'waiting') await updateClip(tx, clipId, { reviewedBy: by.id, reviewedAt: now }, now)
  return moved
}

const publish = async ({ clock }: Needs<'clock'>, tx: Tx, clipId: number, by: Staff): Promise<Reviewed> => {
  demand(by, 'review')
  const locked = await lockVersions(tx, clipId)
  if (!locked) return refuse('clip_not_found')
  const { clip, published } = locked
  const now = clock.now()
  if (clip.state === 'published') return { ok: true }
  if (!['approved', 'replaced'].includes(clip.state)) return refuse('clip_moved_on')
  if (lacksWords(clip)) return refuse('captions_required')
  for (const { id } of published) await updateClip(tx, id, { state: 'replaced' }, now)
  const step: Step = { from: ['approved', 'replaced'], to: 'published', action: 'publish-clip' }
  const moved = await move(tx, { clip, by, now, replaces: published.map(c => c.id) }, step)
  if (moved.ok) await updateClip(tx, clipId, { publishedBy: by.id, publishedAt: now }, now)
  return moved
}

/** Moves a locked clip to another state, with an audit line. Does nothing if it is there already. */
const move = async (
  tx: Tx,
  { clip, by, now, replaces = [] }: { clip: ClipRow; by: Staff; now: Date; replaces?: number[] },
  { from, to, action }: Step,
): Promise<Reviewed> => {
  if (clip.state === to) return { ok: true }
  if (!from.includes(clip.state)) return refuse('clip_moved_on')
  await updateClip(tx, clip.id, { state: to }, now)
  const after = { state: to, ...(replaces.length > 0 ? { replaces } : {}) }
  await recordAudit(tx, {
    by,
    action,
    subject: { kind: 'clip', id: clip.id },
    before: { state: clip.state },
    after,
    now,
  })
  return { ok: true }
}

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
  if (clip.state === 'published' && lacksWords({ ...clip, captions })) return refuse('captions_required')
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
