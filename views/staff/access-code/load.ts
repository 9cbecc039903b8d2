import { type ListedCode, usedOnlyReason } from '#src/codes/rules/code-list.ts'
import { ChangeCodeForm, changeRefusalText, makingMessages } from '#src/codes/rules/generate-codes.ts'
import type { StaffCoupon } from '#src/codes/rules/staff-coupon.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { undoneText, undoRefusals } from '#src/core/rules/undo.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { blankLookup } from '../blank-lookup.ts'
import type { Confirmation } from '../confirm.tsx'
import { loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'
import { codeList } from './code-list.tsx'
import { movesOf, type TransferPick, type UseMoves } from './use-moves.ts'

export interface CodePage {
  typed: string
  problem: string | null
  codes: { coupon: StaffCoupon; history: AuditEntry[]; expires: string; moves: Record<number, UseMoves> }[]
  /** The people found for a transfer. */
  pick: TransferPick | null
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
      moves: await movesOf(context, coupon),
    })),
  )
  return {
    typed,
    codes,
    problem: typed !== '' && codes.length === 0 ? adminMessages.codeNotFound : blankLookup(context, 'code'),
    pick: null,
    list: typed ? null : await loadList(codeList, context),
    usedOnly: usedOnlyReason(staff, context.now),
    rights: rightsOf(staff),
    feedback,
    confirmation: null,
  }
}

/** Shows the code again, with the result of an action. */
export const after = async (context: StaffContext, feedback: FeedbackText) => {
  const data = await codePage(context, urlParam(context, 'code'), feedback)
  return page(data, { title: 'Check Access Code', status: feedback.tone === 'good' ? 200 : 422 })
}

export const problem = (text: string): FeedbackText => ({ tone: 'problem', text })

export const changeCode = async (context: StaffContext, { fields }: Form) => {
  const checked = checkForm(ChangeCodeForm, fields)
  if (!checked.ok) return after(context, problem(Object.values(checked.problems)[0] ?? ''))
  const { coupon_code: code, max_usage: maxUsage, expires_at: expires } = checked.value
  const result = await context.modules.codes.changeCode({ code, maxUsage: Number(maxUsage), expires }, context.staff)
  return after(
    context,
    result.ok
      ? { tone: 'good', text: makingMessages.changed, undo: { action: hrefs.accessCode(code), fields: {} } }
      : problem(changeRefusalText(result).message),
  )
}

export const undoChange = async (context: StaffContext) => {
  const undone = await context.modules.codes.undoCodeChange(urlParam(context, 'code'), context.staff)
  return after(context, undone.ok ? { tone: 'good', text: undoneText } : problem(undoRefusals[undone.reason].message))
}
