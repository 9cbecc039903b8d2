import { accessStatus, payCouponCodeCall, toWireEnrollment } from '#src/access/contract.ts'
import { sendRedeemed } from '#src/access/routes.ts'
import { maskOpenCodes } from '#src/access/rules/entitlement.ts'
import type { App } from '#src/context.ts'
import type { AllProblems } from '#src/core/rules/form.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { joinStatus } from '#src/courses/contract.ts'
import { findPayCourse } from '#src/courses/courses.ts'
import { isJoinRefused, type JoinRefused, joinRefusals } from '#src/courses/rules/join-course.ts'
import { type JsonScope, languageOfCall, makeRefuser, withRetryAfter } from '#src/http/json-calls.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { paths } from '#views/paths.ts'
import { makeChallenge } from './captcha.ts'
import * as contract from './contract.ts'
import type { SignUpReason } from './rules/sign-up-page.ts'
import { sendCode } from './sign-ups.ts'
import { signUpRefusalText } from './texts/sign-up-page.ts'
import { findPayToken, verifyCode } from './verified-sign-ups.ts'

/** Cookie of a browser that verified an email. A join link and an email alone cannot redeem a code. */
const VERIFIED_COOKIE = 'signbook_verified'

/** Refuses a join link that does not open (docs/rules/sign-up.md). */
const linkRefused = makeRefuser<JoinRefused>(joinStatus, link => ({
  ...joinRefusals[link.reason],
  ...(link.reason === 'course_expired' ? { canvas_domain: link.course.canvasDomain } : {}),
}))

/** Refuses a form with everything that is wrong with it. */
const formRefused = makeRefuser<Refused<'form_invalid'> & { problems: AllProblems }>(
  contract.signUpStatus,
  ({ problems }) => {
    const errors = Object.entries(problems).flatMap(([field, all]) => all.map(message => ({ field, message })))
    return { message: errors[0]?.message ?? '', errors }
  },
)

const refused = makeRefuser<Refused<SignUpReason>>(contract.signUpStatus, ({ reason }, language) =>
  signUpRefusalText(reason, language),
)

/** Refuses a code of somebody who is not enrolled, or whose browser did not verify their email. */
const payerRefused = makeRefuser<Refused<'token_not_found'>>(accessStatus, ({ reason }, language) => ({
  message: textsIn(language).reasons[reason],
}))

/** Mounts the calls of the join and pay pages. */
export const mountSignUpCalls = (scope: JsonScope, app: App): void => {
  const { clock, live, publicUrl, signedHelp } = app
  const secure = publicUrl.startsWith('https:')
  // Browsers accept the __Host- prefix over https only. It keeps other hosts of the domain from setting the cookie.
  const cookie = secure ? `__Host-${VERIFIED_COOKIE}` : VERIFIED_COOKIE

  scope.get(paths.captcha, { schema: contract.getCaptchaCall }, request =>
    makeChallenge(app, request.ip, languageOfCall(request), request.query.kind),
  )

  scope.get(paths.courses, { schema: contract.findCourseCall }, async ({ query }, reply) => {
    const link = await findPayCourse(app, query.enroll_token)
    return link.ok ? { course: contract.toWireJoinCourse(link.course, live) } : linkRefused(reply, link)
  })

  scope.post(paths.sendCode, { schema: contract.sendCodeCall }, async (request, reply) => {
    const { context_id: contextId, enroll_token: token, recaptcha_response: captcha, ...fields } = request.body
    const from = { course: { token, contextId }, address: request.ip, language: languageOfCall(request) }
    const sent = await sendCode(app, { ...from, fields, captcha })
    if (sent.ok) {
      signedHelp.countSeen('sign-up-code')
      return { status: 'sent' as const }
    }
    if (isJoinRefused(sent)) return linkRefused(reply, sent)
    if (sent.reason === 'form_invalid') return formRefused(reply, sent)
    return refused(withRetryAfter(reply, sent, clock.now()), sent)
  })

  scope.post(paths.verifyCode, { schema: contract.verifyCodeCall }, async (request, reply) => {
    const { context_id: contextId, enroll_token: token, email, magic_code: code } = request.body
    const from = { course: { token, contextId }, address: request.ip, language: languageOfCall(request) }
    const verified = await verifyCode(app, { ...from, email, code })
    if (verified.ok) {
      const { token: value, expiresAt: expires } = verified.browser
      reply.setCookie(cookie, value, { path: '/', httpOnly: true, secure, sameSite: 'lax', expires })
      return { lti_enrollment: toWireEnrollment(maskOpenCodes(verified.enrollment)) }
    }
    if (isJoinRefused(verified)) return linkRefused(reply, verified)
    signedHelp.countSeen('sign-up-code-wrong')
    return refused(withRetryAfter(reply, verified, clock.now()), verified)
  })

  scope.post(paths.payCouponCode, { schema: payCouponCodeCall }, async (request, reply) => {
    const { enroll_token, email, coupon_code: code, agreed } = request.body
    const token = await findPayToken(app, { token: enroll_token, email, browser: request.cookies[cookie] })
    if (!token) return payerRefused(reply, refuse('token_not_found'))
    const given = { token, code, agreed, address: request.ip }
    return sendRedeemed(reply, app, given, { field: 'coupon_code', onPay: true })
  })
}
