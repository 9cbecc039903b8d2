import { findCaptchaNeed } from '#src/accounts/captcha.ts'
import { captchaResponse } from '#src/accounts/rules/captcha.ts'
import { signInMessages } from '#src/accounts/rules/sign-in.ts'
import { SignInForm, signInRefusals, TargetForm } from '#src/accounts/rules/sign-in-form.ts'
import { signIn } from '#src/accounts/sign-in.ts'
import { requestSignInCode } from '#src/accounts/sign-in-codes.ts'
import { signInStatus } from '#src/accounts/staff-contract.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { type Form, page, type Result, redirect, type ScreenContext, screen } from '../screen.ts'
import { Help, PageHeader } from '../ui/public-page.tsx'
import type { LoginPage } from './login-form.island.tsx'
import LoginForm from './login-form.island.tsx'
import PasskeyButton from './passkey-button.island.tsx'

const show = (context: ScreenContext, given: Partial<LoginPage>, rest: { status?: number; retryAfter?: Date } = {}) =>
  page<LoginPage>(
    {
      step: 'target',
      connection: 'email',
      target: '',
      problem: null,
      captcha: findCaptchaNeed(context.app, 'en'),
      captchaProblem: null,
      redirect: localPath(context.query.redirect),
      ...given,
    },
    { title: 'Log in', outside: ['captcha'], ...rest },
  )

const enterRecoveryCode = async (context: ScreenContext, form: Form): Promise<Result<LoginPage>> => {
  const typed = typedIn(form)
  const checked = checkForm(TargetForm, form.fields)
  return checked.ok
    ? show(context, { ...typed, step: 'recovery' })
    : show(context, { ...typed, problem: checked.problems.target ?? null }, { status: 422 })
}

/** Most characters of a target that the page repeats. An address has at most 254. */
const TARGET_MAX = 320

const typedIn = ({ fields }: Form): Pick<LoginPage, 'connection' | 'target'> => ({
  connection: fields.connection === 'sms' ? 'sms' : 'email',
  target: (fields.target ?? '').slice(0, TARGET_MAX),
})

const stepOf = ({ fields }: Form): 'code' | 'recovery' => (fields.step === 'recovery' ? 'recovery' : 'code')

const magic = async (context: ScreenContext, form: Form): Promise<Result<LoginPage>> => {
  const typed = typedIn(form)
  const checked = checkForm(TargetForm, form.fields)
  if (!checked.ok) return show(context, { ...typed, problem: checked.problems.target ?? null }, { status: 422 })
  const captcha = captchaResponse(form.fields)
  const asked = await requestSignInCode(context.app, { ...typed, captcha, address: context.address })
  const isAgain = form.fields.step === 'code'
  if (asked.ok) return show(context, { ...typed, step: 'code', ...(isAgain ? { note: signInMessages.sentAgain } : {}) })
  const { message } = signInRefusals[asked.reason]
  const status = signInStatus[asked.reason]
  if (isAgain && !('until' in asked))
    return show(context, { ...typed, step: 'code', captchaProblem: message }, { status })
  return 'until' in asked
    ? show(context, { ...typed, problem: message }, { status, retryAfter: asked.until })
    : show(context, { ...typed, captchaProblem: message }, { status })
}

const login = async (context: ScreenContext, form: Form): Promise<Result<LoginPage>> => {
  const typed = { ...typedIn(form), step: stepOf(form) }
  const checked = checkForm(SignInForm, form.fields)
  if (!checked.ok)
    return show(context, { ...typed, problem: checked.problems.code ?? signInMessages.codeRequired }, { status: 422 })
  const result = await signIn(context.app, {
    ...checked.value,
    address: context.address,
    device: context.device,
  })
  const after = localPath(context.query.redirect)
  if (result.ok) return redirect(result.staff.firstName ? after : hrefs.yourName(after), result)
  const retry = 'until' in result ? { retryAfter: result.until } : {}
  const problem = signInRefusals[result.reason].message
  return show(context, { ...typed, problem }, { status: signInStatus[result.reason], ...retry })
}

/** Passwordless login for staff: enter an email or mobile number, then the code we sent. */
export const loginScreen = screen<LoginPage>({
  path: paths.login,
  access: 'public',
  chrome: 'bar',
  signsIn: true,
  load: async context => (context.staff ? redirect(localPath(context.query.redirect)) : show(context, {})),
  submit: { magic, login, recovery: enterRecoveryCode },
  View: ({ data, site }) => (
    <div className="column">
      <PageHeader title="Log in" about="For staff" />
      <Island of={LoginForm} props={data} />
      {data.step === 'target' && <Island of={PasskeyButton} props={{ use: 'sign-in', after: data.redirect }} eager />}
      <Help support={site.support} />
    </div>
  ),
})
