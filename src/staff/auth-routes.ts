import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Clock } from '#src/core/clock.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { sendInvalidBody } from '#src/http/invalid-body.ts'
import type { StaffGuard } from '#src/http/staff-guard.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'
import { signInMessages, targetProblem } from './rules/sign-in.ts'

const connection = z.enum(['email', 'sms'])
export const MagicBody = z
  .object({ connection, target: z.string(), recaptcha_response: z.string().default('') })
  .check(ctx => {
    const message = targetProblem(ctx.value.connection, ctx.value.target)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value.target, path: ['target'] })
  })
export const LoginBody = z.object({
  connection,
  target: z.string(),
  code: z.string().trim().min(1, signInMessages.codeRequired),
})
export const RefreshBody = z.object({ refresh_token: z.string() })

interface AuthDeps {
  modules: Modules
  clock: Clock
  guard: StaffGuard
}

/**
 * Mounts staff sign-in (docs/rules/staff.md). The reply key `refreshToken` and the request key `refresh_token` differ
 * on purpose: clients rely on both.
 */
export const mountAuthApi = (server: FastifyInstance, { modules, clock, guard }: AuthDeps): void => {
  const wait = (reply: FastifyReply, { message, until }: { message: string; until: Date }) =>
    reply.code(429).header('retry-after', secondsUntil(until, clock.now())).send({ error: message })

  server.post(paths.magic, async (request, reply) => {
    const body = MagicBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const { recaptcha_response: captcha, ...rest } = body.data
    const asked = await modules.staff.requestSignInCode({ ...rest, captcha, address: request.ip })
    if (asked.kind === 'wait') return wait(reply, asked)
    if (asked.kind === 'refused') {
      const errors = [{ field: 'recaptcha_response', message: asked.message }]
      return reply.code(asked.status).send({ error: asked.message, errors })
    }
    return { code: 'sent' }
  })

  server.post(paths.signIn, async (request, reply) => {
    const body = LoginBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const result = await modules.staff.signIn({ ...body.data, address: request.ip })
    if (result.kind === 'wait') return wait(reply, result)
    if (result.kind === 'refused') return reply.code(result.status).send({ error: result.message })
    guard.open(reply, result.cookie)
    return { token: result.token, refreshToken: result.refreshToken }
  })

  server.post(paths.refresh, async (request, reply) => {
    const body = RefreshBody.safeParse(request.body)
    if (!body.success) return sendInvalidBody(reply, body.error)
    const fresh = await modules.staff.refreshSignIn(body.data.refresh_token)
    return fresh ?? reply.code(401).send({ error: staffMessages.unauthorized })
  })
}
