import { type FormEvent, useRef, useState } from 'react'
import { captchaResponse } from '#src/domain/captcha.ts'
import { allProblems } from '#src/domain/form.ts'
import { JoinForm, PaySignUpForm, signUpMessages } from '#src/domain/sign-up.ts'
import type { SignUpPage } from '#src/domain/sign-up-page.ts'
import { toastMs } from '#src/domain/toast.ts'
import { payHref, payPaths, verifyHref } from '../pay-paths.ts'
import { useFocusOnArrival } from '../ui/arrival.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { Toast } from '../ui/toast.tsx'
import { useTypedBefore } from '../ui/typed-before.ts'
import { askForCode } from './ask.ts'
import { PasswordFields } from './password-fields.tsx'

/** In the order of the form. */
const FIELDS = {
  pay: ['name', 'email', 'password'],
  join: ['first_name', 'last_name', 'email', 'password', 'confirm_password'],
}

/** The first step of both sign-ups. What the form posts by itself, the script sends without leaving the page. */
export const EmailStep = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => {
  const joins = page.form === 'join'
  const hydrated = useHydrated()
  const [sending, setSending] = useState(false)
  const [offline, setOffline] = useState(false)
  const [toast, setToast] = useState<string | null>(null)
  const [typed, setTyped] = useState(page.typed)
  const captcha = useCaptcha(page.captcha, { problem: page.problems.recaptcha_response?.[0], quiet: !joins })
  const first = (field: string) => page.problems[field]?.[0]
  const top = useRef<HTMLInputElement>(null)
  useFocusOnArrival(top)
  useTypedBefore(() => setTyped(kept => ({ ...kept, ...pick(fieldsOf(captcha.form.current)) })))

  const submit = async (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault()
    const form = captcha.form.current
    if (sending || !form) return
    const fields = fieldsOf(form)
    const kept = { ...page, typed: { ...page.typed, ...pick(fields) }, note: null }
    const problems = joins
      ? allProblems(JoinForm(page.emailDomain), fields)
      : allProblems(PaySignUpForm(page.emailDomain), fields)
    if (Object.keys(problems).length > 0) {
      go({ ...kept, problems })
      return focusOn(form, Object.keys(problems))
    }
    setSending(true)
    setToast(null)
    const { name, first_name, last_name, email, password } = fields
    const person = joins ? { first_name, last_name, name: `${first_name} ${last_name}` } : { name }
    const asked = await askForCode(page.token, { ...person, email, password }, captchaResponse(fields))
    setSending(false)
    setOffline(asked.kind === 'offline')
    // What the captcha gave is used up, whatever came of it. Where no answer came it most likely is not, and if it is, a code
    // is on its way, which the server says before it looks at the captcha.
    if (asked.kind !== 'done' && asked.kind !== 'offline') captcha.again()
    switch (asked.kind) {
      case 'done':
        return go({ ...kept, step: 'magic_code', problems: {} })
      case 'invalid':
        if (asked.problems.recaptcha_response) setToast(asked.message)
        go({ ...kept, problems: asked.problems })
        return focusOn(form, Object.keys(asked.problems))
      case 'offline':
        return
      case 'wrong':
      case 'closed':
        return location.assign(hrefOf(page))
      case 'other':
        if (asked.message === signUpMessages.tooSoon)
          return go({ ...kept, step: 'magic_code', problems: {}, note: { tone: 'plain', text: asked.message } })
        setToast(asked.message)
        return go({ ...kept, problems: {}, note: { tone: 'problem', text: asked.message } })
      default:
        return asked satisfies never
    }
  }

  /** What was wrong with a field is no longer said once it is being put right. */
  const settle = (...names: string[]) => {
    if (!names.some(name => page.problems[name])) return
    go({
      ...page,
      problems: Object.fromEntries(Object.entries(page.problems).filter(([name]) => !names.includes(name))),
    })
  }
  const wrong = FIELDS[page.form].find(name => page.problems[name])

  const box = (name: keyof typeof typed) => ({
    name,
    defaultValue: page.typed[name],
    problem: first(name),
    required: true,
    // Without a script the page opens where the problem is.
    autoFocus: wrong === name,
    onChange: (e: { target: HTMLInputElement }) => {
      setTyped(t => ({ ...t, [name]: e.target.value }))
      settle(name)
    },
  })
  return (
    <>
      {offline && <Offline retry={() => submit()} busy={sending} after={() => goOnIn(captcha.form.current)} koko />}
      <form
        ref={captcha.form}
        method="post"
        action={hrefOf(page)}
        onSubmit={submit}
        className="sign-up"
        noValidate={hydrated}
        hidden={offline}
      >
        {joins ? (
          <div className="names">
            <Field ref={top} label="First name" autoComplete="given-name" {...box('first_name')} />
            <Field label="Last name" autoComplete="family-name" {...box('last_name')} />
          </div>
        ) : (
          <Field
            ref={top}
            label="Name"
            autoComplete="name"
            hint="First and last name. If you have one name only, write it twice."
            {...box('name')}
          />
        )}
        <Field
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={
            page.emailDomain
              ? signUpMessages.emailDomain(page.emailDomain)
              : 'We send a code there to see that it is yours.'
          }
          {...box('email')}
        />
        <PasswordFields
          joins={joins}
          names={[typed.first_name, typed.last_name]}
          problems={page.problems.password ?? []}
          confirmProblem={first('confirm_password')}
          settle={settle}
          first={wrong}
        />
        {page.isK12 && <p className="parent">{signUpMessages.parent}</p>}
        {captcha.part}
        {page.note && <Notice tone={page.note.tone}>{page.note.text}</Notice>}
        <Button name="intent" value="sign_up" busy={sending} disabled={hydrated && !captcha.passed}>
          {joins ? 'Verify Email' : 'Sign Up'}
        </Button>
        <p className="soft">
          How we look after what you tell us stands in our{' '}
          <a href={payPaths.privacy} target="_blank" rel="noopener" data-dialog="privacy">
            Privacy Policy
          </a>
          .
        </p>
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}

export const hrefOf = (page: Pick<SignUpPage, 'form' | 'token'>) =>
  page.form === 'join' ? verifyHref(page.token) : payHref('pay', page.token)

const fieldsOf = (form: HTMLFormElement | null) =>
  Object.fromEntries(new FormData(form ?? undefined)) as Record<string, string>

/** What may stand in the form again; a password never does. */
const pick = ({ name = '', first_name = '', last_name = '', email = '' }: Record<string, string>) => ({
  name,
  first_name,
  last_name,
  email,
})

/** The first field with a problem, in the order of the form. */
const focusOn = (form: HTMLFormElement, fields: string[]) => {
  const box = [...form.querySelectorAll<HTMLInputElement>('input')].find(input => fields.includes(input.name))
  box?.focus()
}

/** After an answer that came late: at what is not right, else at the button. */
const goOnIn = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true], button')?.focus()
