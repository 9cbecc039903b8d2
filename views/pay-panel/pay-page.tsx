import { redeemStatus } from '#src/access/contract.ts'
import { redeemAccessCode } from '#src/access/redemptions.ts'
import { codeProblem } from '#src/access/rules/access-code.ts'
import { type Entitlement, type StudentViewNote, studentView } from '#src/access/rules/entitlement.ts'
import { codeAnswerText, redeemRefusalText, type Shown } from '#src/access/texts/redemption.ts'
import { agreeToTerms, findEntitlement } from '#src/access/tokens.ts'
import { describeHelp } from '#src/accounts/help-requests.ts'
import { findPlatformLogin, opensLater } from '#src/canvas/canvas-people.ts'
import type { Language } from '#src/core/rules/language.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { framers } from '#src/courses/rules/course.ts'
import { flagSupport } from '#src/messages/help.ts'
import { codeSlot } from '#src/messages/rules/code-slot.ts'
import type { HelpShown } from '#src/messages/rules/help.ts'
import { refreshCheckouts } from '#src/payments/checkout-checks.ts'
import { startCheckout } from '#src/payments/checkouts.ts'
import { checkoutStatus } from '#src/payments/contract.ts'
import { findCardOffer } from '#src/payments/offers.ts'
import {
  codeNotes,
  type PayPage,
  type PayPageKind,
  type PayProblem,
  pageKindFor,
} from '#src/payments/rules/pay-page.ts'
import { laterPaySlots, paySlots } from '#src/payments/rules/pay-steps.ts'
import { payPage } from '#src/payments/texts/pay-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Answer, posted, refused } from '../answer.ts'
import { chatOf, HelpCorner, type Lost, LostLink, lostLink } from '../help/help-corner.tsx'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { payHref } from '../pay-paths.ts'
import {
  type Fields,
  type Form,
  leave,
  type Page,
  page,
  type Result,
  redirect,
  type ScreenContext,
  type Site,
} from '../screen.ts'
import { LanguageButton } from '../shell/language-switch.tsx'
import { toPlatform } from '../to-platform.ts'
import { ClosedDoor } from '../ui/pictures/page-pictures.tsx'
import { useServerTexts } from '../ui/texts.ts'
import PayPanel from './pay-panel.island.tsx'
import { Closed } from './pay-states.tsx'

export type PayData = { help: HelpShown } & (
  | { found: true; school: string; letter: string | null; studentView: StudentViewNote | null; panel: PayPage }
  | Lost
)

export const loadPay = async (context: ScreenContext): Promise<Page<PayData>> => {
  const found = await findPay(context)
  const entitlement = found && (await refreshCheckouts(context.app, found))
  const help = await describeHelp(context.app, context.query.token, entitlement)
  if (!entitlement) {
    // Notify support: a person who opens this page without a token followed a broken link.
    if (!context.query.token) await flagSupport(context.app, pageKindOf(context) === 'pay' ? paths.pay : paths.ltiPay)
    const lost = lostLink(context.query.token, context.language)
    return { ...lost, data: { ...lost.data, help }, framedBy: { lms: [] }, outside: chatOf(help) }
  }
  const { course, school } = entitlement
  const language = languageFor(context, entitlement)
  const panel = payPage(entitlement, {
    pageKind: pageKindOf(context),
    language,
    step: context.answer?.intent === 'redeem' ? 'coupons' : context.query.step,
    note: context.query.note,
    terms: context.content.terms.version,
    timezone: context.site.timezone,
    now: context.now,
    card: await findCardOffer(context.app, entitlement),
    login: await findPlatformLogin(context.app, entitlement),
    opensLater: await opensLater(context.app, entitlement),
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
        ...sentBefore(context),
        ...(help.chat ? {} : { noChat: textsIn(language).sentences.noChat }),
      },
    },
    {
      title: panel.course,
      language,
      framedBy: { lms: framers(course, entitlement.seenOrigin) },
      outside: chatOf(help),
    },
  )
}

/** A form that was refused: what was typed, and what is wrong with it. */
const sentBefore = ({ answer }: ScreenContext): Partial<PayPage> => {
  const { fields, problems } = posted(answer, 'coupons', 'checkout', 'redeem')
  const [at] = Object.keys(problems).filter(isProblemAt)
  const outcome = at === 'code' && answer?.reason ? { outcome: answer.reason } : {}
  return {
    typed: fields.coupon ?? '',
    receiptEmail: fields.receipt_email ?? '',
    ...(fields.agreed === 'yes' && { agreed: true }),
    problem: at ? { at, text: problems[at] ?? '', ...outcome } : null,
  }
}

const isProblemAt = (at: string): at is PayProblem['at'] => ['agreed', 'code', 'receipt', 'page'].includes(at)

/** The language of a person whose link is open. It came with a launch, or was chosen on one of our pages. */
const languageFor = (context: ScreenContext, entitlement: Entitlement | null): Language =>
  entitlement?.language ?? context.language

const reasonsFor = (context: ScreenContext, entitlement: Entitlement | null) =>
  textsIn(languageFor(context, entitlement)).reasons

/** Both payment pages share these actions. The path shows which of them is open. */
const pageKindOf = (context: ScreenContext): PayPageKind => (context.url.startsWith(paths.pay) ? 'pay' : 'lti')
const tokenOf = (context: ScreenContext) => context.query.token ?? ''
const findPay = (context: ScreenContext) => findEntitlement(context.app, tokenOf(context))

