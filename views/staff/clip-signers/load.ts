import { clipStatus } from '#src/clips/contract.ts'
import type { ConsentFacts } from '#src/clips/index.ts'
import { type SignerReason, signerRefusals } from '#src/clips/rules/consent.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Fields, type Form, page, type Result, redirect } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface SignersPage {
  consent: ConsentFacts
  texts: { version: number; text: string; createdAt: Date }[]
  today: string
  feedback: FeedbackText | null
  problem: { field?: string; message: string } | null
  typed: Fields
}

type Shown = Partial<Pick<SignersPage, 'feedback' | 'problem' | 'typed'>> & { status?: number }

export const showSigners = async (context: StaffContext, shown: Shown = {}): Promise<Result<SignersPage>> => {
  const { modules, staff, now, site, query } = context
  const note = { saved: 'Saved.', erased: 'The signer and all their clips are erased.' }[query.note ?? '']
  return page<SignersPage>(
    {
      consent: await modules.clips.viewConsent(staff),
      texts: await modules.clips.viewConsentTexts(staff),
      today: dayOf(now, site.timezone),
      feedback: shown.feedback ?? (note ? { tone: 'good', text: note } : null),
      problem: shown.problem ?? null,
      typed: shown.typed ?? {},
    },
    { title: 'Signers and consent', status: shown.status ?? 200 },
  )
}

type Changed = { ok: true } | { ok: false; reason: SignerReason }

const done = (context: StaffContext, changed: Changed, typed: Fields, note: 'saved' | 'erased' = 'saved') => {
  if (changed.ok) return redirect(hrefs.clipSigners(note))
  const problem = signerRefusals[changed.reason]
  return showSigners(context, {
    problem,
    typed,
    feedback: { tone: 'problem', text: problem.message },
    status: clipStatus[changed.reason],
  })
}

export const add = async (context: StaffContext, { fields }: Form): Promise<Result<SignersPage>> => {
  const { name = '', given_on: givenOn = '', note = '' } = fields
  return done(context, await context.modules.clips.addSigner({ name, givenOn, note }, context.staff), fields)
}

export const recordConsent = async (context: StaffContext, { fields }: Form): Promise<Result<SignersPage>> => {
  const { given_on: givenOn = '', note = '' } = fields
  const signerId = rowId(fields.signer_id) ?? 0
  return done(context, await context.modules.clips.recordPaperConsent({ signerId, givenOn, note }, context.staff), {})
}

export const changeText = async (context: StaffContext, { fields }: Form): Promise<Result<SignersPage>> =>
  done(context, await context.modules.clips.changeConsentText(fields.text ?? '', context.staff), fields)

export const erase = async (context: StaffContext, { fields }: Form): Promise<Result<SignersPage>> =>
  done(context, await context.modules.clips.eraseSigner(rowId(fields.signer_id) ?? 0, context.staff), {}, 'erased')
