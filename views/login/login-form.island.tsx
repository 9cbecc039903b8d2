import { type ReactNode, useRef, useState } from 'react'
import type { CaptchaNeed } from '#src/accounts/rules/captcha.ts'
import { type Connection, signInMessages, withPlusOne } from '#src/accounts/rules/sign-in.ts'
import { shownPhone } from '#src/core/rules/format-phone.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { island } from '../island.ts'
import { hrefs } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type Captcha, useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusWhenShown, useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast } from '../ui/notices-in-place.tsx'
import { useSending } from '../ui/sending.tsx'

export interface LoginPage {
  /** Said at the step of the code: a new one was sent. */
  note?: string
  step: 'target' | 'code' | 'recovery'
  connection: Connection
  target: string
  problem: string | null
  captcha: CaptchaNeed
  captchaProblem: string | null
  /** Address to open after login. The server checked that it is a local path. */
  redirect: string
}

interface StepFormProps extends Pick<StepProps, 'page' | 'submit'> {
  /** The button that Enter presses. */
  intent: string
  captcha?: Captcha
  className?: string
  children: ReactNode
}

const StepForm = ({ page, submit, intent, captcha, className = 'form', children }: StepFormProps) => (
  <form
    ref={captcha?.form}
    method="post"
    action={hrefs.login(page.redirect)}
    onSubmit={event => {
      event.preventDefault()
      submit(event.currentTarget, intent, captcha)
    }}
    noValidate
    className={className}
  >
    {children}
  </form>
)

interface StepProps {
  page: LoginPage
  setPage(page: LoginPage): void
  /** Sends a form as its button would. A captcha works for one send only. */
  submit(form: HTMLFormElement, intent: string, captcha?: Captcha): void
  /** True while the button of this name is being answered. */
  sends(intent: string): boolean
  /** Message of a server error. */
  error: string | null
}

/** Asks for the email or mobile number to send a code to. */
const TargetStep = ({ page, setPage, submit, sends, error }: StepProps) => {
  const captcha = useCaptcha(page.captcha, { problem: page.captchaProblem ?? undefined })
  const hydrated = useHydrated()
  const box = useRef<HTMLInputElement>(null)
  useFocusWhenShown(box)
  const isMobile = page.connection === 'sms'
  return (
    <StepForm page={page} submit={submit} intent="magic" captcha={captcha}>
      <fieldset className="toggle">
        <legend>Send the code to my</legend>
        {(['email', 'sms'] as const).map(way => (
          <label key={way}>
            <input
              type="radio"
              name="connection"
              value={way}
              defaultChecked={page.connection === way}
              onChange={() => setPage({ ...page, connection: way, problem: null })}
            />
            <span>{way === 'email' ? 'Email' : 'Mobile'}</span>
          </label>
        ))}
      </fieldset>
      <Field
        ref={box}
        label={<TargetLabel />}
        name="target"
        type={isMobile ? 'tel' : 'text'}
        inputMode={isMobile ? 'tel' : 'email'}
        autoComplete={isMobile ? 'tel' : 'email'}
        defaultValue={page.target}
        onInput={event => {
          if (isMobile) event.currentTarget.value = withPlusOne(event.currentTarget.value)
        }}
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
        problem={page.problem ?? undefined}
      />
      {captcha.part}
      {error && <Notice tone="problem">{error}</Notice>}
      <Button name="intent" value="magic" busy={sends('magic')} disabled={hydrated && !captcha.passed}>
        Submit
      </Button>
      <Button
        look="quiet"
        name="intent"
        value="recovery"
        onClick={event => {
          event.preventDefault()
          if (event.currentTarget.form) submit(event.currentTarget.form, 'recovery')
        }}
      >
        I have a recovery code
      </Button>
    </StepForm>
  )
}

/** CSS shows the part that matches the chosen way, so it works without JavaScript. */
const TargetLabel = () => (
  <>
    <span className="by-email">Email</span>
    <span className="by-either"> or </span>
    <span className="by-mobile">mobile number</span>
  </>
)

const CODE_INPUT = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
const RECOVERY_INPUT = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

/** Asks for the code that was sent, or for a recovery code. */
const EnterCode = ({ page, setPage, submit, sends, error }: StepProps) => {
  const isMobile = page.connection === 'sms'
  const isRecovery = page.step === 'recovery'
  return (
    <StepForm page={page} submit={submit} intent="login">
      <Notice tone="plain">
        {isRecovery ? (
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
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        className="input-code"
        {...(isRecovery ? RECOVERY_INPUT : CODE_INPUT)}
        autoFocus
        problem={page.problem ?? undefined}
      />
      {error && <Notice tone="problem">{error}</Notice>}
      <div className="choices">
        <Button name="intent" value="login" busy={sends('login')}>
          Log in
        </Button>
        <a
          className="button button-quiet"
          href={hrefs.login(page.redirect)}
          onClick={event => {
            event.preventDefault()
            history.replaceState(null, '', event.currentTarget.href)
            setPage({ ...page, step: 'target', problem: null })
          }}
        >
          Back
        </a>
      </div>
    </StepForm>
  )
}

/** Sends a new code to the same target. A form of its own, with a captcha, because each one works once. It starts when the form is opened. */
const SendNewCode = ({ page, submit, sends }: StepProps) => {
  const captcha = useCaptcha(page.captcha, { problem: page.captchaProblem ?? undefined })
  const hydrated = useHydrated()
  const { connection, target } = page
  return (
    <details
      className="ask"
      open={page.captchaProblem !== null || undefined}
      onToggle={event => event.currentTarget.open && captcha.begin()}
    >
      <summary className="button button-quiet">{signInMessages.noCode}</summary>
      <StepForm page={page} submit={submit} intent="magic" captcha={captcha} className="ask-form">
        <input type="hidden" name="connection" value={connection} />
        <input type="hidden" name="target" value={target} />
        <input type="hidden" name="step" value="code" />
        {captcha.part}
        <Button name="intent" value="magic" look="quiet" busy={sends('magic')} disabled={hydrated && !captcha.passed}>
          Send a new code
        </Button>
      </StepForm>
    </details>
  )
}

const LoginForm = (given: LoginPage) => {
  const [page, setPage] = useState(given)
  const { send, sending, sends, offline, error, toast } = useSending('login/login-form', setPage)
  const [again, setAgain] = useState(() => () => {})
  const steps = useRef<HTMLDivElement>(null)

  const submit: StepProps['submit'] = async (form, intent, captcha) => {
    setAgain(() => () => submit(form, intent, captcha))
    const answer = await send(form, intent, intent === 'login')
    if (!answer) return
    if (answer.kind !== 'led' || page.step === 'code') captcha?.reset()
    if (answer.kind === 'led') return
    const refusal = answer.kind === 'refused' ? answer : null
    const captchaProblem = refusal?.problems.recaptcha_response ?? null
    setPage(p => ({ ...p, problem: captchaProblem ? null : (refusal?.message ?? null), captchaProblem }))
  }
  const props = { page, setPage, submit, sends, error }
  return (
    <section className="card">
      {offline && (
        <Offline
          retry={again}
          busy={sending}
          after={() => steps.current?.querySelector<HTMLElement>('.input')?.focus()}
          withNetworkError={false}
        />
      )}
      <div ref={steps} hidden={offline}>
        {page.step === 'target' ? <TargetStep {...props} /> : <EnterCode {...props} />}
        {page.step === 'code' && <SendNewCode {...props} />}
      </div>
      {toast && <Toast key={toast} message={toast} milliseconds={toastMs.login} />}
    </section>
  )
}

export default island('login/login-form', LoginForm, ['ui'])
