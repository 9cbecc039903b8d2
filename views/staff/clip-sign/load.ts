import { clipStatus } from '#src/clips/contract.ts'
import type { ConsentFacts, StudioSign } from '#src/clips/index.ts'
import { readDetails } from '#src/clips/rules/details.ts'
import { uploadRefusals } from '#src/clips/rules/upload.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { may } from '#src/core/rules/staff.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { agreeToConsent } from '../clip/agree.ts'
import type { SignerChoice } from '../clip/clip-fields.tsx'
import { choicesOf } from '../clip/signer-choices.ts'
import { type StaffContext, urlParam } from '../staff-screen.ts'

export interface SignPage {
  sign: StudioSign | null
  consent: ConsentFacts
  signers: SignerChoice[]
  today: string
  ffmpeg: boolean
  records: boolean
  feedback: FeedbackText | null
  problem: string | null
}

interface Shown {
  feedback?: FeedbackText
  problem?: string
  status?: number
}

export const showSign = async (context: StaffContext, shown: Shown = {}): Promise<Result<SignPage>> => {
  const { modules, staff, now, site } = context
  const sign = await modules.clips.viewStudioSign(urlParam(context, 'slug'), staff)
  const consent = await modules.clips.viewConsent(staff)
  return page<SignPage>(
    {
      sign,
      consent,
      signers: choicesOf(consent, staff),
      today: dayOf(now, site.timezone),
      ffmpeg: await modules.clips.isFfmpegReady(),
      records: may(staff, 'record'),
      feedback: shown.feedback ?? null,
      problem: shown.problem ?? null,
    },
    { title: sign ? `Clips of ${sign.gloss}` : 'Sign not found', status: sign ? (shown.status ?? 200) : 404 },
  )
}

/** Takes a whole file from the form without a script, then asks for its details on the page of the clip. */
export const uploadFile = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const { modules, staff } = context
  const details = readDetails({ sign: urlParam(context, 'slug') })
  const taken = await modules.clips.receiveForm({ file: form.file, details }, staff)
  if (taken.ok && taken.clipId !== null) return redirect(hrefs.clip(taken.clipId))
  const reason = taken.ok ? 'chunk_incomplete' : taken.reason
  return showSign(context, { problem: uploadRefusals[reason].message, status: clipStatus[reason] })
}

export const agree = async (context: StaffContext, form: Form): Promise<Result<SignPage>> =>
  showSign(context, await agreeToConsent(context, form))
