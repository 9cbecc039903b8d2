import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { type CaptchaNeed, captchaResponse } from '#src/accounts/rules/captcha.ts'
import {
  type Connection,
  signInCodeProblem,
  signInMessages,
  targetProblem,
  withPlusOne,
} from '#src/accounts/rules/sign-in.ts'
import { shownPhone } from '#src/core/rules/format-phone.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { island } from '../island.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { fieldsOf } from '../ui/form-fields.ts'
import { useFocusWhenShown, useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { type CallBody, postJson } from '../ui/post-json.ts'
import { Offline, Toast, useSending } from '../ui/sending.tsx'

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

type LoginPath = typeof paths.magic | typeof paths.signIn

interface StepProps {
  page: LoginPage
  setPage(page: LoginPage): void
  /** `failed` runs after an error answer, because a captcha works for one send only. */
  send<P extends LoginPath>(path: P, body: CallBody<P>, then: () => void, failed?: () => void): void
  sending: boolean
  /** Message of a server error. */
  error: string | null
}

/** Asks for the email or mobile number to send a code to. */
const TargetStep = ({ page, setPage, send, sending, error }: StepProps) => {
  const captcha = useCaptcha(page.captcha, { problem: page.captchaProblem ?? undefined })
  const hydrated = useHydrated()
  const { form } = captcha
  const box = useRef<HTMLInputElement>(null)
  useFocusWhenShown(box)
  const isMobile = page.connection === 'sms'
  const read = () => {
    const fields: Record<string, string> = Object.fromEntries(fieldsOf(form.current))
    // Read the radio button from the form: it may have been changed before hydration.
    const connection: Connection = fields.connection === 'sms' ? 'sms' : 'email'
    const { target = '' } = fields
    return { fields, connection, target, problem: targetProblem(connection, target) }
  }
  const enterRecoveryCode = (event: MouseEvent) => {
    event.preventDefault()
    const { connection, target, problem } = read()
    setPage({ ...page, connection, target, problem, step: problem ? 'target' : 'recovery' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { fields, connection, target, problem } = read()
    if (problem) return setPage({ ...page, problem })
    const next = { ...page, connection, target, step: 'code' as const, problem: null, captchaProblem: null }
    send(
      paths.magic,
      { connection, target, recaptcha_response: captchaResponse(fields) },
      () => setPage(next),
      captcha.reset,
    )
  }
  return (
    <form ref={form} method="post" action={hrefs.login(page.redirect)} onSubmit={submit} noValidate className="form">
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
      <Button name="intent" value="magic" busy={sending} disabled={hydrated && !captcha.passed}>
        Submit
      </Button>
      <Button look="quiet" name="intent" value="recovery" onClick={enterRecoveryCode}>
        I have a recovery code
      </Button>
    </form>
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

const LoginForm = (given: LoginPage) => {
  const [page, setPage] = useState(given)
  const { send: sendCall, setToast, sending, offline, error, toast } = useSending()
  const [sendAgain, setSendAgain] = useState<(() => void) | null>(null)
  const steps = useRef<HTMLDivElement>(null)

  const send: StepProps['send'] = async (path, body, then, failed) => {
    if (sending) return
    setSendAgain(() => () => send(path, body, then, failed))
    const answer = await sendCall(postJson(path, body))
    if (!answer) return
    if (answer.kind === 'answered' && answer.ok) return then()
    failed?.()
    if (answer.kind === 'error') return setPage(p => ({ ...p, problem: null, captchaProblem: null }))
    const { reason, errors: [first] = [] } = answer.body
    const message = first?.message ?? answer.message
    const atCaptcha = reason === 'captcha_failed'
    setPage(p => ({ ...p, [atCaptcha ? 'captchaProblem' : 'problem']: message }))
    if (answer.status !== 422 || atCaptcha) setToast(message)
  }
  const Step = page.step === 'target' ? TargetStep : CodeStep
  return (
    <section className="card">
      {offline && sendAgain && (
        <Offline
          retry={sendAgain}
          busy={sending}
          after={() => steps.current?.querySelector<HTMLElement>('.input')?.focus()}
          withNetworkError={false}
        />
      )}
      <div ref={steps} hidden={offline}>
        <Step page={page} setPage={setPage} send={send} sending={sending} error={error} />
      </div>
      {toast && <Toast key={toast} message={toast} milliseconds={toastMs.login} />}
    </section>
  )
}

export default island('login/login-form', LoginForm, ['ui'])
