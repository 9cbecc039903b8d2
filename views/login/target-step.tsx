import { type FormEvent, type MouseEvent, useRef } from 'react'
import { captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { type Connection, targetProblem, withPlusOne } from '#src/staff/rules/sign-in.ts'
import { hrefs, paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { useFocusWhenShown } from '../ui/focus-when-shown.ts'
import { fieldsOf } from '../ui/form-fields.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import type { StepProps } from './step-props.ts'

/** Asks for the email or mobile number to send a code to. */
export const TargetStep = ({ page, setPage, send, sending, error }: StepProps) => {
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
