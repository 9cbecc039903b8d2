import { captchaResponse } from '#src/domain/captcha.ts'
import { allProblems } from '#src/domain/form.ts'
import { JoinForm, PaySignUpForm, signUpMessages } from '#src/domain/sign-up.ts'
import type { SignUpPage } from '#src/domain/sign-up-page.ts'
import { signUpHref } from '../pay-paths.ts'
import type { Captcha } from '../ui/captcha.tsx'
import { useSending } from '../ui/sending.ts'
import { askForCode } from './ask.ts'
import { fieldsOf, focusOn, pick } from './form-fields.ts'

/** Sends the first step: checked here, then asked of the server, and what it answers becomes the next page. */
export const useSignUp = (page: SignUpPage, go: (page: SignUpPage) => void, captcha: Captcha) => {
  const { answerTo, setToast, ...shown } = useSending()

  const submit = async () => {
    const form = captcha.form.current
    if (shown.sending || !form) return
    const fields = fieldsOf(form)
    const kept = { ...page, typed: { ...page.typed, ...pick(fields) }, note: null }
    const wrong = (problems: SignUpPage['problems']) => {
      go({ ...kept, problems })
      focusOn(form, problems)
    }
    const problems =
      page.form === 'join'
        ? allProblems(JoinForm(page.emailDomain), fields)
        : allProblems(PaySignUpForm(page.emailDomain), fields)
    if (Object.keys(problems).length > 0) return wrong(problems)

    const asked = await answerTo(askForCode(page.token, personOf(page, fields), captchaResponse(fields)))
    // Where no answer came the captcha most likely is not used up, and if it is, a code is on its way, which the server
    // says before it looks at the captcha. Any other answer but a good one has used it up.
    if (!asked) return
    if (asked.kind !== 'done') captcha.again()
    switch (asked.kind) {
      case 'done':
        return go({ ...kept, step: 'magic_code', problems: {} })
      case 'invalid':
        if (asked.problems.recaptcha_response) setToast(asked.message)
        return wrong(asked.problems)
      case 'wrong':
      case 'closed':
        return location.assign(signUpHref(page))
      case 'broken':
        if (asked.message === signUpMessages.tooSoon)
          return go({ ...kept, step: 'magic_code', problems: {}, note: { tone: 'plain', text: asked.message } })
        return go({ ...kept, problems: {}, note: { tone: 'problem', text: asked.message } })
      default:
        return asked satisfies never
    }
  }
  return { submit, ...shown }
}

const personOf = (page: SignUpPage, { name, first_name, last_name, email, password }: Record<string, string>) =>
  page.form === 'join'
    ? { first_name, last_name, name: `${first_name} ${last_name}`, email, password }
    : { name, email, password }
