import { clipStatus } from '#src/clips/contract.ts'
import { describeClip } from '#src/clips/describe-clip.ts'
import { isFfmpegReady } from '#src/clips/ffmpeg/is-ready.ts'
import { deleteClip, setCaptions } from '#src/clips/manage-clips.ts'
import {
  approveAndPublishClip,
  approveClip,
  commentOnClip,
  publishClip,
  sendBack,
  takeDownClip,
} from '#src/clips/review-clip.ts'
import { CAPTIONS_MAX } from '#src/clips/rules/captions.ts'
import { type Clip, type ClipComment, COMMENT_MAX, clipTitle } from '#src/clips/rules/clip.ts'
import { detailsRefusals, readDetails } from '#src/clips/rules/details.ts'
import { reviewRefusals } from '#src/clips/rules/review.ts'
import { listGlosses, viewClip, viewConsent } from '#src/clips/view-studio.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import { listAudit } from '#src/staff/list-audit.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
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
}

const NOTES = {
  saved: 'Saved.',
  approved: 'The clip is approved. It is not published yet.',
  sent_back: 'The clip was sent back to the signer.',
  published: 'The clip is published.',
  taken_down: 'The clip is no longer shown. It stays approved.',
  commented: 'Your comment is saved.',
} as const

const idOf = (context: StaffContext): number => rowId(urlParam(context, 'id')) ?? 0

export const loadClip = async (context: StaffContext) => {
  const { app, staff, now, site } = context
  const found = await viewClip(app, idOf(context), staff)
  const consent = await viewConsent(app, staff)
  const asks = found !== null && ['recorded', 'failed'].includes(found.clip.state)
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
      glosses: asks && found.clip.sign === null ? await listGlosses(app, staff) : [],
      today: dayOf(now, site.timezone),
      ffmpeg: await isFfmpegReady(app),
      history: found && may(staff, 'see') ? await listAudit(app, { subject, most: 50 }, staff) : [],
      rights: { record: may(staff, 'record'), review: may(staff, 'review'), see: may(staff, 'see') },
    },
    { title, status: found ? 200 : 404 },
  )
}

type Outcome = { ok: true } | { ok: false; reason: keyof typeof reviewRefusals }

const answer = (context: StaffContext, outcome: Outcome, note: keyof typeof NOTES) =>
  outcome.ok
    ? done(hrefs.clip(idOf(context)), NOTES[note])
    : refused(outcome.reason, reviewRefusals[outcome.reason], clipStatus[outcome.reason])

export const describe = async (context: StaffContext, { fields }: Form) => {
  const result = await describeClip(context.app, idOf(context), readDetails(fields), context.staff)
  return result.ok
    ? done(hrefs.clip(idOf(context)), NOTES.saved)
    : refused(result.reason, detailsRefusals[result.reason], clipStatus[result.reason])
}

const step = (act: typeof publishClip, note: keyof typeof NOTES) => async (context: StaffContext) =>
  answer(context, await act(context.app, idOf(context), context.staff), note)

export const approve = step(approveClip, 'approved')
export const approveAndPublish = step(approveAndPublishClip, 'published')
export const publish = step(publishClip, 'published')
export const takeDown = step(takeDownClip, 'taken_down')

const commentIn = ({ fields: { at = '', text = '' } }: Form) => ({
  at: /^\d{1,4}(\.\d+)?$/.test(at) ? Number(at) : null,
  text: text.slice(0, COMMENT_MAX),
})

export const postSendBack = async (context: StaffContext, form: Form) =>
  answer(context, await sendBack(context.app, idOf(context), commentIn(form), context.staff), 'sent_back')

export const addComment = async (context: StaffContext, form: Form) =>
  answer(context, await commentOnClip(context.app, idOf(context), commentIn(form), context.staff), 'commented')

export const saveCaptions = async (context: StaffContext, { fields }: Form) => {
  const captions = (fields.captions ?? '').slice(0, CAPTIONS_MAX)
  return answer(context, await setCaptions(context.app, idOf(context), captions, context.staff), 'saved')
}

export const remove = async (context: StaffContext) => {
  const found = await viewClip(context.app, idOf(context), context.staff)
  const deleted = await deleteClip(context.app, idOf(context), context.staff)
  if (!deleted.ok) return refused(deleted.reason, reviewRefusals[deleted.reason], clipStatus[deleted.reason])
  return done(found?.clip.sign ? hrefs.clipSign(found.clip.sign) : paths.clips, null)
}
