import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { toWireEnrollment } from '#src/access/contract.ts'
import { entitlementMessages } from '#src/access/rules/entitlement.ts'
import type { Clock } from '#src/core/clock.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { sendInvalidBody } from '#src/http/invalid-body.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'
import { wireCodeReply, wireMembership } from './wire.ts'

const TokenBody = z.object({ enroll_token: z.string() })
const MembershipQuery = z.object({ token: z.string() })
const MembershipCodeBody = z.object({ token: z.string(), access_code: z.string(), agreed: z.boolean().optional() })
const CodeBody = z.object({ enroll_token: z.string(), coupon_code: z.string(), agreed: z.boolean().optional() })

/** Mounts the calls of the student payment page. */
export const mountLtiApi = (server: FastifyInstance, { modules, clock }: { modules: Modules; clock: Clock }): void => {
  /** Also detects blocked cookies: the second call shows whether the cookie of the first came back. */
  server.get(paths.ping, async (request, reply) => {
    reply.setCookie('signbook_ping', '1', {
      path: paths.ping,
      httpOnly: true,
      secure: true,
      sameSite: 'none',
      partitioned: true,
      maxAge: 600,
    })
    return { ok: true, cookie: request.cookies.signbook_ping === '1' }
  })

  server.post(paths.getEnrollment, async (request, reply) => {
    const body = TokenBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const entitlement = await modules.access.findEntitlement(body.data.enroll_token)
    if (entitlement?.kind !== 'enrollment') return reply.code(404).send({ error: entitlementMessages.tokenNotFound })
    return { lti_enrollment: toWireEnrollment(entitlement) }
  })

  const redeem = async (request: FastifyRequest, reply: FastifyReply, given: Given) => {
    const { field, ...code } = given
    const redeemed = await modules.codes.redeemAccessCode({ ...code, address: request.ip })
    switch (redeemed.kind) {
      case 'answer':
        return wireCodeReply(redeemed)
      case 'wait':
        return reply
          .code(429)
          .header('retry-after', secondsUntil(redeemed.until, clock.now()))
          .send({ error: redeemed.message })
      case 'refused': {
        const errors = redeemed.status === 422 ? [{ field, message: redeemed.message }] : undefined
        return reply.code(redeemed.status).send({ error: redeemed.message, errors })
      }
      default:
        return redeemed satisfies never
    }
  }

  server.post(paths.verifyCouponCode, async (request, reply) => {
    const body = CodeBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const { enroll_token: token, coupon_code: code, agreed } = body.data
    return redeem(request, reply, { token, code, agreed, field: 'coupon_code' })
  })

  /** The same redemption for a membership. A 1.3 course has one product, so one code is enough. */
  server.post(paths.verifyAccessCode, async (request, reply) => {
    const body = MembershipCodeBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const { token, access_code: code, agreed } = body.data
    return redeem(request, reply, { token, code, agreed, field: 'access_code' })
  })

  server.get(paths.getMembership, async (request, reply) => {
    const query = MembershipQuery.safeParse(request.query)
    if (!query.success) return sendInvalidBody(reply, query.error)
    const membership = await modules.access.findEntitlement(query.data.token)
    if (membership?.kind !== 'membership') return reply.code(404).send({ error: adminMessages.membership })
    return { membership: wireMembership(membership) }
  })
}

interface Given {
  token: string
  code: string
  agreed: boolean | undefined
  /** Name of the code's field in this call. */
  field: string
}
