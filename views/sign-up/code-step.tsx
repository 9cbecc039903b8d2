import { type FormEvent, useEffect, useRef, useState } from 'react'
import { checkForm } from '#src/domain/form.ts'
import { PinForm, RESEND_SECONDS, signUpMessages, VerifyCodeForm } from '#src/domain/sign-up.ts'
import type { SignUpPage } from '#src/domain/sign-up-page.ts'
import { toastMs } from '#src/domain/toast.ts'
import { codeValidity } from '#src/domain/typed-code.ts'
import { payHref, signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { usePosting } from '../ui/posting.ts'
import { useSending } from '../ui/sending.ts'
import { Toast } from '../ui/toast.tsx'
import { askToVerify } from './ask.ts'

/** The code of the message: under its own name on each page. A right one leads to the pay page of the enrollment. */
export const CodeStep = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => {
  const joins = page.form === 'join'
  const name = joins ? 'pin_number' : 'code'
  const box = useRef<HTMLInputElement>(null)
  const { answerTo, sending, offline, broken, toast } = useSending()
  const { posting, away, postWhenThere } = usePosting()
  const noAnswer = offline || away
  const hydrated = useHydrated()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const wrong = (text: string) => {
    go({ ...page, note: null, problems: { [name]: [text] } })
    box.current?.focus()
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (sending) return
    const typed = { [name]: box.current?.value ?? '' }
    const checked = joins ? checkForm(PinForm, typed) : checkForm(VerifyCodeForm, typed)
    if (!checked.ok) return wrong(checked.problems[name] ?? '')
    const asked = await answerTo(askToVerify(page.token, page.typed.email, typed[name] ?? ''))
    if (!asked) return
    if (asked.kind === 'done') {
      const { token } = asked.body.lti_enrollment as { token: string }
      return location.assign(payHref('pay', token))
    }
    if (asked.kind === 'closed') return location.assign(signUpHref(page))
    if (asked.kind === 'wrong') return wrong(joins ? signUpMessages.pinWrong : asked.message)
    if (asked.kind === 'broken') return go({ ...page, note: null, problems: {} })
    wrong(asked.message)
  }

  const resend = (event?: FormEvent) => {
    event?.preventDefault()
    // The form of the code names the email too.
    postWhenThere(box.current?.form, 'resend')
  }

  return (
    <>
      {noAnswer && (
        <Offline retry={away ? resend : submit} busy={sending || posting} after={() => box.current?.focus()} koko />
      )}
      <form method="post" action={signUpHref(page)} onSubmit={submit} className="sign-up" hidden={noAnswer}>
        <p>{signUpMessages.sent(page.typed.email)}</p>
        {page.note && <Notice tone={page.note.tone}>{page.note.text}</Notice>}
        <input type="hidden" name="email" value={page.typed.email} />
        <Field
          ref={box}
          label={joins ? 'Pin number' : 'Code'}
          name={name}
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          defaultValue={page.typed.code}
          hint={`${codeValidity} After that, ask for a new one. Look in your junk mail too.`}
          problem={page.problems[name]?.[0]}
          // Without a script the page opens at its one box, as it does with one.
          autoFocus={!hydrated}
        />
        {broken && <Notice tone="problem">{broken}</Notice>}
        <Button name="intent" value="verify" busy={sending}>
          {joins ? 'Verify Pin Number' : 'Verify Email'}
        </Button>
      </form>
      {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      <div className="after-code" hidden={noAnswer}>
        <Resend page={page} onSubmit={resend} busy={posting} />
        <Back page={page} go={go} />
      </div>
    </>
  )
}

interface ResendProps {
  page: SignUpPage
  onSubmit(event: FormEvent): void
  busy: boolean
}

/** A form of its own, so that it needs no code. The next one may be asked for after 30 seconds. */
const Resend = ({ page, onSubmit, busy }: ResendProps) => {
  const hydrated = useHydrated()
  const [left, setLeft] = useState(RESEND_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft(seconds => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const waits = hydrated && left > 0
  // It is called as its box is.
  const send = `Send a new ${page.form === 'join' ? 'pin number' : 'code'}`
  return (
    <form method="post" action={signUpHref(page)} onSubmit={onSubmit}>
      <input type="hidden" name="email" value={page.typed.email} />
      <Button name="intent" value="resend" look="quiet" disabled={waits} busy={busy}>
        {waits ? `${send} (${left} s)` : send}
      </Button>
    </form>
  )
}

/** Back to the first step; without a script that is the page itself. */
const Back = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => (
  <a
    className="button button-quiet"
    href={signUpHref(page)}
    onClick={event => {
      event.preventDefault()
      go({ ...page, step: 'email', problems: {}, note: null })
    }}
  >
    Back
  </a>
)
