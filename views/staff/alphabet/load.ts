import { may } from '#src/core/rules/staff.ts'
import { alphabetStatus } from '#src/fingerspelling/contract.ts'
import { type AlphabetReason, alphabetRefusals, drawingsVersion } from '#src/fingerspelling/rules/review.ts'
import type { FeedbackText } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { withQuery } from '../../pay-paths.ts'
import { type Fields, type Form, page, type Result, redirect } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface AlphabetPage {
  version: string
  review: { by: string | null; createdAt: Date } | null
  comments: { character: string; text: string; drawings: string; createdAt: Date; by: string | null }[]
  mayApprove: boolean
  feedback: FeedbackText | null
  typed: Fields
}

const notes = { commented: 'Comment saved.', approved: 'Approved. The public mark is gone.' }

export const showAlphabet = async (
  { modules, staff, query }: StaffContext,
  shown: { feedback?: FeedbackText; typed?: Fields; status?: number } = {},
): Promise<Result<AlphabetPage>> => {
  const note = notes[query.note as keyof typeof notes]
  return page<AlphabetPage>(
    {
      version: drawingsVersion,
      ...(await modules.fingerspelling.viewAlphabetReview(staff)),
      mayApprove: may(staff, 'review'),
      feedback: shown.feedback ?? (note ? { tone: 'good', text: note } : null),
      typed: shown.typed ?? {},
    },
    { title: 'Manual alphabet', status: shown.status ?? 200 },
  )
}

type Outcome = { ok: true } | { ok: false; reason: AlphabetReason }

const done = (context: StaffContext, outcome: Outcome, typed: Fields, note: keyof typeof notes, at = '') =>
  outcome.ok
    ? redirect(`${withQuery(paths.reviewAlphabet, { note })}${at && `#letter-${at}`}`)
    : showAlphabet(context, {
        typed,
        feedback: { tone: 'problem', text: alphabetRefusals[outcome.reason].message },
        status: alphabetStatus[outcome.reason],
      })

export const comment = async (context: StaffContext, { fields }: Form): Promise<Result<AlphabetPage>> => {
  const { character = '', text = '' } = fields
  const outcome = await context.modules.fingerspelling.commentOnLetter({ character, text }, context.staff)
  return done(context, outcome, fields, 'commented', character)
}

export const approve = async (context: StaffContext, { fields }: Form): Promise<Result<AlphabetPage>> =>
  done(
    context,
    await context.modules.fingerspelling.approveAlphabet(fields.version ?? '', context.staff),
    {},
    'approved',
  )
