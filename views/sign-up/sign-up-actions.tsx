import { allProblems } from '#src/core/rules/form.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { joinStatus } from '#src/courses/contract.ts'
import { findJoinLink } from '#src/courses/join-links.ts'
import { courseName } from '#src/courses/rules/course.ts'
import {
  isJoinRefused,
  type JoinCard,
  type JoinCourse,
  type JoinRefused,
  joinCard,
  loginUrl,
} from '#src/courses/rules/join-course.ts'
import { flagSupport } from '#src/messages/flag-support.ts'
import type { HelpShown } from '#src/messages/rules/help.ts'
import { signUpStatus } from '#src/sign-up/contract.ts'
import { describeHelp } from '#src/sign-up/describe-help.ts'
import { findCaptchaNeed } from '#src/sign-up/get-captcha.ts'
import { resendCode } from '#src/sign-up/resend-code.ts'
import { captchaResponse } from '#src/sign-up/rules/captcha.ts'
import { JoinForm } from '#src/sign-up/rules/sign-up.ts'
import {
  type CourseShown,
  courseShown,
  type SignUpForm,
  type SignUpPage,
  signUpPage,
} from '#src/sign-up/rules/sign-up-page.ts'
import { type SignUpReason, signUpRefusalText } from '#src/sign-up/rules/sign-up-refusals.ts'
import { sendCode } from '#src/sign-up/send-code.ts'
import { verifyCode } from '#src/sign-up/verify-code.ts'
import type { HelpSlot } from '#src/signed-help/rules/help-slots.ts'
import { chatOf } from '../help/help-corner.tsx'
import { hrefs, paths } from '../paths.ts'
import { type Fields, type Form, type Page, page, type Result, redirect, type ScreenContext } from '../screen.ts'
import { toPlatform } from '../to-platform.ts'

export type SignUpData = { help: HelpShown } & (
  | { show: 'sign-up'; course: CourseShown; login: string | null; panel: SignUpPage }
  | { show: 'card'; slot: HelpSlot; card: JoinCard; login: string | null; contextId: string | null }
)

type Shown = Partial<Pick<SignUpPage, 'step' | 'problems' | 'note'>> & {
  typed?: Fields
  status?: number
  retryAfter?: Date
}

/** Error card of a join link. Not part of an LMS, so nobody may frame it. */
const card = async (context: ScreenContext, link: JoinRefused): Promise<Page<SignUpData>> => {
  const course = 'course' in link ? link.course : null
  const shown = joinCard(link, textsIn(context.language).sentences)
  const help = await describeHelp(context.app, course?.joinToken, course && { course })
  return page(
    {
      show: 'card',
      slot: slotOf(link),
      help,
      card: shown,
      login: link.reason === 'course_expired' ? toPlatform(loginUrl(link.course), context.site) : null,
      contextId: course?.contextId ?? null,
    },
    {
      title: shown.title,
      status: link.reason === 'no_token' ? 400 : joinStatus[link.reason],
      outside: chatOf(help),
    },
  )
}

const slotOf = ({ reason }: JoinRefused): HelpSlot => {
  if (reason === 'no_token') return 'link-missing'
  if (reason === 'link_not_found') return 'link-unknown'
  return reason === 'course_expired' ? 'sign-up-ended' : 'join-link-closed'
}

const nameOf = (context: ScreenContext, course: JoinCourse): string =>
  courseName(course, textsIn(context.language).sentences.yourCourse)

const draw = async (
  context: ScreenContext,
  form: SignUpForm,
  course: JoinCourse,
  shown: Shown = {},
): Promise<Page<SignUpData>> => {
  const { status = 200, retryAfter, typed = {}, ...rest } = shown
  const panel = signUpPage(form, course, findCaptchaNeed(context.app, context.language), context.language)
  const { name = '', first_name = '', last_name = '', email = '', code = typed.pin_number ?? '' } = typed
  const help = await describeHelp(context.app, course.joinToken, { course })
  return page(
    {
      show: 'sign-up',
      help,
      course: courseShown(nameOf(context, course), course),
      login: toPlatform(loginUrl(course), context.site),
      panel: { ...panel, ...rest, typed: { name, first_name, last_name, email, code } },
    },
    {
      title: nameOf(context, course),
      status,
      outside: ['captcha', ...chatOf(help)],
      ...(retryAfter ? { retryAfter } : {}),
    },
  )
}

