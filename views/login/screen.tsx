import { findCaptchaNeed } from '#src/accounts/captcha.ts'
import { captchaResponse } from '#src/accounts/rules/captcha.ts'
import { signInMessages, targetProblem } from '#src/accounts/rules/sign-in.ts'
import { openStep, sealStep } from '#src/accounts/sealed-step.ts'
import { signIn } from '#src/accounts/sign-in.ts'
import { requestSignInCode } from '#src/accounts/sign-in-codes.ts'
import { signInStatus } from '#src/accounts/staff-contract.ts'
import { type SignInReason, signInRefusals } from '#src/accounts/texts/sign-in-form.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { invalid, posted, refused } from '../answer.ts'
import { Island } from '../island-host.tsx'
import { hrefs, paths } from '../paths.ts'
import { withQuery } from '../pay-paths.ts'
import { type Fields, type Form, page, type Result, redirect, type ScreenContext, screen } from '../screen.ts'
import { Help, PageHeader } from '../ui/public-page.tsx'
import type { LoginPage } from './login-form.island.tsx'
import LoginForm from './login-form.island.tsx'
import PasskeyButton from './passkey-button.island.tsx'

/** Most characters of a target that the page repeats. An address has at most 254. */
const TARGET_MAX = 320

type SentStep = Pick<LoginPage, 'connection' | 'target' | 'step' | 'note'>

const typedIn = ({ connection, target = '' }: Fields): Pick<LoginPage, 'connection' | 'target'> => ({
  connection: connection === 'sms' ? 'sms' : 'email',
  target: target.slice(0, TARGET_MAX),
})

/** Leads to a later step. Its address has the target, encrypted. */
const toStep = ({ app, query }: ScreenContext, step: SentStep, wait = 0) =>
  redirect(withQuery(hrefs.login(localPath(query.redirect)), { sent: sealStep(app, paths.login, step, wait) }))

/** The step of a form that was refused, else the one that the form before leads to. */
const shownOf = ({ app, query, answer }: ScreenContext): Partial<LoginPage> => {
  if (!answer) return openStep<SentStep>(app, paths.login, query.sent) ?? {}
  const { fields, problems } = posted(answer, 'magic', 'login', 'recovery')
  const { recaptcha_response: captchaProblem = null, ...atField } = problems
  const step = fields.step === 'recovery' ? 'recovery' : answer.intent === 'login' || fields.step ? 'code' : 'target'
  return { ...typedIn(fields), step, problem: Object.values(atField)[0] ?? null, captchaProblem }
}

const load = async (context: ScreenContext): Promise<Result<LoginPage>> =>
  context.staff
    ? redirect(localPath(context.query.redirect))
    : page<LoginPage>(
        {
          step: 'target',
          connection: 'email',
          target: '',
          problem: null,
          captcha: findCaptchaNeed(context.app, 'en'),
          captchaProblem: null,
          redirect: localPath(context.query.redirect),
          ...shownOf(context),
        },
        { title: 'Log in', outside: ['captcha'] },
      )

const refuse = (refusal: { reason: SignInReason; until?: Date }) =>
  refused(refusal.reason, signInRefusals[refusal.reason], signInStatus[refusal.reason], refusal.until)

const enterRecoveryCode = async (context: ScreenContext, { fields }: Form) => {
  const typed = typedIn(fields)
  const problem = targetProblem(typed.connection, typed.target)
  return problem ? invalid({ target: problem }) : toStep(context, { ...typed, step: 'recovery' })
}

const magic = async (context: ScreenContext, { fields }: Form) => {
  const typed = typedIn(fields)
  const problem = targetProblem(typed.connection, typed.target)
  if (problem) return invalid({ target: problem })
  const { app, address } = context
  const asked = await requestSignInCode(app, { ...typed, captcha: captchaResponse(fields), address })
  if (!asked.ok) return refuse(asked)
  const note = asked.wait > 0 ? signInMessages.late : fields.step ? signInMessages.sentAgain : null
  return toStep(context, { ...typed, step: 'code', ...(note && { note }) }, asked.wait)
}

const login = async ({ app, address, device, query }: ScreenContext, { fields }: Form) => {
  const { code = '' } = fields
  if (code.trim() === '') return invalid({ code: signInMessages.codeRequired })
  const result = await signIn(app, { ...typedIn(fields), code, address, device })
  if (!result.ok) return refuse(result)
  const after = localPath(query.redirect)
  return redirect(result.staff.firstName ? after : hrefs.yourName(after), result)
}

/** Passwordless login for staff: enter an email or mobile number, then the code we sent. */
export const loginScreen = screen<LoginPage>({
  path: paths.login,
  access: 'public',
  chrome: 'bar',
  styles: 'staff',
  signsIn: true,
  load,
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
