import { type Ref, useRef, useState } from 'react'
import { signUpProblems } from '#src/accounts/rules/sign-up.ts'
import type { SignUpPage } from '#src/accounts/rules/sign-up-page.ts'
import { inLists } from '#src/core/rules/form.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { type Captcha, useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { fieldsOf as listFields } from '../ui/form-fields.ts'
import { useFocusWhenShown, useHydrated } from '../ui/hydrated.ts'
import { LegalLink } from '../ui/legal-link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast } from '../ui/notices-in-place.tsx'
import { useSending } from '../ui/sending.tsx'
import { useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'
import type { StepProps } from './code-step.tsx'
import { PasswordFields } from './password-fields.tsx'

const fieldsOf = (form: HTMLFormElement | null): Record<string, string> => Object.fromEntries(listFields(form))

/** Values that may be shown in the form again. Never the password. */
const pick = ({ name = '', first_name = '', last_name = '', email = '' }: Record<string, string>) => ({
  name,
  first_name,
  last_name,
  email,
})

const focusOn = (form: HTMLFormElement, problems: object) =>
  [...form.querySelectorAll<HTMLInputElement>('input')].find(input => input.name in problems)?.focus()

/** Focuses the first invalid field, else the button. */
const focusNext = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true], button')?.focus()

/** Validates and sends the first step. A captcha works for one send: all answers but success use it up. */
const useSignUp = ({ page, go }: StepProps, captcha: Captcha) => {
  const { faults } = useTexts('join')
  // Back shows the first step again, with the names.
  const toCode = (next: SignUpPage) =>
    go({ ...next, typed: { ...pick(fieldsOf(captcha.form.current)), email: next.typed.email, code: '' } })
  const { send, ...shown } = useSending('sign-up/sign-up-panel', toCode)

  const submit = async () => {
    const form = captcha.form.current
    if (!form) return
    const fields = fieldsOf(form)
    const next = { ...page, typed: { ...page.typed, ...pick(fields) }, problems: {}, note: null }
    const showProblems = (problems: SignUpPage['problems']) => {
      go({ ...next, problems })
      focusOn(form, problems)
    }
    const problems = signUpProblems(page.form, fields, { emailDomain: page.emailDomain, faults })
    if (Object.keys(problems).length > 0) return showProblems(problems)

    const answer = await send(form, 'sign_up')
    if (!answer || answer.kind === 'led') return
    captcha.reset()
    if (answer.kind === 'error') return go(next)
    const { '': note, ...atFields } = answer.problems
    if (note === undefined) return showProblems(inLists(atFields))
    // A code is on its way already; else the link does not open now, and its page says why.
    if (answer.status === 429) return go({ ...next, step: 'magic_code', note })
    location.assign(signUpHref(page))
  }
  return { submit, ...shown }
}

interface Props {
  page: SignUpPage
  /** Ref to the first field, which is focused when this step is shown again. */
  top: Ref<HTMLInputElement>
  /** Name of the first field with an error. */
  firstProblem: string | undefined
  /** Called on each change of a field. */
  onType(name: keyof SignUpPage['typed'], value: string): void
}

/** Name and email fields: one name on /pay, first and last on /verify. */
const WhoFields = ({ page, top, firstProblem, onType }: Props) => {
  const texts = useTexts('join')
  const box = (name: keyof SignUpPage['typed']) => ({
    name,
    defaultValue: page.typed[name],
    problem: page.problems[name]?.[0],
    required: true,
    // Focuses the error without JavaScript.
    autoFocus: firstProblem === name,
    onChange: (e: { target: HTMLInputElement }) => onType(name, e.target.value),
  })
  return (
    <>
      {page.form === 'join' ? (
        <div className="names">
          <Field ref={top} label={texts.firstName} autoComplete="given-name" {...box('first_name')} />
          <Field label={texts.lastName} autoComplete="family-name" {...box('last_name')} />
        </div>
      ) : (
        <Field ref={top} label={texts.name} autoComplete="name" hint={texts.nameHint} {...box('name')} />
      )}
      <Field
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          page.emailDomain
            ? texts.faults.email_domain(page.emailDomain)
            : page.form === 'join'
              ? texts.pinHint
              : texts.emailHint
        }
        {...box('email')}
      />
    </>
  )
}

/** First step of both sign-up forms: name, email and password. Sent in the background after hydration. */
export const EmailStep = ({ page, go }: StepProps) => {
  const joins = page.form === 'join'
  const texts = useTexts('join')
  const hydrated = useHydrated()
  const captcha = useCaptcha(page.captcha, { problem: page.problems.recaptcha_response?.[0], quiet: !joins })
  const { submit, sending, offline, error, toast } = useSignUp({ page, go }, captcha)
  const top = useRef<HTMLInputElement>(null)
  useFocusWhenShown(top)
  const [typed, setTyped] = useState(page.typed)
  useTypedBefore(() => setTyped(old => ({ ...old, ...pick(fieldsOf(captcha.form.current)) })))

  /** Clears the error of a field as soon as the person edits it. */
  const clearProblems = (...names: string[]) => {
    const problems = Object.entries(page.problems).filter(([name]) => !names.includes(name))
    if (names.some(name => page.problems[name])) go({ ...page, problems: Object.fromEntries(problems) })
  }
  // They are in the order of the form.
  const [firstProblem] = Object.keys(page.problems)
  return (
    <>
      {offline && (
        <Offline retry={submit} busy={sending} after={() => focusNext(captcha.form.current)} withNetworkError />
      )}
      <form
        ref={captcha.form}
        id="typed"
        method="post"
        action={signUpHref(page)}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        className="sign-up"
        noValidate={hydrated}
        hidden={offline}
      >
        <WhoFields
          page={page}
          top={top}
          firstProblem={firstProblem}
          onType={(name, value) => {
            setTyped(t => ({ ...t, [name]: value }))
            clearProblems(name)
          }}
        />
        <PasswordFields
          joins={joins}
          names={[typed.first_name, typed.last_name]}
          problems={page.problems}
          clearProblems={clearProblems}
          firstProblem={firstProblem}
        />
        {page.isK12 && <p className="parent">{texts.parent}</p>}
        {captcha.part}
        {error && <Notice tone="problem">{error}</Notice>}
        <Button name="intent" value="sign_up" busy={sending} disabled={hydrated && !captcha.passed}>
          {joins ? texts.verifyEmail : texts.signUp}
        </Button>
        <p className="soft">
          {texts.our} <LegalLink to="privacy" /> {texts.protects}
        </p>
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}
