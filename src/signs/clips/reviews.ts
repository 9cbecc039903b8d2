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

const STEPS: Record<'sendBack' | 'publish' | 'takeDown', Step> = {
  sendBack: { from: ['waiting', 'approved'], to: 'sent_back', action: 'send-back-clip' },
  publish: { from: ['waiting', 'approved', 'replaced'], to: 'published', action: 'publish-clip' },
  takeDown: { from: ['published'], to: 'approved', action: 'take-down-clip' },
}

/** Locks a clip and acts on it, in one transaction. */
const withClip = (
  app: Needs<'clock' | 'db'>,
  clipId: number,
  act: (tx: Tx, clip: ClipRow, now: Date) => Promise<Reviewed>,
): Promise<Reviewed> =>
  inTransaction(app.db, async tx => {
    const clip = await lockClip(tx, clipId)
    return clip ? act(tx, clip, app.clock.now()) : refuse('clip_not_found')
  })

/** Shows what a step did to signed help. Other processes notice within a minute. */
const andShow = async (app: Needs<'signedHelp'>, step: Promise<Reviewed>): Promise<Reviewed> => {
  const done = await step
  if (done.ok) await app.signedHelp.refresh()
  return done
}

/**
 * Approves and publishes a clip, or an earlier version again. The version that was published until now is kept. Twice is
 * safe.
 */
export const publishClip = async (app: Needs<'clock' | 'db' | 'signedHelp'>, clipId: number, by: Staff) => {
  demand(by, 'review')
  const publish = async (tx: Tx): Promise<Reviewed> => {
    const locked = await lockVersions(tx, clipId)
    if (!locked) return refuse('clip_not_found')
    const { clip, published } = locked
    if (clip.state === 'published') return { ok: true }
    if (!STEPS.publish.from.includes(clip.state)) return refuse('clip_moved_on')
    if (lacksWords(clip)) return refuse('captions_required')
    const now = app.clock.now()
    for (const { id } of published) await updateClip(tx, id, { state: 'replaced' }, now)
    const reviewed = clip.state === 'waiting' && { reviewedBy: by.id, reviewedAt: now }
    await updateClip(tx, clipId, { ...reviewed, publishedBy: by.id, publishedAt: now }, now)
    const replaces = published.map(({ id }) => id)
    return move(tx, clip, STEPS.publish, { by, now }, replaces)
  }
  return andShow(app, inTransaction(app.db, publish))
}

/** Takes a published clip off the dictionary. It stays approved. */
export const takeDownClip = (app: Needs<'clock' | 'db' | 'signedHelp'>, clipId: number, by: Staff) => {
  demand(by, 'review')
  return andShow(
    app,
    withClip(app, clipId, (tx, clip, now) => move(tx, clip, STEPS.takeDown, { by, now })),
  )
}

interface Remark {
  /** Time in the clip; null for the whole clip. */
  at: number | null
  text: string
}

/** Sends a clip back to be recorded again. The comment says why, at a time in the clip or in general. */
export const sendBack = async (app: Needs<'clock' | 'db'>, clipId: number, { at, text }: Remark, by: Staff) => {
  demand(by, 'review')
  if (text.trim() === '') return refuse('comment_required')
  return withClip(app, clipId, async (tx, clip, now) => {
    const moved = await move(tx, clip, STEPS.sendBack, { by, now })
    if (!moved.ok) return moved
    await updateClip(tx, clipId, { reviewedBy: by.id, reviewedAt: now }, now)
    await saveComment(tx, { clipId, at, text: text.trim(), staffId: by.id, createdAt: now })
    return moved
  })
}

/** Adds a comment without deciding. */
export const commentOnClip = async (app: Needs<'clock' | 'db'>, clipId: number, { at, text }: Remark, by: Staff) => {
  demand(by, 'clips')
  if (text.trim() === '') return refuse('comment_required')
  return withClip(app, clipId, async (tx, _clip, now) => {
    await saveComment(tx, { clipId, at, text: text.trim(), staffId: by.id, createdAt: now })
    await recordAudit(tx, { by, action: 'comment-on-clip', subject: { kind: 'clip', id: clipId }, now })
    return { ok: true }
  })
}

/** Signed help needs captions: they are its transcript, too. */
const lacksWords = ({ sign, captions }: Pick<ClipRow, 'sign' | 'captions'>): boolean =>
  captions === '' && slotOf(sign) !== null

/** Moves a locked clip to another state, with an audit line. Does nothing if it is there already. */
const move = async (
  tx: Tx,
  { id, state }: ClipRow,
  { from, to, action }: Step,
  { by, now }: { by: Staff; now: Date },
  replaces: number[] = [],
): Promise<Reviewed> => {
  if (state === to) return { ok: true }
  if (!from.includes(state)) return refuse('clip_moved_on')
  await updateClip(tx, id, { state: to }, now)
  const after = { state: to, ...(replaces.length > 0 ? { replaces } : {}) }
  await recordAudit(tx, { by, action, subject: { kind: 'clip', id }, before: { state }, after, now })
  return { ok: true }
}

/** Deletes a clip that is not published. */
export const deleteClip = (app: Needs<'clock' | 'db' | 'jobs'>, clipId: number, by: Staff) => {
  demand(by, 'record')
  return withClip(app, clipId, async (tx, { sign, kind, variant, state }, now) => {
    if (state === 'published') return refuse('clip_published')
    await app.jobs.send(tx, 'remove-clip-files', { names: await deleteClips(tx, [clipId]) })
    const before = { sign, kind, variant, state }
    await recordAudit(tx, { by, action: 'delete-clip', subject: { kind: 'clip', id: clipId }, before, now })
    return { ok: true }
  })
}

/** Sets the captions of a clip: a WebVTT file, or a sentence that is shown for the whole clip. Empty removes them. */
export const setCaptions = async (
  app: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs'>,
  clipId: number,
  typed: string,
  by: Staff,
): Promise<Reviewed> => {
  demand(by, 'record')
  const clip = await findClip(app.db, clipId)
  if (!clip || clip.duration === null) return refuse('clip_not_found')
  const captions = captionsOf(typed, clip.duration)
  if (captions === null) return refuse('captions_unreadable')
  if (clip.state === 'published' && lacksWords({ ...clip, captions })) return refuse('captions_required')
  const file = captions === '' ? null : captionsFile(captions)
  if (file) {
    const part = await writePart(app.clipsFolder, Readable.from([Buffer.from(captions)]), file.bytes)
    await app.clipStorage.put(file.name, part).finally(part.remove)
  }
  return withClip(app, clipId, async (tx, current, now) => {
    await saveCaptionsFile(tx, clipId, file)
    await updateClip(tx, clipId, { captions }, now)
    const names = clip.files.filter(f => f.role === 'captions').map(f => f.name)
    if (names.length > 0) await app.jobs.send(tx, 'remove-clip-files', { names })
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
