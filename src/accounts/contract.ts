import type { Challenge } from 'altcha-lib/types'
import * as z from 'zod'
import { WireEnrollment } from '#src/access/contract.ts'
import { answers, Problem, queryText } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import type { HelpReason } from '#src/messages/rules/help.ts'
import type { SignUpReason } from './rules/sign-up-page.ts'

/** HTTP statuses of the reasons to refuse. */
export const signUpStatus: Statuses<SignUpReason | HelpReason | 'form_invalid'> = {
  wrong_code: 404,
  ...withStatus(429, 'code_just_sent', 'too_many_codes', 'too_many_wrong_codes', 'too_many_requests'),
  captcha_away: 503,
}

const tags = ['Sign-up']

/** A join link that does not open. */
const LinkProblem = z.object({
  ...Problem.shape,
  canvas_domain: z.string().nullable().optional().describe('Host to log in at, if sign-up has ended.'),
})
const linkAnswers = <S extends z.ZodType>(shape: S) => ({ ...answers(shape), 403: LinkProblem })

const text = z.string().max(1000)
const courseRef = {
  enroll_token: text.optional().describe('The join token of the course (`c_…`).'),
  context_id: text.optional().describe('Accepted in place of the token if exactly one hosted course has it.'),
}

const JoinProduct = z.object({
  product_code: z.string(),
  name: z.string(),
  stripe_price_id: z.string(),
  units_for_teacher: z.array(z.int()),
})
const WireJoinCourse = z.object({
  id: z.int(),
  name: z.string(),
  teachers: z.array(z.object({ id: z.int(), display_name: z.string() })),
  products: z.array(JoinProduct),
  canvas_course_id: z.string().nullable(),
  live: z.boolean(),
  accepts_payment: z.boolean(),
  accepts_access_code: z.boolean(),
  email_domain: z.string().nullable(),
})

/** Converts the course of a join link, with only the school settings that the form needs. */
export const toWireJoinCourse = (course: JoinCourse, live: boolean): z.infer<typeof WireJoinCourse> => ({
  id: course.id,
  name: courseName(course),
  teachers: course.teachers.map(t => ({ id: t.id, display_name: t.name })),
  products: course.products.map(p => ({
    product_code: p.productCode,
    name: p.name,
    stripe_price_id: p.stripePriceId,
    units_for_teacher: p.unitsForTeacher,
  })),
  canvas_course_id: course.canvasCourseId,
  live,
  accepts_payment: course.school.acceptsPayment,
  accepts_access_code: course.school.acceptsAccessCode,
  email_domain: course.emailDomain,
})

export const findCourseCall = {
  tags,
  summary: 'Finds the course of a join token or an enrollment token.',
  querystring: z.object({ enroll_token: queryText() }),
  response: linkAnswers(z.object({ course: WireJoinCourse })),
}

export const sendCodeCall = {
  tags,
  summary: 'Starts a sign-up and emails a code. The reply does not tell whether the address is known.',
  body: z.object({
    ...courseRef,
    name: text.optional().describe('First and last name, in place of `first_name` and `last_name`.'),
    first_name: text.optional(),
    last_name: text.optional(),
    email: text.default(''),
    password: text.default(''),
    recaptcha_response: z.string().default(''),
  }),
  response: linkAnswers(z.object({ status: z.literal('sent') })),
}

export const verifyCodeCall = {
  tags,
  summary: 'Verifies an email address by the code sent to it, and returns the enrollment.',
  body: z.object({ ...courseRef, email: text.default(''), magic_code: text.default('') }),
  response: linkAnswers(z.object({ lti_enrollment: WireEnrollment })),
}

const question = z.object({ text: z.string(), token: z.string() })
const CaptchaReply = z.object({
  need: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('off') }),
    z.object({ provider: z.literal('altcha'), question }),
    z.object({ provider: z.literal('recaptcha'), siteKey: z.string(), scriptUrl: z.string(), question }),
  ]),
  challenge: z.custom<Challenge>().nullable().describe('Proof of work for the ALTCHA library.'),
})
export type CaptchaReply = z.infer<typeof CaptchaReply>

export const getCaptchaCall = {
  tags,
  summary: 'Returns the captcha to pass before a code is sent. A captcha works once.',
  querystring: z.object({ kind: z.enum(['own', 'configured']).optional() }),
  response: answers(CaptchaReply),
}
