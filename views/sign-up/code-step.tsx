import { useEffect, useRef, useState } from 'react'
import { RESEND_SECONDS } from '#src/accounts/rules/sign-up.ts'
import type { SignUpPage } from '#src/accounts/rules/sign-up-page.ts'
import { inLists } from '#src/core/rules/form.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast } from '../ui/notices-in-place.tsx'
import { useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'

/** Props of a step: the page as it is, and `go` to change it. */
export interface StepProps {
  page: SignUpPage
  go(page: SignUpPage): void
}

/** Second step: the emailed code. Its field has a different name on each page. A right code leads to the pay page. */
export const CodeStep = ({ page, go }: StepProps) => {
  const joins = page.form === 'join'
  const texts = useTexts('join')
  const { back } = useTexts('ui')
  const name = joins ? 'pin_number' : 'code'
  const box = useRef<HTMLInputElement>(null)
  const { send, sending, sends, offline, error, toast } = useSending('sign-up/sign-up-panel', (next: SignUpPage) =>
    go({ ...next, typed: { ...page.typed, code: '' } }),
  )
  const [again, setAgain] = useState(() => () => {})
  const hydrated = useHydrated()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  const submit = async (intent: 'verify' | 'resend') => {
    setAgain(() => () => submit(intent))
    // This form also holds the email.
    const answer = await send(box.current?.form, intent, intent === 'verify')
    if (!answer) return
    // A code from before works no more.
    if (intent === 'resend' && answer.kind === 'led' && box.current) box.current.value = ''
    if (answer.kind !== 'led') {
      const { '': note = null, ...problems } = answer.kind === 'refused' ? answer.problems : {}
      // The link does not open now. Its page says why.
      if (note !== null && answer.status !== 429) return location.assign(signUpHref(page))
      go({ ...page, note, problems: inLists(problems) })
    }
    box.current?.focus()
  }

  return (
    <>
      {offline && <Offline retry={again} busy={sending} after={() => box.current?.focus()} withNetworkError />}
      <form
        method="post"
        action={signUpHref(page)}
        onSubmit={event => {
          event.preventDefault()
          submit('verify')
        }}
        id="typed"
        className="sign-up"
        hidden={offline}
      >
        <p>{joins ? texts.sentPin(page.typed.email) : texts.sent(page.typed.email)}</p>
        <div role="status">{page.note && <Notice tone="plain">{page.note}</Notice>}</div>
        <input type="hidden" name="email" value={page.typed.email} />
        <Field
          ref={box}
          label={joins ? texts.pin : texts.code}
          name={name}
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          defaultValue={page.typed.code}
          hint={texts.codeHint(CODE_MS / 60_000)}
          problem={page.problems[name]?.[0]}
          // Focus without JavaScript. After hydration the effect above does it.
          autoFocus={!hydrated}
        />
        {error && <Notice tone="problem">{error}</Notice>}
        <Button name="intent" value="verify" busy={sends('verify')}>
          {joins ? texts.verifyPin : texts.verifyEmail}
        </Button>
      </form>
      {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      <div className="after-code" hidden={offline}>
        <Resend page={page} resend={() => submit('resend')} busy={sends('resend')} />
        <a
          className="button button-quiet"
          href={signUpHref(page)}
          onClick={event => {
            event.preventDefault()
            history.replaceState(null, '', signUpHref(page))
            go({ ...page, step: 'email', problems: {}, note: null })
          }}
        >
          {back}
        </a>
      </div>
    </>
  )
}

/** Resends the code. A separate form, so that it needs no code. Disabled for the first 30 seconds. */
const Resend = ({ page, resend, busy }: { page: SignUpPage; resend(): void; busy: boolean }) => {
  const hydrated = useHydrated()
  const [left, setLeft] = useState(RESEND_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft(seconds => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const waits = hydrated && left > 0
  // Named like the field.
  const texts = useTexts('join')
  const send = page.form === 'join' ? texts.sendNewPin : texts.sendNewCode
  return (
    <form
      method="post"
      action={signUpHref(page)}
      onSubmit={event => {
        event.preventDefault()
        setLeft(RESEND_SECONDS)
        resend()
      }}
    >
      <input type="hidden" name="email" value={page.typed.email} />
      <Button name="intent" value="resend" look="quiet" disabled={waits} busy={busy}>
        {waits ? `${send} (${left}\u00a0s)` : send}
      </Button>
    </form>
  )
}
