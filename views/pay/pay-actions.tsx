import type { Entitlement } from '#src/access/rules/entitlement.ts'
import { type StudentViewNote, studentView } from '#src/access/rules/student-view.ts'
import { redeemStatus } from '#src/codes/contract.ts'
import { codeProblem } from '#src/codes/rules/access-code.ts'
import { codeAnswerText, redeemRefusalText, type Shown } from '#src/codes/rules/redeem-texts.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { RefusalText } from '#src/core/rules/outcome.ts'
import { framers } from '#src/courses/rules/course.ts'
import type { HelpShown } from '#src/messages/rules/help.ts'
import { checkoutStatus } from '#src/payments/contract.ts'
import { checkoutRefusals } from '#src/payments/rules/checkout-messages.ts'
import { type PayPageKind, pageKindFor } from '#src/payments/rules/page-kind.ts'
import { codeNotes, type PayPage, type PayProblem, payPage } from '#src/payments/rules/pay-page.ts'
import { codeSlot } from '#src/signed-help/rules/code-slot.ts'
import { chatOf } from '../help/help-corner.tsx'
import { hrefs, paths } from '../paths.ts'
import { payHref } from '../pay-paths.ts'
import { type Fields, type Form, leave, type Page, page, type Result, redirect, type ScreenContext } from '../screen.ts'
import { toPlatform } from '../to-platform.ts'

export type PayData = { help: HelpShown } & (
  | { found: true; school: string; letter: string | null; studentView: StudentViewNote | null; panel: PayPage }
  | { found: false; message: string }
)

interface View {
  step?: string
  status?: number
  typed?: string
  receiptEmail?: string
  problem?: PayProblem
  retryAfter?: Date
}

export const showPay = async (
  context: ScreenContext,
  found: Entitlement | null,
  shown: View = {},
): Promise<Page<PayData>> => {
  const entitlement = found && (await context.modules.payments.refreshCheckouts(found))
  const help = await context.modules.signUp.describeHelp(context.query.token, entitlement && { entitlement })
  if (!entitlement) {
    // Notify support: a person who opens this page without a token followed a broken link.
    if (!context.query.token)
      await context.modules.messages.flagSupport(pageKindOf(context) === 'pay' ? paths.pay : paths.ltiPay)
    const { reasons, sentences } = textsIn(context.language)
    const message = context.query.token ? reasons.token_not_found : sentences.noToken
    return page(
      { found: false, message, help },
      {
        title: sentences.linkNotFound,
        status: context.query.token ? 404 : 400,
        framedBy: { lms: [] },
        outside: chatOf(help),
      },
    )
  }
  const { course, school } = entitlement
  const language = languageFor(context, entitlement)
  const panel = payPage(entitlement, {
    pageKind: pageKindOf(context),
    language,
    step: shown.step ?? context.query.step,
    note: context.query.note,
    terms: context.content.terms.version,
    timezone: context.site.timezone,
    now: context.now,
    card: await context.modules.payments.findCardOffer(entitlement),
    login: await context.modules.canvas.findPlatformLogin(entitlement),
    opensLater: context.modules.canvas.opensLater(entitlement),
  })
  return page(
    {
      found: true,
      help,
      school: school.name,
      letter: panel.closed && textsIn(language).sentences.closedLetter(panel.course, panel.closed, panel.contextId),
      studentView: studentView(entitlement),
      panel: {
        ...panel,
        courseUrl: toPlatform(panel.courseUrl, context.site),
        typed: shown.typed ?? '',
        problem: shown.problem ?? null,
        receiptEmail: shown.receiptEmail ?? '',
        ...(help.chat ? {} : { noChat: textsIn(language).sentences.noChat }),
      },
    },
    {
      title: panel.course,
      language,
      status: shown.status ?? 200,
      framedBy: { lms: framers(course, entitlement.seenOrigin) },
      outside: chatOf(help),
      ...(shown.retryAfter ? { retryAfter: shown.retryAfter } : {}),
    },
  )
}

/** The language of a person whose link is open. A launch, or a choice on one of our pages, told it. */
const languageFor = (context: ScreenContext, entitlement: Entitlement | null): Language =>
  entitlement?.language ?? context.language

const reasonsFor = (context: ScreenContext, entitlement: Entitlement | null) =>
  textsIn(languageFor(context, entitlement)).reasons

