import { type FormEvent, useRef } from 'react'
import { shownPhone } from '#src/core/rules/format-phone.ts'
import { captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { signInCodeProblem, signInMessages } from '#src/staff/rules/sign-in.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { fieldsOf } from '../ui/form-fields.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import type { StepProps } from './step-props.ts'

const CODE_INPUT = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 } as const
const RECOVERY_INPUT = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 20 } as const

/** Asks for the code that was sent, or for a recovery code. */
export const CodeStep = (props: StepProps) => (
  <>
    <EnterCode {...props} />
    {props.page.step === 'code' && <SendNewCode {...props} />}
  </>
)

const EnterCode = ({ page, setPage, send, sending, error }: StepProps) => {
  const form = useRef<HTMLFormElement>(null)
  const isMobile = page.connection === 'sms'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { connection, target } = page
    const code = String(new FormData(form.current ?? undefined).get('code') ?? '').trim()
    const problem = signInCodeProblem(code)
    if (problem) return setPage({ ...page, problem })
    send(paths.signIn, { connection, target, code }, () => location.assign(hrefs.yourName(page.redirect)))
  }
  return (
    <form ref={form} method="post" action={hrefs.login(page.redirect)} onSubmit={submit} noValidate className="form">
      <Notice tone="plain">
        {page.step === 'recovery' ? (
          <span>{signInMessages.recovery}</span>
        ) : (
          <span>
            {signInMessages.sent} {isMobile ? 'Look for it in a text to' : 'Look for it in the inbox of'}{' '}
            <strong className="whole">{isMobile ? shownPhone(page.target) : page.target}</strong>.{' '}
            {signInMessages.newCode}
          </span>
        )}
      </Notice>
      <div role="status">{page.note && <Notice tone="good">{page.note}</Notice>}</div>
      <input type="hidden" name="connection" value={page.connection} />
      <input type="hidden" name="target" value={page.target} />
      <input type="hidden" name="step" value={page.step} />
      <Field
        label={page.step === 'recovery' ? 'Recovery code' : 'Code'}
        name="code"
        className="input-code"
        {...(page.step === 'recovery' ? RECOVERY_INPUT : CODE_INPUT)}
        autoFocus
        problem={page.problem ?? undefined}
      />
      {error && <Notice tone="problem">{error}</Notice>}
      <div className="choices">
        <Button name="intent" value="login" busy={sending}>
          Log in
        </Button>
        <a
          className="button button-quiet"
          href={hrefs.login(page.redirect)}
          onClick={event => {
            event.preventDefault()
            setPage({ ...page, step: 'target', problem: null })
          }}
        >
          Back
        </a>
      </div>
    </form>
  )
}

/** Sends a new code to the same target. A form of its own, with a captcha, because each one works once. It starts when the form is opened. */
const SendNewCode = ({ page, setPage, send, sending }: StepProps) => {
  const captcha = useCaptcha(page.captcha, { problem: page.captchaProblem ?? undefined })
  const hydrated = useHydrated()
  const { connection, target } = page
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const recaptcha_response = captchaResponse(Object.fromEntries(fieldsOf(captcha.form.current)))
    send(
      paths.magic,
      { connection, target, recaptcha_response },
      () => {
        setPage({ ...page, problem: null, captchaProblem: null, note: signInMessages.sentAgain })
        captcha.reset()
      },
      captcha.reset,
    )
  }
  return (
    <details
      className="ask"
      open={page.captchaProblem !== null || undefined}
      onToggle={event => event.currentTarget.open && captcha.begin()}
    >
      <summary className="button button-quiet">{signInMessages.noCode}</summary>
      <form
        ref={captcha.form}
        method="post"
        action={hrefs.login(page.redirect)}
        onSubmit={submit}
        noValidate
        className="ask-form"
      >
        <input type="hidden" name="connection" value={connection} />
        <input type="hidden" name="target" value={target} />
        <input type="hidden" name="step" value="code" />
        {captcha.part}
        <Button name="intent" value="magic" look="quiet" busy={sending} disabled={hydrated && !captcha.passed}>
          Send a new code
        </Button>
      </form>
    </details>
  )
}
