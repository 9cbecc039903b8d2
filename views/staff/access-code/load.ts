import type { AuditEntry } from '#src/domain/audit.ts'
import { dayOf } from '#src/domain/business-day.ts'
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

type Changed = Awaited<ReturnType<Operations['changeAccessCode']>>

const after = async (context: StaffContext, result: Changed) => {
  const good = result.kind === 'done'
  const saying: Saying = { tone: good ? 'good' : 'problem', text: result.message }
  const data = await codePage(context, asked(context, 'code'), saying)
  return page(data, { title: 'Check Access Code', status: good ? 200 : 422 })
}

export const changeCode = async (context: StaffContext, { fields }: Form) =>
  after(
    context,
    await context.operations.changeAccessCode(
      { couponId: Number(fields.coupon_id), maxUsage: fields.max_usage ?? '', expires: fields.expires_at ?? '' },
      context.staff,
    ),
  )

export const releaseUse = async (context: StaffContext, { fields }: Form) =>
  after(
    context,
    await context.operations.releaseAccessCode(idOf(fields.use_id), context.staff, fields.reason?.trim() || undefined),
  )

export const transferUse = async (context: StaffContext, { fields }: Form) =>
  after(
    context,
    await context.operations.transferAccessCode(
      { useId: idOf(fields.use_id), token: fields.token ?? '', reason: fields.reason?.trim() || undefined },
      context.staff,
    ),
  )

/** A number of ours out of a form; what is none names nothing. */
const idOf = (typed: string | undefined): number => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : 0)
