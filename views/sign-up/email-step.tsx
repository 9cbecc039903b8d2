import { type Ref, useRef, useState } from 'react'
import { captchaResponse } from '#src/accounts/rules/captcha.ts'
import { JoinForm, PaySignUpForm } from '#src/accounts/rules/sign-up.ts'
import type { SignUpForm, SignUpPage } from '#src/accounts/rules/sign-up-page.ts'
import { allProblems } from '#src/core/rules/form.ts'
import { toastMs } from '#src/core/rules/toast.ts'
import { inLanguage, payPaths, signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { type Captcha, useCaptcha } from '../ui/captcha.tsx'
import { Field } from '../ui/field.tsx'
import { fieldsOf as listFields } from '../ui/form-fields.ts'
import { useFocusWhenShown, useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline, Toast, useSending } from '../ui/sending.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'
import { PasswordFields } from './password-fields.tsx'
import { sendCode } from './sign-up-calls.ts'

/** Field names, in the order of the form. */
const FIELDS = {
  pay: ['name', 'email', 'password'],
  join: ['first_name', 'last_name', 'email', 'password', 'confirm_password'],
}

/** Returns the first field with an error. */
const firstWrong = (form: SignUpForm, problems: object): string | undefined =>
  FIELDS[form].find(name => name in problems)

export const fieldsOf = (form: HTMLFormElement | null): Record<string, string> => Object.fromEntries(listFields(form))

/** Values that may be shown in the form again. Never the password. */
export const pick = ({ name = '', first_name = '', last_name = '', email = '' }: Record<string, string>) => ({
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

/** Validates and sends the first step. The answer becomes the next page. */
const useSignUp = (page: SignUpPage, go: (page: SignUpPage) => void, captcha: Captcha) => {
  const { faults } = useTexts('join')
  const { send, setToast, ...shown } = useSending()

  const submit = async () => {
    const form = captcha.form.current
    if (shown.sending || !form) return
    const fields = fieldsOf(form)
    const next = { ...page, typed: { ...page.typed, ...pick(fields) }, note: null }
    const showProblems = (problems: SignUpPage['problems']) => {
      go({ ...next, problems })
      focusOn(form, problems)
    }
    const problems =
      page.form === 'join'
        ? allProblems(JoinForm(page.emailDomain, faults), fields)
        : allProblems(PaySignUpForm(page.emailDomain, faults), fields)
    if (Object.keys(problems).length > 0) return showProblems(problems)

    const answer = await send(sendCode(page.token, personOf(page, fields), captchaResponse(fields)))
    // Without an answer the captcha is probably unused. If it was used, a code is on its way, and the server says so
    // before it checks the captcha. Every other answer except success uses it up.
    if (!answer) return
    if (answer.kind !== 'done') captcha.reset()
    switch (answer.kind) {
      case 'done':
        return go({ ...next, step: 'magic_code', problems: {} })
      case 'invalid':
        if (answer.problems.recaptcha_response) setToast(answer.message)
        return showProblems(answer.problems)
      case 'wrong':
      case 'closed':
        return location.assign(signUpHref(page))
      case 'error':
        if (answer.reason === 'code_just_sent')
          return go({ ...next, step: 'magic_code', problems: {}, note: { tone: 'plain', text: answer.message } })
        return go({ ...next, problems: {}, note: { tone: 'problem', text: answer.message } })
      default:
        return answer satisfies never
    }
  }
  return { submit, ...shown }
}

const personOf = (page: SignUpPage, { name, first_name, last_name, email, password }: Record<string, string>) =>
  page.form === 'join'
    ? { first_name, last_name, name: `${first_name} ${last_name}`, email, password }
    : { name, email, password }

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
export const EmailStep = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => {
  const joins = page.form === 'join'
  const texts = useTexts('join')
  const language = useLanguage()
  const hydrated = useHydrated()
  const captcha = useCaptcha(page.captcha, { problem: page.problems.recaptcha_response?.[0], quiet: !joins })
  const { submit, sending, offline, toast } = useSignUp(page, go, captcha)
  const top = useRef<HTMLInputElement>(null)
  useFocusWhenShown(top)
  const [typed, setTyped] = useState(page.typed)
  useTypedBefore(() => setTyped(old => ({ ...old, ...pick(fieldsOf(captcha.form.current)) })))

  /** Clears the error of a field as soon as the person edits it. */
  const clearProblems = (...names: string[]) => {
    const problems = Object.entries(page.problems).filter(([name]) => !names.includes(name))
    if (names.some(name => page.problems[name])) go({ ...page, problems: Object.fromEntries(problems) })
  }
  const firstProblem = firstWrong(page.form, page.problems)
  return (
    <>
      {offline && (
        <Offline retry={submit} busy={sending} after={() => focusNext(captcha.form.current)} withNetworkError />
      )}
      <form
        ref={captcha.form}
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
          problems={page.problems.password ?? []}
          confirmProblem={page.problems.confirm_password?.[0]}
          clearProblems={clearProblems}
          firstProblem={firstProblem}
        />
        {page.isK12 && <p className="parent">{texts.parent}</p>}
        {captcha.part}
        {page.note && <Notice tone={page.note.tone}>{page.note.text}</Notice>}
        <Button name="intent" value="sign_up" busy={sending} disabled={hydrated && !captcha.passed}>
          {joins ? texts.verifyEmail : texts.signUp}
        </Button>
        <p className="soft">
          {texts.our}{' '}
          <a href={inLanguage(payPaths.privacy, language)} target="_blank" rel="noopener" data-dialog="privacy">
            {useTexts('ui').privacy}
          </a>{' '}
          {texts.protects}
        </p>
        {toast && <Toast key={toast} message={toast} milliseconds={toastMs.pay} />}
      </form>
    </>
  )
}