/** Load and submit handlers of both sign-up pages. They work without JavaScript. */
export const signUpActions = (form: SignUpForm) => {
  const parameter = form === 'join' ? 'course' : 'token'
  const tokenOf = (context: ScreenContext) => context.query[parameter] ?? ''
  const pin = form === 'join' ? 'pin_number' : 'code'
  const textOf = (context: ScreenContext, reason: SignUpReason) =>
    signUpRefusalText(reason, context.language, form === 'join').message

  const load = async (context: ScreenContext): Promise<Result<SignUpData>> => {
    const link = await findJoinLink(context.app, tokenOf(context))
    if (!link.ok && link.reason === 'no_token')
      await flagSupport(context.app, form === 'join' ? paths.verify : paths.pay)
    return link.ok ? draw(context, form, link.course) : card(context, link)
  }

  const signUp = async (context: ScreenContext, { fields }: Form): Promise<Result<SignUpData>> => {
    const link = await findJoinLink(context.app, tokenOf(context))
    if (!link.ok) return card(context, link)
    if (form === 'join') {
      // Only this form asks for the password twice; the operation below takes it once.
      const problems = allProblems(JoinForm(link.course.emailDomain, textsIn(context.language).join.faults), fields)
      if (Object.keys(problems).length > 0)
        return draw(context, form, link.course, { status: 422, typed: fields, problems })
    }
    const { name, first_name, last_name, email = '', password = '' } = fields
    const sent = await sendCode(context.app, {
      course: { token: tokenOf(context) },
      fields: { ...(form === 'join' ? { first_name, last_name } : { name }), email, password },
      captcha: captchaResponse(fields),
      address: context.address,
      language: context.language,
    })
    if (sent.ok)
      return draw(context, form, sent.course, { step: 'magic_code', typed: { ...fields, email: sent.email } })
    if (isJoinRefused(sent)) return card(context, sent)
    const status = signUpStatus[sent.reason]
    if ('problems' in sent) return draw(context, form, sent.course, { status, typed: fields, problems: sent.problems })
    const message = textOf(context, sent.reason)
    if (!('until' in sent))
      return draw(context, form, sent.course, { status, typed: fields, problems: { recaptcha_response: [message] } })
    return draw(context, form, sent.course, {
      status,
      step: 'magic_code',
      typed: { ...fields, email: sent.email },
      note: { tone: 'plain', text: message },
      retryAfter: sent.until,
    })
  }

  const verify = async (context: ScreenContext, { fields }: Form): Promise<Result<SignUpData>> => {
    const link = await findJoinLink(context.app, tokenOf(context))
    if (!link.ok) return card(context, link)
    const { email = '' } = fields
    const verified = await verifyCode(context.app, {
      course: { token: tokenOf(context) },
      email,
      code: fields[pin] ?? '',
      address: context.address,
      language: context.language,
    })
    if (verified.ok) return redirect(hrefs.pay(verified.enrollment.token))
    if (isJoinRefused(verified)) return card(context, verified)
    return draw(context, form, link.course, {
      status: signUpStatus[verified.reason],
      step: 'magic_code',
      typed: fields,
      problems: { [pin]: [textOf(context, verified.reason)] },
      ...('until' in verified ? { retryAfter: verified.until } : {}),
    })
  }

  const resend = async (context: ScreenContext, { fields }: Form): Promise<Result<SignUpData>> => {
    const link = await findJoinLink(context.app, tokenOf(context))
    if (!link.ok) return card(context, link)
    const { email = '' } = fields
    const sent = await resendCode(context.app, {
      course: link.course,
      email,
      address: context.address,
      language: context.language,
      isPin: form === 'join',
    })
    return draw(context, form, link.course, {
      step: 'magic_code',
      // Not the code: it no longer works.
      typed: { email },
      status: sent.ok ? 200 : signUpStatus[sent.reason],
      note: {
        tone: 'plain',
        text: sent.ok ? textsIn(context.language).sentences.resent : textOf(context, sent.reason),
      },
      ...(sent.ok ? {} : { retryAfter: sent.until }),
    })
  }
  return { load, submit: { sign_up: signUp, verify, resend } }
}
