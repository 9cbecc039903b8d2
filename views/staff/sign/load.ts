import type { AuditEntry } from '#src/core/rules/audit.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { may } from '#src/core/rules/staff.ts'
import type { ChangeRefused } from '#src/signs/change-sign.ts'
import { type EntryProblems, problemsOf, type Standing } from '#src/signs/rules/added-signs.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { type EntryTexts, entryFieldNames, writeEntry } from '#src/signs/rules/entry-fields.ts'
import { changeRefusals, REMARK_MAX, type SignChange } from '#src/signs/rules/sign-change.ts'
import { signChangeStatus } from '#src/signs/staff-contract.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, type SignNote } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { type StaffContext, urlParam } from '../staff-screen.ts'

export interface SignPage {
  /** Null if there never was such an entry. */
  sign: Sign | null
  /** True if the dictionary shows it. */
  standing: Standing
  /** Texts that the dictionary shows. */
  now: EntryTexts
  /** Texts in the form: with the open change, or as they were sent. */
  texts: EntryTexts
  problems: EntryProblems
  seen: number
  /** The change that waits, or was sent back. */
  open: SignChange | null
  changes: SignChange[]
  history: AuditEntry[]
  rights: { review: boolean; see: boolean }
  feedback: FeedbackText | null
  confirmation: Confirmation | null
  /** Effects of the withdrawal that waits for review. */
  withdrawalSays: string[]
  /** A comment that was not taken. */
  typedComment: string
  commentProblem: string | null
}

const NOTES: Record<SignNote, string> = {
  saved: 'Saved. The change waits for a reviewer.',
  added: 'Saved. The new entry waits for a reviewer.',
  approved: 'Approved. The dictionary follows.',
  sent_back: 'The change was sent back.',
  discarded: 'The change was discarded.',
}

interface Shown {
  texts?: Partial<EntryTexts>
  problems?: SignPage['problems']
  feedback?: FeedbackText
  confirmation?: Confirmation
  typedComment?: string
  commentProblem?: string
  status?: number
}

const slugOf = (context: StaffContext): string => urlParam(context, 'slug')

export const showSignEntry = async (context: StaffContext, shown: Shown = {}): Promise<Result<SignPage>> => {
  const { modules, staff, query } = context
  const found = await modules.signs.viewSign(slugOf(context), staff)
  const latest = found?.changes[0] ?? null
  const open = latest && (latest.state === 'waiting' || latest.state === 'sent_back') ? latest : null
  const now = found ? writeEntry(found.sign) : NOTHING
  const note = query.note && isKeyOf(NOTES, query.note) ? NOTES[query.note] : null
  const subject = { kind: 'sign', key: slugOf(context) } as const
  const see = may(staff, 'see')
  return page<SignPage>(
    {
      sign: found?.sign ?? null,
      standing: found?.standing ?? 'listed',
      now,
      texts: { ...now, ...open?.fields, ...shown.texts },
      problems: shown.problems ?? {},
      seen: latest?.id ?? 0,
      open,
      changes: found?.changes ?? [],
      history: found && see ? await modules.staff.listAudit({ subject, most: 50 }, staff) : [],
      rights: { review: may(staff, 'review'), see },
      confirmation: shown.confirmation ?? null,
      withdrawalSays: (open?.withdraws && (await modules.signs.previewWithdrawal(slugOf(context), staff))) || [],
      feedback: shown.feedback ?? (note === null ? null : { tone: 'good', text: note }),
      typedComment: shown.typedComment ?? '',
      commentProblem: shown.commentProblem ?? null,
    },
    { title: found?.sign.gloss ?? 'Sign not found', status: found ? (shown.status ?? 200) : 404 },
  )
}

const NOTHING = Object.fromEntries(entryFieldNames.map(field => [field, ''])) as EntryTexts

const again = (context: StaffContext, refused: ChangeRefused, shown: Shown = {}): Promise<Result<SignPage>> => {
  const { message } = changeRefusals[refused.reason]
  const problems = refused.reason === 'fields_wrong' ? problemsOf(refused.faults) : {}
  const status = signChangeStatus[refused.reason]
  return showSignEntry(context, { problems, feedback: { tone: 'problem', text: message }, ...shown, status })
}

export const save = async (context: StaffContext, { fields }: Form): Promise<Result<SignPage>> => {
  const texts: Partial<EntryTexts> = Object.fromEntries(
    entryFieldNames.flatMap(field => (fields[field] === undefined ? [] : [[field, fields[field]]])),
  )
  const asked = { slug: slugOf(context), texts, seen: rowId(fields.seen) ?? 0 }
  const saved = await context.modules.signs.changeSign(asked, context.staff)
  return saved.ok ? redirect(hrefs.sign(slugOf(context), 'saved')) : again(context, saved, { texts })
}

const changeOf = ({ fields }: Form): number => rowId(fields.change) ?? 0

export const approve = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const done = await context.modules.signs.approveChange(changeOf(form), context.staff)
  return done.ok ? redirect(hrefs.sign(done.sign, 'approved')) : again(context, done)
}

export const sendBack = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const comment = (form.fields.comment ?? '').slice(0, REMARK_MAX)
  const done = await context.modules.signs.sendBackChange(changeOf(form), comment, context.staff)
  if (done.ok) return redirect(hrefs.sign(done.sign, 'sent_back'))
  const commentProblem =
    done.reason === 'remark_required' ? { commentProblem: changeRefusals[done.reason].message } : {}
  return again(context, done, { typedComment: comment, ...commentProblem })
}

export const discard = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const done = await context.modules.signs.discardChange(changeOf(form), context.staff)
  return done.ok ? redirect(hrefs.sign(done.sign, 'discarded')) : again(context, done)
}

const seenOf = ({ fields }: Form): number => rowId(fields.seen) ?? 0

export const withdraw = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const slug = slugOf(context)
  const says = answerOf(form) ? null : await context.modules.signs.previewWithdrawal(slug, context.staff)
  if (says) return showSignEntry(context, { confirmation: askToWithdraw(seenOf(form), says) })
  const asked = await context.modules.signs.withdrawSign({ slug, seen: seenOf(form) }, context.staff)
  return asked.ok ? redirect(hrefs.sign(slug, 'saved')) : again(context, asked)
}

const askToWithdraw = (seen: number, says: string[]): Confirmation => ({
  title: 'Ask to withdraw this entry?',
  says,
  fields: { seen: String(seen) },
  intent: 'withdraw',
  button: 'Ask to withdraw',
  reason: null,
  problem: null,
})

export const restore = async (context: StaffContext, form: Form): Promise<Result<SignPage>> => {
  const slug = slugOf(context)
  const asked = await context.modules.signs.restoreSign({ slug, seen: seenOf(form) }, context.staff)
  return asked.ok ? redirect(hrefs.sign(slug, 'saved')) : again(context, asked)
}
