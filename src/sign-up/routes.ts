import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { accessStatus, toWireEnrollment } from '#src/access/contract.ts'
import { accessRefusals } from '#src/access/rules/access-refusals.ts'
import { payCouponCodeCall } from '#src/codes/contract.ts'
import { sendRedeemed } from '#src/codes/index.ts'
import type { Clock } from '#src/core/clock.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { EXPIRED, type JoinLink } from '#src/courses/rules/join-course.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { sendInvalidBody } from '#src/http/invalid-body.ts'
import { type JsonScope, sendProblem } from '#src/http/json-calls.ts'
import { wireJoinCourse } from '#src/lti/index.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'
import { VerifyCodeForm } from './rules/sign-up.ts'

const text = z.string().max(1000)
const SendCodeBody = z.object({
  context_id: text.optional(),
  enroll_token: text.optional(),
  name: text.optional(),
  first_name: text.optional(),
  last_name: text.optional(),
  email: text.default(''),
  password: text.default(''),
  recaptcha_response: z.string().optional(),
})
const VerifyCodeBody = z.object({
  context_id: text.optional(),
  enroll_token: text.optional(),
  email: text.default(''),
  magic_code: text.default(''),
})
/** Cookie of a browser that verified an email. A join link and an email alone cannot redeem a code. */
const BROWSER = 'signbook_verified'

interface StudentsDeps {
  modules: Modules
  clock: Clock
  /** Whether payments are real. */
  live: boolean
  /** True when the public URL is https. */
  secure: boolean
}

/** Mounts the calls of the join and pay pages. */
export const mountStudentsApi = (server: JsonScope, { modules, clock, live, secure }: StudentsDeps): void => {
  const wait = (reply: FastifyReply, error: string, until: Date) =>
    reply.code(429).header('retry-after', secondsUntil(until, clock.now())).send({ error })

  server.get(paths.courses, async ({ query }, reply) => {
    const link = await modules.courses.findPayCourse(fieldsOf(query).enroll_token ?? '')
    if (link.kind !== 'open') return refuseLink(reply, link)
    return { course: wireJoinCourse(link.course, live) }
  })

  server.post(paths.sendCode, async (request, reply) => {
    const body = SendCodeBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const { context_id: contextId, enroll_token: token, recaptcha_response: captcha = '', ...fields } = body.data
    const sent = await modules.signUp.sendCode({ course: { token, contextId }, fields, captcha, address: request.ip })
    switch (sent.kind) {
      case 'sent':
        return { status: 'sent' }
      case 'link':
        return refuseLink(reply, sent.link)
      case 'invalid': {
        const errors = Object.entries(sent.problems).flatMap(([field, all]) => all.map(message => ({ field, message })))
        return reply.code(422).send({ error: errors[0]?.message, errors })
      }
      case 'captcha': {
        const errors = [{ field: 'recaptcha_response', message: sent.message }]
        return reply.code(422).send({ error: sent.message, errors })
      }
      case 'wait':
        return wait(reply, sent.message, sent.until)
      default:
        return sent satisfies never
    }
  })

  server.post(paths.verifyCode, async (request, reply) => {
    const body = VerifyCodeBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const { context_id: contextId, enroll_token: token, email, magic_code: code } = body.data
    const checked = checkForm(VerifyCodeForm, { code })
    if (!checked.ok) {
      const errors = [{ field: 'magic_code', message: checked.problems.code }]
      return reply.code(422).send({ error: checked.problems.code, errors })
    }
    const verified = await modules.signUp.verifyCode({ course: { token, contextId }, email, code, address: request.ip })
    switch (verified.kind) {
      case 'verified':
        reply.setCookie(BROWSER, verified.browser.token, {
          path: '/api/payments',
          httpOnly: true,
          secure,
          sameSite: 'lax',
          expires: verified.browser.expiresAt,
        })
        return { lti_enrollment: toWireEnrollment(verified.enrollment) }
      case 'link':
        return refuseLink(reply, verified.link)
      case 'wrong':
        return reply.code(404).send({ error: verified.message })
      case 'wait':
        return wait(reply, verified.message, verified.until)
      default:
        return verified satisfies never
    }
  })

  server.post(paths.payCouponCode, { schema: payCouponCodeCall }, async (request, reply) => {
    const { enroll_token, email, coupon_code: code, agreed } = request.body
    const token = await modules.signUp.findPayToken({ token: enroll_token, email, browser: request.cookies[BROWSER] })
    if (!token) {
      const { message } = accessRefusals.token_not_found
      return sendProblem(reply, accessStatus.token_not_found, { message, reason: 'token_not_found' })
    }
    const redeemed = await modules.codes.redeemAccessCode({ token, code, agreed, address: request.ip })
    return sendRedeemed(reply, redeemed, { clock, field: 'coupon_code', onPay: true })
  })
}

/** Replies 404 to an unknown link, or 403 with the reason to one that is not open (docs/rules/sign-up.md). */
const refuseLink = (reply: FastifyReply, link: Exclude<JoinLink, { kind: 'open' }>): FastifyReply => {
  switch (link.kind) {
    case 'no_token':
      return reply.code(403).send({ error: 'no_token' })
    case 'unknown':
      return reply.code(404).send({ error: 'Not found' })
    case 'refused':
      return link.reason === 'course_expired'
        ? reply.code(403).send({ error: EXPIRED, canvas_domain: link.course.canvasDomain })
        : reply.code(403).send({ error: link.reason })
    default:
      return link satisfies never
  }
}
