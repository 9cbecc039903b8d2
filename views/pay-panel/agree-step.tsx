import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toastMs } from '#src/core/rules/toast.ts'
import type { CardPanel, PayPage } from '#src/payments/rules/pay-page.ts'
import { readReceiptEmail } from '#src/payments/rules/pay-steps.ts'
import { payHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { inputOf } from '../ui/form-fields.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { LegalLink } from '../ui/legal-link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast } from '../ui/notices-in-place.tsx'
import { PaperAndPen } from '../ui/pictures/paper-and-pen.tsx'
import { usePosting, useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'
import { Needs } from './course-ready.tsx'

/** Total price of a card payment, marked in test mode. */
const Total = ({ offer }: { offer: CardPanel | null }) => {
  const texts = useTexts('pay')
  if (!offer?.prices) return null
  return (
    <>
      <p className="total">
        <span>{texts.totalByCard}</span> <strong>{offer.prices.total}</strong>
      </p>
      {offer.test && <TestMode />}
    </>
  )
}

export const TestMode = () => <span className="test-mode">{useTexts('pay').testMode}</span>

/** Email for the receipt only. It never replaces the email the LMS sent. */
const ReceiptEmail = ({ page }: { page: PayPage }) => {
  const texts = useTexts('pay')
  if (!page.card?.asksEmail || page.card.waiting) return null
  return (
    <Field
      label={texts.receiptEmail}
      name="receipt_email"
      type="email"
      autoComplete="email"
      defaultValue={page.receiptEmail}
      hint={texts.receiptEmailHint}
      problem={page.problem?.at === 'receipt' ? page.problem.text : undefined}
    />
  )
}

/**
 * First step: agree to the terms, then choose a code or a card. Both buttons are disabled until the box is checked, and
 * the card while an earlier payment is checked. They can be reached by keyboard, and then say why.
 */
export const AgreeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const texts = useTexts('pay')
  const box = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLDivElement>(null)
  const [agreed, setAgreed] = useState(page.agreed)
  const { send, sending, offline, error, toast } = useSending('pay-panel/pay-panel', go)
  const { posting, unreachable, postWhenOnline } = usePosting()
  const hydrated = useHydrated()
  // The box may have been checked before hydration.
  useEffect(() => setAgreed(box.current?.checked ?? false), [])

  /** Posts the form into the top window, because the provider's page cannot be framed. */
  const pay = () => {
    const form = box.current?.form
    const email = inputOf(form, 'receipt_email')
    const receipt = readReceiptEmail(email?.value)
    if (email && !receipt.ok) {
      go({ ...page, receiptEmail: email.value, problem: { at: 'receipt', text: texts[receipt.reason] } })
      email.focus()
    } else postWhenOnline(form, 'checkout', '_top')
  }

  /** Leads to the code step. */
  const agree = async () => {
    const answer = await send(box.current?.form, 'coupons')
    if (answer?.kind === 'refused') go({ ...page, problem: { at: 'page', text: answer.message } })
  }

  const waits = page.card?.waiting ? { 'aria-disabled': true, 'aria-describedby': NOTE } : null

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    // Safari before 15.4 does not name the pressed button. Let the browser submit the form itself.
    if (submitter === undefined) return
    event.preventDefault()
    if (!agreed) {
      go({ ...page, problem: { at: 'agreed', text: texts.terms_not_agreed } })
      return box.current?.focus()
    }
    if (submitter instanceof HTMLButtonElement && submitter.value === 'coupons') agree()
    else if (waits) note.current?.focus()
    else pay()
  }

  const { card } = page
  const noAnswer = offline || unreachable
  const isMissing = page.problem?.at === 'agreed'
  const blocked = hydrated && !agreed && { 'aria-disabled': true, 'aria-describedby': WHY_BLOCKED }
  return (
    <>
      {noAnswer && (
        <Offline
          retry={unreachable ? pay : agree}
          busy={sending || posting}
          after={() => box.current?.focus()}
          withNetworkError={page.pageKind === 'pay'}
        />
      )}
      <form
        id="typed"
        method="post"
        action={payHref(page.pageKind, page.token)}
        onSubmit={submit}
        className="agree"
        noValidate={hydrated}
        hidden={noAnswer}
      >
        {page.problem?.at === 'page' && (
          <div id="error-message">
            <Notice tone="problem">{page.problem.text}</Notice>
          </div>
        )}
        {page.note && page.problem?.at !== 'page' && (
          <div id={NOTE} ref={note} tabIndex={-1}>
            <Notice tone="plain">{page.note}</Notice>
          </div>
        )}
        <div className="agree-needs">
          <div className="agree-head">
            <h2>{texts.needs}</h2>
            <PaperAndPen />
          </div>
          <Needs needs={page.needs} prices={card?.prices} />
          <Total offer={card} />
        </div>
        <div className="agree-terms">
          <label className="check">
            <input
              ref={box}
              type="checkbox"
              name="agreed"
              value="yes"
              required
              defaultChecked={page.agreed}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? AGREED_PROBLEM : undefined}
              onChange={e => {
                setAgreed(e.target.checked)
                if (isMissing) go({ ...page, problem: null })
              }}
            />
            <span>
              {texts.iAgreeTo} <LegalLink to="terms" /> {texts.andThe} <LegalLink to="privacy" />.
            </span>
          </label>
          {page.isK12 && <p className="hint">{texts.childTerms}</p>}
          {isMissing && (
            <p className="problem" id={AGREED_PROBLEM} role="alert">
              {page.problem?.text}
            </p>
          )}
          <ReceiptEmail page={page} />
        </div>
        {error && <Notice tone="problem">{error}</Notice>}
        {blocked && (
          <span id={WHY_BLOCKED} hidden>
            {texts.terms_not_agreed}
          </span>
        )}
        <div className="choices">
          {page.accepts.code && (
            <Button name="intent" value="coupons" {...blocked} busy={sending}>
              {page.pageKind === 'pay' ? texts.enterCodes : texts.enterCode}
            </Button>
          )}
          {page.accepts.card && !page.confirming && (
            <Button
              name="intent"
              value="checkout"
              formTarget="_top"
              {...(waits ?? blocked)}
              busy={posting}
              look={page.accepts.code ? 'quiet' : 'primary'}
            >
              {texts.makePayment}
            </Button>
          )}
          {card?.hint && page.problem?.at !== 'page' && <p className="hint">{card.hint}</p>}
        </div>
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}

/** Id of the sentence that says why a button is disabled. */
const WHY_BLOCKED = 'why-blocked'
const AGREED_PROBLEM = 'agreed-problem'
/** Id of the note about an earlier payment, which says why nobody can pay now. */
const NOTE = 'earlier-payment'
