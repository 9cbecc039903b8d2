import { useRef, useState } from 'react'
import { toastMs } from '#src/core/rules/toast.ts'
import type { SignUpPage } from '#src/sign-up/rules/sign-up-page.ts'
import { inLanguage, payPaths, signUpHref } from '../pay-paths.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { useFocusWhenShown } from '../ui/focus-when-shown.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { Toast } from '../ui/toast.tsx'
import { useTypedBefore } from '../ui/typed-before.ts'
import { fieldsOf, firstWrong, focusNext, pick } from './form-fields.ts'
import { PasswordFields } from './password-fields.tsx'
import { useSignUp } from './use-sign-up.ts'
import { WhoFields } from './who-fields.tsx'

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
