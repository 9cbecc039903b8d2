import type { AuditEntry } from '#src/domain/audit.ts'
import { dayOf } from '#src/domain/business-day.ts'
import { ChangeCodeForm, makingMessages } from '#src/domain/code-making.ts'
import { moveMessages } from '#src/domain/code-move.ts'
import { checkForm } from '#src/domain/form.ts'
import type { Operations } from '#src/operations/index.ts'
import { type Form, page } from '../../screen.ts'
import type { Saying } from '../../ui/said.tsx'
import { asked, type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

export type Coupon = Awaited<ReturnType<Operations['checkAccessCode']>>[number]

export interface CodePage {
  typed: string
  missing: boolean
  codes: { coupon: Coupon; history: AuditEntry[]; expires: string }[]
  rights: Rights
  saying: Saying | null
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
  return { typed, codes, missing: typed !== '' && codes.length === 0, rights: rightsOf(staff), saying }
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

type Move = 'releaseCode' | 'transferCode'

/** The use that a form is about, as it stands now: a colleague may have been faster. */
const move =
  (verb: Move) =>
  async (context: StaffContext, { fields }: Form) => {
    const coupons = await context.operations.checkAccessCode(asked(context, 'code'))
    const coupon = coupons.find(c => c.uses.some(u => String(u.id) === fields.use_id))
    const use = coupon?.uses.find(u => String(u.id) === fields.use_id)
    if (!coupon || !use) return after(context, problem(moveMessages.gone))
    const given = {
      code: coupon.code,
      token: use.token,
      ...(verb === 'transferCode' ? { toToken: fields.token ?? '' } : {}),
      reason: fields.reason?.trim().slice(0, 500) || undefined,
    }
    const result = await context.operations[verb](given, context.staff)
    return after(context, { tone: result.kind === 'moved' ? 'good' : 'problem', text: result.message })
  }

export const releaseUse = move('releaseCode')
export const transferUse = move('transferCode')
