import { useRef, useState } from 'react'
import { signUpMessages } from '#src/domain/sign-up.ts'
import type { SignUpPage } from '#src/domain/sign-up-page.ts'
import { toastMs } from '#src/domain/toast.ts'
import { payPaths, signUpHref } from '../pay-paths.ts'
import { useFocusOnArrival } from '../ui/arrival.ts'
import { Button } from '../ui/button.tsx'
import { useCaptcha } from '../ui/captcha.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { Offline } from '../ui/offline.tsx'
import { Toast } from '../ui/toast.tsx'
import { useTypedBefore } from '../ui/typed-before.ts'
import { fieldsOf, firstWrong, goOnIn, pick } from './form-fields.ts'
import { PasswordFields } from './password-fields.tsx'
import { useSignUp } from './use-sign-up.ts'
import { WhoFields } from './who-fields.tsx'

/** The first step of both sign-ups. What the form posts by itself, the script sends without leaving the page. */
export const EmailStep = ({ page, go }: { page: SignUpPage; go: (page: SignUpPage) => void }) => {
  const joins = page.form === 'join'
  const hydrated = useHydrated()
  const captcha = useCaptcha(page.captcha, { problem: page.problems.recaptcha_response?.[0], quiet: !joins })
  const { submit, sending, offline, toast } = useSignUp(page, go, captcha)
  const top = useRef<HTMLInputElement>(null)
  useFocusOnArrival(top)
  const [typed, setTyped] = useState(page.typed)
  useTypedBefore(() => setTyped(kept => ({ ...kept, ...pick(fieldsOf(captcha.form.current)) })))

  /** What was wrong with a field is no longer said once it is being put right. */
  const settle = (...names: string[]) => {
    const problems = Object.entries(page.problems).filter(([name]) => !names.includes(name))
    if (names.some(name => page.problems[name])) go({ ...page, problems: Object.fromEntries(problems) })
  }
  const wrong = firstWrong(page.form, page.problems)
  return (
    <>
      {offline && <Offline retry={submit} busy={sending} after={() => goOnIn(captcha.form.current)} koko />}
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
          wrong={wrong}
          typed={(name, value) => {
            setTyped(t => ({ ...t, [name]: value }))
            settle(name)
          }}
        />
        <PasswordFields
          joins={joins}
          names={[typed.first_name, typed.last_name]}
          problems={page.problems.password ?? []}
          confirmProblem={page.problems.confirm_password?.[0]}
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
