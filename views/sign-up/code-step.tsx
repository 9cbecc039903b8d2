import { type FormEvent, useEffect, useRef, useState } from 'react'
import { codeProblem, RESEND_SECONDS } from '#src/accounts/rules/sign-up.ts'
import type { SignUpPage } from '#src/accounts/rules/sign-up-page.ts'
import { CODE_MS, CODE_TRIES } from '#src/core/rules/one-time-code.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { payHref, signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast, usePosting, useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'
import { verifyCode } from './sign-up-calls.ts'

/** The address that a code was sent to, kept in this tab, so that a reload stays at the step that asks for the code. */
const keyOf = (token: string): string => `signbook-sign-up ${token}`

export const keepSentTo = (token: string, email: string): void => {
  try {
    sessionStorage.setItem(keyOf(token), email)
  } catch {
    // The browser stores nothing here. After a reload the person starts again.
  }
}

const forgetSentTo = (token: string): void => {
  try {
    sessionStorage.removeItem(keyOf(token))
  } catch {
    // Nothing was stored.
  }
}

export const readSentTo = (token: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(token))
  } catch {
    return null
  }
}

/** Second step: the emailed code. Its field has a different name on each page. A right code leads to the pay page. */
export const CodeStep = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => {
  const joins = page.form === 'join'
  const texts = useTexts('join')
  const { faults } = texts
  const { wrongCode } = useTexts('ui')
  const wrong = joins ? faults.pin_wrong : wrongCode
  const missing = joins ? faults.pin_required : faults.code_required
  const name = joins ? 'pin_number' : 'code'
  const box = useRef<HTMLInputElement>(null)
  const { send, sending, offline, error, toast } = useSending()
  const { posting, unreachable, postWhenOnline } = usePosting()
  const noAnswer = offline || unreachable
  const hydrated = useHydrated()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const showProblem = (text: string) => {
    go({ ...page, note: null, problems: { [name]: [text] } })
    box.current?.focus()
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (sending) return
    const typed = box.current?.value ?? ''
    const problem = codeProblem(typed)
    if (problem) return showProblem(problem === 'code_required' ? missing : wrong)
    const answer = await send(verifyCode(page.token, page.typed.email, typed))
    if (!answer) return
    if (answer.kind === 'done' || answer.kind === 'closed') forgetSentTo(page.token)
    if (answer.kind === 'done') return location.assign(payHref('pay', answer.body.lti_enrollment.token))
    if (answer.kind === 'closed') return location.assign(signUpHref(page))
    if (answer.kind === 'wrong') return showProblem(wrong)
    if (answer.kind === 'error') return go({ ...page, note: null, problems: {} })
    showProblem(answer.message)
  }

  const resend = (event?: FormEvent) => {
    event?.preventDefault()
    // The code form also holds the email.
    postWhenOnline(box.current?.form, 'resend')
  }

  return (
    <>
      {noAnswer && (
        <Offline
          retry={unreachable ? resend : submit}
          busy={sending || posting}
          after={() => box.current?.focus()}
          withNetworkError
        />
      )}
      <form method="post" action={signUpHref(page)} onSubmit={submit} className="sign-up" hidden={noAnswer}>
        <p>{joins ? texts.sentPin(page.typed.email) : texts.sent(page.typed.email)}</p>
        {page.note && <Notice tone={page.note.tone}>{page.note.text}</Notice>}
        <input type="hidden" name="email" value={page.typed.email} />
        <Field
          ref={box}
          label={joins ? texts.pin : texts.code}
          name={name}
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          defaultValue={page.typed.code}
          hint={texts.codeHint(CODE_MS / 60_000, CODE_TRIES)}
          problem={page.problems[name]?.[0]}
          // Focus without JavaScript. After hydration the effect above does it.
          autoFocus={!hydrated}
        />
        {error && <Notice tone="problem">{error}</Notice>}
        <Button name="intent" value="verify" busy={sending}>
          {joins ? texts.verifyPin : texts.verifyEmail}
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

/** Resends the code. A separate form, so that it needs no code. Disabled for the first 30 seconds. */
const Resend = ({ page, onSubmit, busy }: ResendProps) => {
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
    <form method="post" action={signUpHref(page)} onSubmit={onSubmit}>
      <input type="hidden" name="email" value={page.typed.email} />
      <Button name="intent" value="resend" look="quiet" disabled={waits} busy={busy}>
        {waits ? `${send} (${left} s)` : send}
      </Button>
    </form>
  )
}

/** Link back to the first step. Without JavaScript it reloads the page. */
const Back = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => (
  <a
    className="button button-quiet"
    href={signUpHref(page)}
    onClick={event => {
      event.preventDefault()
      forgetSentTo(page.token)
      go({ ...page, step: 'email', problems: {}, note: null })
    }}
  >
    {useTexts('ui').back}
  </a>
)
