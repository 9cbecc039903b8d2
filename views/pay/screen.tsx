import { codeMessages } from '#src/domain/access-code.ts'
import { courseName, framers } from '#src/domain/course.ts'
import type { Entitlement } from '#src/domain/entitlement.ts'
import { entitlementMessages } from '#src/domain/entitlement.ts'
import { checkForm } from '#src/domain/form.ts'
import { AgreeForm, CodeForm } from '#src/domain/pay-form.ts'
import { type PayPage, type PayProblem, payPage } from '#src/domain/pay-page.ts'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import {
  type Fields,
  type Form,
  leave,
  type Page,
  page,
  type Result,
  redirect,
  type ScreenContext,
  screen,
} from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NotFound } from './not-found.tsx'
import PayPanel from './pay-panel.island.tsx'

type Data = { found: true; school: string; panel: PayPage } | { found: false; message: string }

interface Shown {
  step?: string
  status?: number
  typed?: string
  receiptEmail?: string
  problem?: PayProblem
  retryAfter?: Date
}

const show = async (
  context: ScreenContext,
  entitlement: Entitlement | null,
  shown: Shown = {},
): Promise<Page<Data>> => {
  if (!entitlement) {
    const message = context.query.token ? entitlementMessages.tokenNotFound : entitlementMessages.noToken
    return page(
      { found: false, message },
      { title: 'Link not found', status: context.query.token ? 404 : 400, framedBy: { lms: [] } },
    )
  }
  const { course, school } = entitlement
  const panel = payPage(entitlement, {
    step: shown.step ?? context.query.step,
    terms: context.content.terms.version,
    timezone: context.site.timezone,
    now: context.now,
    card: await context.operations.findCardOffer(entitlement),
  })
  const note = context.query.note === 'covered' ? codeMessages.alreadyCovered : null
  return page(
    {
      found: true,
      school: school.name,
      panel: {
        ...panel,
        note,
        typed: shown.typed ?? '',
        problem: shown.problem ?? null,
        receiptEmail: shown.receiptEmail ?? '',
      },
    },
    {
      title: courseName(course),
      status: shown.status ?? 200,
      framedBy: { lms: framers(course) },
      ...(shown.retryAfter ? { retryAfter: shown.retryAfter } : {}),
    },
  )
}

const tokenOf = (context: ScreenContext) => context.query.token ?? ''
const find = (context: ScreenContext) => context.operations.findEntitlement(tokenOf(context))

/** Both buttons of the first step record that the terms were agreed to; without that neither goes on. */
const afterAgreeing =
  (go: (context: ScreenContext, entitlement: Entitlement, fields: Fields) => Promise<Result<Data>>) =>
  async (context: ScreenContext, { fields }: Form): Promise<Result<Data>> => {
    const checked = checkForm(AgreeForm, fields)
    if (!checked.ok) {
      return show(context, await find(context), {
        status: 422,
        receiptEmail: fields.receipt_email ?? '',
        problem: { at: 'agreed', text: checked.problems.agreed ?? '' },
      })
    }
    const entitlement = await context.operations.agreeToTerms(tokenOf(context))
    return entitlement ? go(context, entitlement, fields) : show(context, null)
  }

const redeem = async (context: ScreenContext, { fields }: Form): Promise<Result<Data>> => {
  const typed = fields.coupon ?? ''
  const wrong = async (status: number, text: string, retryAfter?: Date) =>
    show(context, await find(context), {
      step: 'coupons',
      status,
      typed,
      problem: { at: 'code', text },
      ...(retryAfter ? { retryAfter } : {}),
    })
  const checked = checkForm(CodeForm, fields)
  if (!checked.ok) return wrong(422, checked.problems.coupon ?? '')
  const redeemed = await context.operations.redeemAccessCode({
    token: tokenOf(context),
    code: typed,
    address: context.address,
  })
  if (redeemed.kind !== 'answer')
    return wrong(redeemed.status, redeemed.message, redeemed.kind === 'wait' ? redeemed.until : undefined)
  if (redeemed.status === 'PROCESSED') return redirect(hrefs.ltiPay(tokenOf(context)))
  if (redeemed.status !== 'OK') return wrong(409, redeemed.message)
  return redirect(
    hrefs.ltiPay(tokenOf(context), 'coupons', redeemed.message === codeMessages.alreadyCovered ? 'covered' : undefined),
  )
}

export const ltiPay = screen<Data>({
  path: paths.ltiPay,
  access: 'public',
  chrome: 'bare',
  load: async context => show(context, await find(context)),
  submit: {
    coupons: afterAgreeing(async context => redirect(hrefs.ltiPay(tokenOf(context), 'coupons'))),
    checkout: afterAgreeing(async (context, { token }, fields) => {
      const started = await context.operations.startCheckout({
        token,
        receiptEmail: fields.receipt_email,
        back: { success: hrefs.ltiSuccessAfterCheckout(token), cancel: hrefs.ltiPay(token) },
      })
      if (started.kind === 'in') return redirect(hrefs.ltiPay(token))
      if (started.kind === 'go') return leave(started.url)
      return show(context, await find(context), {
        status: started.status,
        receiptEmail: fields.receipt_email ?? '',
        problem: { at: started.at ?? 'page', text: started.message },
      })
    }),
    redeem,
  },
  View: ({ data, site }) =>
    data.found ? (
      <div className="column">
        <PageHeader title={data.panel.course} about={data.school} />
        <Island of={PayPanel} props={data.panel} />
        <Help support={site.support} />
      </div>
    ) : (
      <NotFound message={data.message} site={site} />
    ),
})
