import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { paths } from '#views/paths.ts'
import type { Clock } from '../clock.ts'
import { entitlementMessages } from '../domain/entitlement.ts'
import { secondsUntil } from '../http/screens.ts'
import type { Operations } from '../operations/index.ts'
import { refuseBody } from './bodies.ts'
import { wireCodeReply, wireEnrollment } from './wire.ts'

const TokenBody = z.object({ enroll_token: z.string() })
const CodeBody = z.object({ enroll_token: z.string(), coupon_code: z.string(), agreed: z.boolean().optional() })

/** The calls of the student payment page (spec §7, Student and payment). */
export const mountLtiApi = (
  server: FastifyInstance,
  { operations, clock }: { operations: Operations; clock: Clock },
): void => {
  /** Also the probe for blocked cookies: the second call tells whether the first one's cookie came back. */
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
    if (!body.success) return refuseBody(reply, body.error)
    const entitlement = await operations.findEntitlement(body.data.enroll_token)
    if (entitlement?.kind !== 'enrollment') return reply.code(404).send({ error: entitlementMessages.tokenNotFound })
    return { lti_enrollment: wireEnrollment(entitlement) }
  })

  server.post(paths.verifyCouponCode, async (request, reply) => {
    const body = CodeBody.safeParse(request.body)
    if (!body.success) return refuseBody(reply, body.error)
    const { enroll_token: token, coupon_code: code, agreed } = body.data
    const redeemed = await operations.redeemAccessCode({ token, code, agreed, address: request.ip })
    switch (redeemed.kind) {
      case 'answer':
        return wireCodeReply(redeemed)
      case 'wait':
        return reply
          .code(429)
          .header('retry-after', secondsUntil(redeemed.until, clock.now()))
          .send({ error: redeemed.message })
      case 'refused': {
        const errors = redeemed.status === 422 ? [{ field: 'coupon_code', message: redeemed.message }] : undefined
        return reply.code(redeemed.status).send({ error: redeemed.message, errors })
      }
      default:
        return redeemed satisfies never
    }
  })
}
