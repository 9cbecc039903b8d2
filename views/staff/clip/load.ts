import { clipStatus } from '#src/clips/contract.ts'
import { CAPTIONS_MAX } from '#src/clips/rules/captions.ts'
import { type Clip, type ClipComment, COMMENT_MAX, clipTitle } from '#src/clips/rules/clip.ts'
import { detailsRefusals, readDetails } from '#src/clips/rules/details.ts'
import { reviewRefusals } from '#src/clips/rules/review.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import type { FeedbackText } from '../../answer.ts'
import { type ClipNote, hrefs, paths } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { type StaffContext, urlParam } from '../staff-screen.ts'
import type { SignerChoice } from './clip-fields.tsx'
import { choicesOf } from './signer-choices.ts'

export interface ClipPage {
  clip: Clip | null
  title: string
  comments: ClipComment[]
  versions: Clip[]
  signers: SignerChoice[]
  ownId: number | null
  glosses: string[]
  today: string
  ffmpeg: boolean
  history: AuditEntry[]
  rights: { record: boolean; review: boolean; see: boolean }
  feedback: FeedbackText | null
  problem: { field?: string; message: string } | null
  /** A refused comment. */
  typed: { at: string; text: string; captions?: string }
}

type Shown = Partial<Pick<ClipPage, 'feedback' | 'problem' | 'typed'>> & { status?: number }

const NOTES: Record<ClipNote, string> = {
  saved: 'Saved.',
  approved: 'The clip is approved. It is not published yet.',
  sent_back: 'The clip was sent back to the signer.',
  published: 'The clip is published.',
  taken_down: 'The clip is no longer shown. It stays approved.',
  commented: 'Your comment is saved.',
}

const idOf = (context: StaffContext): number => rowId(urlParam(context, 'id')) ?? 0

export const showClip = async (context: StaffContext, shown: Shown = {}): Promise<Result<ClipPage>> => {
  const { modules, staff, now, site, query } = context
  const found = await modules.clips.viewClip(idOf(context), staff)
  const consent = await modules.clips.viewConsent(staff)
  const asks = found !== null && ['recorded', 'failed'].includes(found.clip.state)
  const note = query.note && isKeyOf(NOTES, query.note) ? NOTES[query.note] : null
  const title = found ? clipTitle(found.clip) : 'Clip not found'
  const subject = { kind: 'clip', id: idOf(context) } as const
  return page<ClipPage>(
    {
      clip: found?.clip ?? null,
      title,
      comments: found?.comments ?? [],
      versions: found?.versions ?? [],
      signers: choicesOf(consent, staff),
      ownId: consent.own?.id ?? null,
      glosses: asks && found.clip.sign === null ? await modules.clips.listGlosses(staff) : [],
      today: dayOf(now, site.timezone),
      ffmpeg: await modules.clips.isFfmpegReady(),
      history: found && may(staff, 'see') ? await modules.staff.listAudit({ subject, most: 50 }, staff) : [],
      rights: { record: may(staff, 'record'), review: may(staff, 'review'), see: may(staff, 'see') },
      feedback: shown.feedback ?? (note === null ? null : { tone: 'good', text: note }),
      problem: shown.problem ?? null,
      typed: shown.typed ?? { at: '', text: '' },
    },
    { title, status: found ? (shown.status ?? 200) : 404 },
  )
}

type Outcome = { ok: true } | { ok: false; reason: keyof typeof reviewRefusals }

const done = async (
  context: StaffContext,
  outcome: Outcome,
  note: ClipNote,
  typed?: ClipPage['typed'],
): Promise<Result<ClipPage>> => {
  if (outcome.ok) return redirect(hrefs.clip(idOf(context), note))
  const { message } = reviewRefusals[outcome.reason]
  const status = clipStatus[outcome.reason]
  const shown = typed ? { problem: reviewRefusals[outcome.reason], typed } : {}
  return showClip(context, { ...shown, feedback: { tone: 'problem', text: message }, status })
}

export const describe = async (context: StaffContext, { fields }: Form): Promise<Result<ClipPage>> => {
  const result = await context.modules.clips.describeClip(idOf(context), readDetails(fields), context.staff)
  if (result.ok) return redirect(hrefs.clip(idOf(context), 'saved'))
  const problem = detailsRefusals[result.reason]
  const feedback = { tone: 'problem', text: problem.message } as const
  return showClip(context, { problem, feedback, status: clipStatus[result.reason] })
}

const step =
  (name: 'approveClip' | 'approveAndPublish' | 'publishClip' | 'takeDownClip', note: ClipNote) =>
  async (context: StaffContext): Promise<Result<ClipPage>> =>
    done(context, await context.modules.clips[name](idOf(context), context.staff), note)

export const approve = step('approveClip', 'approved')
export const approveAndPublish = step('approveAndPublish', 'published')
export const publish = step('publishClip', 'published')
export const takeDown = step('takeDownClip', 'taken_down')

const commentOf = ({ fields }: Form) => {
  const typed = { at: fields.at ?? '', text: (fields.text ?? '').slice(0, COMMENT_MAX) }
  return { typed, comment: { at: /^\d{1,4}(\.\d+)?$/.test(typed.at) ? Number(typed.at) : null, text: typed.text } }
}

export const sendBack = async (context: StaffContext, form: Form): Promise<Result<ClipPage>> => {
  const { typed, comment } = commentOf(form)
  return done(context, await context.modules.clips.sendBack(idOf(context), comment, context.staff), 'sent_back', typed)
}

export const addComment = async (context: StaffContext, form: Form): Promise<Result<ClipPage>> => {
  const { typed, comment } = commentOf(form)
  const added = await context.modules.clips.commentOnClip(idOf(context), comment, context.staff)
  return done(context, added, 'commented', typed)
}

export const saveCaptions = async (context: StaffContext, { fields }: Form): Promise<Result<ClipPage>> => {
  const captions = (fields.captions ?? '').slice(0, CAPTIONS_MAX)
  const saved = await context.modules.clips.setCaptions(idOf(context), captions, context.staff)
  return done(context, saved, 'saved', { at: '', text: '', captions })
}

export const remove = async (context: StaffContext): Promise<Result<ClipPage>> => {
  const found = await context.modules.clips.viewClip(idOf(context), context.staff)
  const deleted = await context.modules.clips.deleteClip(idOf(context), context.staff)
  if (!deleted.ok) return done(context, deleted, 'saved')
  return redirect(found?.clip.sign ? hrefs.clipSign(found.clip.sign) : paths.clips)
}
