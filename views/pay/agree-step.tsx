import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PayPage } from '#src/domain/pay-page.ts'
import { cleanEmail, emailMessage } from '#src/domain/person.ts'
import { payHref, payPaths } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { still } from '../ui/still.ts'
import { ReceiptEmail, Total } from './card-offer.tsx'
import { Needs } from './needs.tsx'

/** The terms, and the choice between a code and a card. Both buttons wait for the box to be checked (spec §2). */
export const AgreeStep = ({ page, go }: { page: PayPage; go: (page: PayPage) => void }) => {
  const box = useRef<HTMLInputElement>(null)
  const [agreed, setAgreed] = useState(page.agreed)
  const [going, setGoing] = useState(false)
  const hydrated = useHydrated()
  // The box may have been checked before the script came: what stands there counts.
  useEffect(() => setAgreed(box.current?.checked ?? false), [])

  /** What a receipt's address must be, before the page is left for the checkout. */
  const toCheckout = (event: FormEvent<HTMLFormElement>) => {
    const place = event.currentTarget.elements.namedItem('receipt_email') as HTMLInputElement | null
    if (!place || cleanEmail(place.value)) return
    event.preventDefault()
    go({ ...page, receiptEmail: place.value, problem: { at: 'receipt', text: emailMessage } })
    place.focus()
  }

  /** A code needs no page load: the agreement is posted to this page's own address and the next step stands there. */
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    if (pressed?.value !== 'coupons') return toCheckout(event)
    event.preventDefault()
    if (going) return
    setGoing(true)
    const form = event.currentTarget
    const href = payHref(page.door, page.token, 'coupons')
    try {
      const fields = new URLSearchParams({ agreed: 'yes', intent: 'coupons' })
      const answer = await fetch(form.action, { method: 'POST', body: fields, redirect: 'manual' })
      if (answer.type !== 'opaqueredirect') return location.assign(href)
      history.replaceState(null, '', href)
      go({ ...page, agreed: true, step: 'coupons', problem: null, note: null })
    } catch {
      location.assign(href)
    }
  }

  const { card } = page
  return (
    <form
      method="post"
      action={payHref(page.door, page.token)}
      onSubmit={submit}
      className="agree"
      noValidate={hydrated}
    >
      {page.problem?.at === 'page' && (
        <div id="error-message">
          <Notice tone="problem">{page.problem.text}</Notice>
        </div>
      )}
      {page.note && page.problem?.at !== 'page' && <Notice tone="plain">{page.note}</Notice>}
      <h2>Your course needs</h2>
      <div className="needs-and-total">
        <Needs needs={page.needs} prices={card?.prices} />
        <Total offer={card} />
      </div>
      <label className="check">
        <input
          ref={box}
          type="checkbox"
          name="agreed"
          value="yes"
          required
          defaultChecked={page.agreed}
          onChange={e => setAgreed(e.target.checked)}
        />
        <span {...still(Agreement, {})} />
      </label>
      {page.problem?.at === 'agreed' && (
        <p className="problem" role="alert">
          {page.problem.text}
        </p>
      )}
      <ReceiptEmail page={page} />
      <div
        className="choices"
        {...still(Choices, {
          door: page.door,
          byCode: page.accepts.code,
          byCard: page.accepts.card,
          disabled: hydrated && !agreed,
          going,
          waiting: card?.waiting ?? false,
          note: page.problem?.at === 'page' ? null : (card?.note ?? null),
        })}
      />
    </form>
  )
}

const Agreement = () => (
  <>
    I agree to the{' '}
    <a href={payPaths.terms} target="_blank" rel="noopener" data-dialog="terms">
      Terms of Use
    </a>{' '}
    and the{' '}
    <a href={payPaths.privacy} target="_blank" rel="noopener" data-dialog="privacy">
      Privacy Policy
    </a>
    .
  </>
)

type ChoicesProps = {
  door: PayPage['door']
  byCode: boolean
  byCard: boolean
  disabled: boolean
  going: boolean
  waiting: boolean
  note: string | null
}

const Choices = ({ door, byCode, byCard, disabled, going, waiting, note }: ChoicesProps) => (
  <>
    {byCode && (
      <Button name="intent" value="coupons" disabled={disabled} busy={going}>
        {door === 'pay' ? 'Enter Code(s)' : 'Enter Access Code'}
      </Button>
    )}
    {byCard && (
      // The provider's page cannot be framed: it opens in the top window, where the LMS frames this one.
      <Button
        name="intent"
        value="checkout"
        formTarget="_top"
        disabled={disabled || waiting}
        look={byCode ? 'quiet' : 'primary'}
      >
        Make Payment
      </Button>
    )}
    {byCard && note && <p className="hint">{note}</p>}
  </>
)
