import { checkForm } from '#src/core/rules/form.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import { captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { type Connection, signInMessages } from '#src/staff/rules/sign-in.ts'
import { SignInForm, TargetForm } from '#src/staff/rules/sign-in-form.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { type Form, page, type Result, redirect, type ScreenContext, screen } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import LoginForm, { type LoginPage } from './login-form.island.tsx'

const show = (context: ScreenContext, given: Partial<LoginPage>, rest: { status?: number; retryAfter?: Date } = {}) =>
  page<LoginPage>(
    {
      step: 'target',
      connection: 'email',
      target: '',
      problem: null,
      captcha: context.modules.signUp.getCaptcha.need(),
      captchaProblem: null,
      redirect: localPath(context.query.redirect),
      ...given,
    },
    { title: 'Log in', outside: ['captcha'], ...rest },
  )

const connectionOf = ({ fields }: Form): Connection => (fields.connection === 'sms' ? 'sms' : 'email')

const magic = async (context: ScreenContext, form: Form): Promise<Result<LoginPage>> => {
  const typed = { connection: connectionOf(form), target: form.fields.target ?? '' }
  const checked = checkForm(TargetForm, form.fields)
  if (!checked.ok) return show(context, { ...typed, problem: checked.problems.target ?? null }, { status: 422 })
  const captcha = captchaResponse(form.fields)
  const asked = await context.modules.staff.requestSignInCode({ ...typed, captcha, address: context.address })
  if (asked.kind === 'wait')
    return show(context, { ...typed, problem: asked.message }, { status: 429, retryAfter: asked.until })
  if (asked.kind === 'refused')
    return show(context, { ...typed, captchaProblem: asked.message }, { status: asked.status })
  return show(context, { ...typed, step: 'code' })
}

const login = async (context: ScreenContext, form: Form): Promise<Result<LoginPage>> => {
  const typed = { connection: connectionOf(form), target: form.fields.target ?? '', step: 'code' as const }
  const checked = checkForm(SignInForm, form.fields)
  if (!checked.ok)
    return show(context, { ...typed, problem: checked.problems.code ?? signInMessages.codeRequired }, { status: 422 })
  const result = await context.modules.staff.signIn({ ...checked.value, address: context.address })
  if (result.kind === 'in') return redirect(localPath(context.query.redirect), result.cookie)
  const retry = result.kind === 'wait' ? { retryAfter: result.until } : {}
  return show(context, { ...typed, problem: result.message }, { status: result.status, ...retry })
}

/** Passwordless login for staff: enter an email or mobile number, then the code we sent. */
export const loginScreen = screen<LoginPage>({
  path: paths.login,
  access: 'public',
  chrome: 'bar',
  load: async context => (context.staff ? redirect(localPath(context.query.redirect)) : show(context, {})),
  submit: { magic, login },
  View: ({ data, site }) => (
    <div className="column">
      <PageHeader title="Log in" about="For staff" />
      <Island of={LoginForm} props={data} />
      <Help support={site.support} />
    </div>
  ),
})
