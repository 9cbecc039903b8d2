import { type ListedCode, usedOnlyReason } from '#src/codes/rules/code-list.ts'
import { ChangeCodeForm, changeRefusalText, makingMessages } from '#src/codes/rules/generate-codes.ts'
import { moveMessages, moveRefusalText } from '#src/codes/rules/move-code.ts'
import type { StaffCoupon } from '#src/codes/rules/staff-coupon.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { type Form, page } from '../../screen.ts'
import type { FeedbackText } from '../../ui/feedback.tsx'
import { blankLookup } from '../blank-lookup.ts'
import { answerOf, type Confirmation } from '../confirm.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { codeList } from './code-list.tsx'

export interface CodePage {
  typed: string
  problem: string | null
  codes: { coupon: StaffCoupon; history: AuditEntry[]; expires: string }[]
  /** Token that the linking page suggests for a transfer. */
  to: string
  /** Null for one code. */
  list: ShownList<ListedCode> | null
  usedOnly: ReturnType<typeof usedOnlyReason>
  rights: Rights
  feedback: FeedbackText | null
  /** Action that waits for confirmation. */
  confirmation: Confirmation | null
}

export const codePage = async (
  context: StaffContext,
  typed: string,
  feedback: FeedbackText | null = null,
): Promise<CodePage> => {
  const { modules, staff, site } = context
  const coupons = await modules.codes.checkAccessCode(typed, staff)
  const codes = await Promise.all(
    coupons.map(async coupon => ({
      coupon,
      expires: coupon.expiresAt ? dayOf(coupon.expiresAt, site.timezone) : '',
      history: await modules.staff.listAudit({ subject: { kind: 'coupon', id: coupon.id }, most: 30 }, staff),
    })),
  )
  return {
    typed,
    codes,
    problem: typed !== '' && codes.length === 0 ? adminMessages.codeNotFound : blankLookup(context, 'code'),
    to: urlParam(context, 'to'),
    list: typed ? null : await loadList(codeList, context),
    usedOnly: usedOnlyReason(staff, context.now),
    rights: rightsOf(staff),
    feedback,
    confirmation: null,
  }
}

const after = async (context: StaffContext, feedback: FeedbackText) => {
  const data = await codePage(context, urlParam(context, 'code'), feedback)
  return page(data, { title: 'Check Access Code', status: feedback.tone === 'good' ? 200 : 422 })
}

const problem = (text: string): FeedbackText => ({ tone: 'problem', text })

export const changeCode = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(ChangeCodeForm, fields)
  if (!checked.ok) return after(context, problem(Object.values(checked.problems)[0] ?? ''))
  const { coupon_code: code, max_usage: maxUsage, expires_at: expires } = checked.value
  const result = await context.modules.codes.changeCode({ code, maxUsage: Number(maxUsage), expires }, context.staff)
  return after(
    context,
    result.ok ? { tone: 'good', text: makingMessages.changed } : problem(changeRefusalText(result).message),
  )
}

type MoveIntent = 'release' | 'transfer'

/** Reads the use again, because a colleague may have changed it, and asks for confirmation before moving it. */
const move = (intent: MoveIntent) => async (context: StaffContext, form: Form) => {
  const { fields } = form
  const { modules, staff } = context
  const coupons = await modules.codes.checkAccessCode(urlParam(context, 'code'), staff)
  const coupon = coupons.find(c => c.uses.some(u => String(u.id) === fields.use_id))
  const use = coupon?.uses.find(u => String(u.id) === fields.use_id)
  if (!coupon || !use) return after(context, problem(moveMessages.gone))
  const toToken = intent === 'transfer' ? (fields.token ?? '') : undefined
  const given = { code: coupon.code, token: use.token, toToken }
  const preview = await modules.codes.previewMove(given, staff)
  if (!preview.ok) return after(context, problem(moveRefusalText(preview).message))
  const answer = answerOf(form)
  const ask = async (wrong: string | null, status: number) => {
    const data = await codePage(context, urlParam(context, 'code'))
    const confirmation: Confirmation = {
      title: intent === 'release' ? `Release ${coupon.code}` : `Transfer ${coupon.code}`,
      says: preview.says,
      effectsKey: preview.effectsKey,
      fields: { use_id: String(use.id), ...(toToken === undefined ? {} : { token: toToken }) },
      intent,
      button: intent === 'release' ? 'Release' : 'Transfer',
      reason: answer?.reason ?? '',
      problem: wrong,
    }
    return page({ ...data, confirmation }, { title: 'Check Access Code', status })
  }
  if (!answer) return ask(null, 200)
  const result =
    toToken === undefined
      ? await modules.codes.releaseCode({ ...given, ...answer }, staff)
      : await modules.codes.transferCode({ ...given, toToken, ...answer }, staff)
  if (result.ok) {
    const { code, gaveAccess } = result
    const text = intent === 'release' ? moveMessages.released(code) : moveMessages.moved(code, gaveAccess)
    return after(context, { tone: 'good', text })
  }
  const { message } = moveRefusalText(result)
  const isAskedAgain = result.reason === 'reason_required' || result.reason === 'effects_changed'
  return isAskedAgain ? ask(message, staffCodeStatus[result.reason]) : after(context, problem(message))
}

export const releaseUse = move('release')
export const transferUse = move('transfer')
