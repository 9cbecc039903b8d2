import { allProblems } from '#src/core/rules/form.ts'
import { captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { JoinForm, PaySignUpForm } from '#src/sign-up/rules/sign-up.ts'
import type { SignUpPage } from '#src/sign-up/rules/sign-up-page.ts'
import { signUpHref } from '../pay-paths.ts'
import type { Captcha } from '../ui/captcha.tsx'
import { useSending } from '../ui/sending.ts'
import { useTexts } from '../ui/texts.ts'
import { fieldsOf, focusOn, pick } from './form-fields.ts'
import { sendCode } from './sign-up-calls.ts'

/** Validates and sends the first step. The answer becomes the next page. */
export const useSignUp = (page: SignUpPage, go: (page: SignUpPage) => void, captcha: Captcha) => {
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
