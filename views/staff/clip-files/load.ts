import { clipStatus } from '#src/clips/contract.ts'
import type { ConsentFacts } from '#src/clips/index.ts'
import type { Clip } from '#src/clips/rules/clip.ts'
import { type DetailsReason, detailsRefusals, readDetails } from '#src/clips/rules/details.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowIds } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { agreeToConsent } from '../clip/agree.ts'
import type { SignerChoice } from '../clip/clip-fields.tsx'
import { choicesOf } from '../clip/signer-choices.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface FilesPage {
  /** Clips that need details. */
  asked: Clip[]
  /** Clips that are being prepared, or could not be read. */
  others: Clip[]
  uploads: number
  signers: SignerChoice[]
  consent: ConsentFacts
  glosses: string[]
  today: string
  ffmpeg: boolean
  records: boolean
  feedback: FeedbackText | null
  /** Typed details of clips that still lack something, with the reason. */
  lacking: { id: number; sign: string; message: string }[]
}

type Shown = Partial<Pick<FilesPage, 'feedback' | 'lacking'>> & { status?: number }

export const showFiles = async (context: StaffContext, shown: Shown = {}): Promise<Result<FilesPage>> => {
  const { modules, staff, now, site, query } = context
  const { clips, uploads } = await modules.clips.listUnfinishedClips(staff)
  const asked = clips.filter(clip => clip.state === 'recorded')
  const consent = await modules.clips.viewConsent(staff)
  const saved: FeedbackText | null = query.note === 'saved' ? { tone: 'good', text: 'Saved.' } : null
  return page<FilesPage>(
    {
      asked,
      others: clips.filter(clip => clip.state !== 'recorded'),
      uploads,
      signers: choicesOf(consent, staff),
      consent,
      glosses: asked.length > 0 ? await modules.clips.listGlosses(staff) : [],
      today: dayOf(now, site.timezone),
      ffmpeg: await modules.clips.isFfmpegReady(),
      records: may(staff, 'record'),
      feedback: shown.feedback ?? saved,
      lacking: shown.lacking ?? [],
    },
    { title: 'Files', status: shown.status ?? 200 },
  )
}

/** Saves the signs of the listed files, all with one signer and day. Rows without a sign are left as they are. */
export const saveSigns = async (context: StaffContext, { fields, all }: Form): Promise<Result<FilesPage>> => {
  const given = rowIds(all.clip_id)
    .map(clipId => ({ clipId, typed: fields[`sign_${clipId}`]?.trim() ?? '' }))
    .filter(({ typed }) => typed !== '')
    .map(({ clipId, typed }) => ({
      clipId,
      details: readDetails({ ...fields, sign: typed, variant: fields[`variant_${clipId}`] }),
    }))
  const lacking = await context.modules.clips.describeClips(given, context.staff)
  if (lacking.size === 0) return redirect(hrefs.clipFiles('saved'))
  const [first] = lacking.values()
  const reason: DetailsReason = first ?? 'clip_not_found'
  return showFiles(context, {
    lacking: [...lacking].map(([id, why]) => ({
      id,
      sign: fields[`sign_${id}`] ?? '',
      message: detailsRefusals[why].message,
    })),
    feedback: {
      tone: 'problem',
      text: `Saved: ${given.length - lacking.size}. Still asked: ${lacking.size}. ${detailsRefusals[reason].message}`,
    },
    status: clipStatus[reason],
  })
}

export const agree = async (context: StaffContext, form: Form): Promise<Result<FilesPage>> =>
  showFiles(context, await agreeToConsent(context, form))