/** Both payment pages share these actions. The path shows which of them is open. */
const pageKindOf = (context: ScreenContext): PayPageKind => (context.url.startsWith(paths.pay) ? 'pay' : 'lti')
const tokenOf = (context: ScreenContext) => context.query.token ?? ''
export const findPay = (context: ScreenContext) => context.modules.access.findEntitlement(tokenOf(context))

/** Records the agreement to the terms, then continues. Shows an error when the box is not checked. */
const afterAgreeing =
  (go: (context: ScreenContext, entitlement: Entitlement, fields: Fields) => Promise<Result<PayData>>) =>
  async (context: ScreenContext, { fields }: Form): Promise<Result<PayData>> => {
    if (fields.agreed !== 'yes') {
      const entitlement = await findPay(context)
      return showPay(context, entitlement, {
        status: 422,
        receiptEmail: fields.receipt_email ?? '',
        problem: { at: 'agreed', text: reasonsFor(context, entitlement).terms_not_agreed },
      })
    }
    const agreed = await context.modules.access.agreeToTerms(tokenOf(context))
    return agreed.ok ? go(context, agreed.entitlement, fields) : showPay(context, null)
  }

const redeem = async (context: ScreenContext, { fields }: Form): Promise<Result<PayData>> => {
  const typed = fields.coupon ?? ''
  const token = tokenOf(context)
  const pageKind = pageKindOf(context)
  const onPay = pageKind === 'pay'
  const refuse = async (status: number, outcome: string, textOf: (shown: Shown) => string, retryAfter?: Date) => {
    const entitlement = await findPay(context)
    const text = textOf({ onPay, language: languageFor(context, entitlement) })
    return showPay(context, entitlement, {
      step: 'coupons',
      status,
      typed,
      problem: { at: 'code', text, slot: codeSlot(outcome) },
      ...(retryAfter ? { retryAfter } : {}),
    })
  }
  const problem = codeProblem(typed)
  if (problem) return refuse(422, problem, ({ language }) => textsIn(language).reasons[problem])
  const redeemed = await context.modules.codes.redeemAccessCode({ token, code: typed, address: context.address })
  if (!redeemed.ok) {
    const until = 'until' in redeemed ? redeemed.until : undefined
    const textOf = (shown: Shown) => redeemRefusalText(redeemed, shown).message
    return refuse(redeemStatus[redeemed.reason], redeemed.reason, textOf, until)
  }
  const { status, unchanged } = redeemed
  if (status === 'PROCESSED') return redirect(payHref(pageKind, token, onPay ? 'thank_you' : undefined))
  if (status !== 'OK') return refuse(409, status, shown => codeAnswerText(redeemed, shown))
  return redirect(payHref(pageKind, token, 'coupons', unchanged ? codeNotes[unchanged] : undefined))
}

/** Return address after the checkout. It depends on how the person enrolled, not on the page they are on. */
const afterCheckout = ({ site }: ScreenContext, entitlement: Entitlement) =>
  pageKindFor(entitlement) === 'pay'
    ? hrefs.successAfterCheckout(entitlement.course.canvasCourseId ?? '', site.live)
    : hrefs.ltiSuccessAfterCheckout(entitlement.token)

/** Handlers of the buttons on the payment page. */
export const payActions = {
  coupons: afterAgreeing(async (context, _entitlement, { quick }) => {
    // A script shows the step without asking for its page.
    if (quick) context.modules.signedHelp.countSeen('code')
    return redirect(payHref(pageKindOf(context), tokenOf(context), 'coupons'))
  }),
  checkout: afterAgreeing(async (context, entitlement, fields) => {
    const { token } = entitlement
    const here = payHref(pageKindOf(context), token)
    const started = await context.modules.payments.startCheckout({
      token,
      receiptEmail: fields.receipt_email,
      back: {
        success: afterCheckout(context, entitlement),
        cancel: payHref(pageKindOf(context), token, undefined, 'cancelled'),
      },
    })
    if (started.ok) return started.url === null ? redirect(here) : leave(started.url)
    const { field }: RefusalText = checkoutRefusals[started.reason]
    const found = await findPay(context)
    return showPay(context, found, {
      status: checkoutStatus[started.reason],
      receiptEmail: fields.receipt_email ?? '',
      problem: { at: field === 'receipt_email' ? 'receipt' : 'page', text: reasonsFor(context, found)[started.reason] },
    })
  }),
  redeem,
}
