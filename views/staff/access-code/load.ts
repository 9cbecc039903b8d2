import type { AuditEntry } from '#src/domain/audit.ts'
import { dayOf } from '#src/domain/business-day.ts'
import { ChangeCodeForm, makingMessages } from '#src/domain/code-making.ts'
import { moveMessages } from '#src/domain/code-move.ts'
import { checkForm } from '#src/domain/form.ts'
import type { Operations } from '#src/operations/index.ts'
import { type Form, page } from '../../screen.ts'
import type { Saying } from '../../ui/said.tsx'
import { type Asking, answerOf, answerProblem } from '../confirm.tsx'
import { asked, type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

export type Coupon = Awaited<ReturnType<Operations['checkAccessCode']>>[number]

export interface CodePage {
  typed: string
  missing: boolean
  codes: { coupon: Coupon; history: AuditEntry[]; expires: string }[]
  /** Where a page that led here would have a use of the code go. */
  to: string
  rights: Rights
  saying: Saying | null
  /** What is about to be done, for somebody to say yes to. */
  asking: Asking | null
}

export const codePage = async (
  context: StaffContext,
  typed: string,
  saying: Saying | null = null,
): Promise<CodePage> => {
  const { operations, staff, site } = context
  const coupons = await operations.checkAccessCode(typed)
  const codes = await Promise.all(
    coupons.map(async coupon => ({
      coupon,
      expires: coupon.expiresAt ? dayOf(coupon.expiresAt, site.timezone) : '',
      history: await operations.listAudit({ subject: { kind: 'coupon', id: coupon.id }, most: 30 }),
    })),
  )
  return {
    typed,
    codes,
    missing: typed !== '' && codes.length === 0,
    to: asked(context, 'to'),
    rights: rightsOf(staff),
    saying,
    asking: null,
  }
}

const after = async (context: StaffContext, saying: Saying) => {
  const data = await codePage(context, asked(context, 'code'), saying)
  return page(data, { title: 'Check Access Code', status: saying.tone === 'good' ? 200 : 422 })
}

const problem = (text: string): Saying => ({ tone: 'problem', text })

export const changeCode = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(ChangeCodeForm, fields)
  if (!checked.ok) return after(context, problem(Object.values(checked.problems)[0] ?? ''))
  const { coupon_code: code, max_usage: maxUsage, expires_at: expires } = checked.value
  const result = await context.operations.changeCode({ code, maxUsage: Number(maxUsage), expires }, context.staff)
  return after(
    context,
    result.kind === 'refused' ? problem(result.message) : { tone: 'good', text: makingMessages.changed },
  )
}

type MoveIntent = 'release' | 'transfer'

/** The use that a form is about, as it stands now: a colleague may have been faster. First it says what it will do. */
const move = (intent: MoveIntent) => async (context: StaffContext, form: Form) => {
  const { fields } = form
  const { operations, staff } = context
  const coupons = await operations.checkAccessCode(asked(context, 'code'))
  const coupon = coupons.find(c => c.uses.some(u => String(u.id) === fields.use_id))
  const use = coupon?.uses.find(u => String(u.id) === fields.use_id)
  if (!coupon || !use) return after(context, problem(moveMessages.gone))
  const toToken = intent === 'transfer' ? (fields.token ?? '') : undefined
  const given = { code: coupon.code, token: use.token, toToken }
  const preview = await operations.previewMove(given, staff)
  if (preview.kind === 'refused') return after(context, problem(preview.message))
  const answer = answerOf(form)
  const ask = async (wrong: string | null, status: number) => {
    const data = await codePage(context, asked(context, 'code'))
    const asking: Asking = {
      title: intent === 'release' ? `Release ${coupon.code}` : `Transfer ${coupon.code}`,
      says: preview.says,
      fields: { use_id: String(use.id), ...(toToken === undefined ? {} : { token: toToken }) },
      intent,
      button: intent === 'release' ? 'Release' : 'Transfer',
      reason: answer?.reason ?? '',
      problem: wrong,
    }
    return page({ ...data, asking }, { title: 'Check Access Code', status })
  }
  const wrong = answerProblem(answer)
  if (!answer || wrong) return ask(wrong, wrong ? 422 : 200)
  const verb = intent === 'release' ? 'releaseCode' : 'transferCode'
  const result = await operations[verb]({ ...given, ...answer }, staff)
  if (result.kind === 'moved') return after(context, { tone: 'good', text: result.message })
  return result.field === 'seen' ? ask(result.message, result.status) : after(context, problem(result.message))
}

export const releaseUse = move('release')
export const transferUse = move('transfer')