/** Records the agreement to the terms, then continues. Shows an error when the box is not checked. */
const afterAgreeing =
  (go: (context: ScreenContext, entitlement: Entitlement, fields: Fields) => Promise<Result<never> | Answer>) =>
  async (context: ScreenContext, { fields }: Form): Promise<Result<never> | Answer> => {
    if (fields.agreed !== 'yes') {
      const found = await findPay(context)
      if (!found) return noSuchToken(context)
      const { terms_not_agreed: message } = reasonsFor(context, found)
      return refused('terms_not_agreed', { message, field: 'agreed' }, 422)
    }
    const agreed = await agreeToTerms(context.app, tokenOf(context))
    return agreed.ok ? go(context, agreed.entitlement, fields) : noSuchToken(context)
  }

/** The page says the same about the link. */
const noSuchToken = (context: ScreenContext) => {
  const message = textsIn(context.language).reasons.token_not_found
  return refused('token_not_found', { message }, tokenOf(context) ? 404 : 400)
}

const redeem = async (context: ScreenContext, { fields }: Form): Promise<Result<never> | Answer> => {
  const code = fields.coupon ?? ''
  const token = tokenOf(context)
  const pageKind = pageKindOf(context)
  const onPay = pageKind === 'pay'
  const refuse = async (reason: string, status: number, textOf: (shown: Shown) => string, until?: Date) => {
    const found = await findPay(context)
    if (!found) return noSuchToken(context)
    const message = textOf({ onPay, language: languageFor(context, found) })
    return { ...refused(reason, { message, field: 'code' }, status, until), help: codeSlot(reason) }
  }
  const problem = codeProblem(code)
  if (problem) return refuse(problem, 422, ({ language }) => textsIn(language).reasons[problem])
  const redeemed = await redeemAccessCode(context.app, { token, code, address: context.address })
  if (!redeemed.ok) {
    const until = 'until' in redeemed ? redeemed.until : undefined
    const textOf = (shown: Shown) => redeemRefusalText(redeemed, shown).message
    return refuse(redeemed.reason, httpStatus(redeemStatus, redeemed.reason), textOf, until)
  }
  const { status, unchanged } = redeemed
  if (status === 'PROCESSED') return redirect(payHref(pageKind, token, onPay ? 'thank_you' : undefined))
  if (status !== 'OK') return refuse(status, 409, shown => codeAnswerText(redeemed, shown))
  return redirect(payHref(pageKind, token, 'coupons', unchanged ? codeNotes[unchanged] : undefined))
}

/** Return address after the checkout. It depends on how the person enrolled, not on the page they are on. */
const afterCheckout = ({ site }: ScreenContext, entitlement: Entitlement) =>
  pageKindFor(entitlement) === 'pay'
    ? hrefs.successAfterCheckout(entitlement.course.canvasCourseId ?? '', site.live)
    : hrefs.ltiSuccessAfterCheckout(entitlement.token)

/** Handlers of the buttons on the payment page. */
export const payActions = {
  coupons: afterAgreeing(async context => redirect(payHref(pageKindOf(context), tokenOf(context), 'coupons'))),
  checkout: afterAgreeing(async (context, entitlement, fields) => {
    const { token } = entitlement
    const here = payHref(pageKindOf(context), token)
    const started = await startCheckout(context.app, {
      token,
      receiptEmail: fields.receipt_email,
      back: {
        success: afterCheckout(context, entitlement),
        cancel: payHref(pageKindOf(context), token, undefined, 'cancelled'),
      },
    })
    if (started.ok) return started.url === null ? redirect(here) : leave(started.url)
    const message = reasonsFor(context, await findPay(context))[started.reason]
    const at = started.reason.startsWith('receipt_email') ? 'receipt' : 'page'
    return refused(started.reason, { message, field: at }, checkoutStatus[started.reason])
  }),
  redeem,
}

type PayCardProps = Pick<PayData & { found: true }, 'panel' | 'help' | 'letter'> & { site: Site }

/** The card of the payment page, with help. A closed course has nothing to press, so it needs no script. */
export const PayCard = ({ panel, help, letter, site }: PayCardProps) => {
  const { step, pageKind, token } = panel
  const intent = step === 'agree' ? 'coupons' : step === 'coupons' ? 'redeem' : null
  return (
    <>
      {panel.closed && !panel.confirming ? (
        <Closed page={panel} picture={<ClosedDoor />} />
      ) : (
        <Island of={PayPanel} props={panel} />
      )}
      {intent && !panel.closed && (panel.accepts.code || !panel.confirming) && (
        <LanguageButton
          action={payHref(pageKind, token, intent === 'redeem' ? 'coupons' : undefined)}
          intent={intent}
        />
      )}
      <HelpCorner
        help={help}
        support={site.support}
        from={pageKind}
        slots={paySlots(panel)}
        later={laterPaySlots(panel)}
        letter={letter}
      />
    </>
  )
}

/** A payment page whose link is lost. */
export const LostPayLink = (lost: Lost & { help: HelpShown; site: Site }) => {
  const { openAgainFromCourse, stillThisPage } = useServerTexts('sentences')
  return <LostLink {...lost} advice={[openAgainFromCourse, stillThisPage]} />
}
