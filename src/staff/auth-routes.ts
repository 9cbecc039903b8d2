import type { FastifyReply } from 'fastify'
import type { Needs } from '#src/context.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import type { StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { refreshSignIn } from './refresh-sign-in.ts'
import { requestSignInCode } from './request-sign-in-code.ts'
import { passkeyRefusals } from './rules/passkeys.ts'
import { signInRefusals } from './rules/sign-in-refusals.ts'
import { signIn } from './sign-in.ts'
import { signInWithPasskey, startPasskeySignIn } from './use-passkey.ts'

const refused = makeRefuser(
  { ...contract.signInStatus, ...contract.passkeyStatus },
  { ...signInRefusals, ...passkeyRefusals },
)

/** Mounts staff sign-in (docs/rules/staff.md). */
export const mountAuthCalls = (
  scope: JsonScope,
  app: Needs<'accessTokens' | 'captcha' | 'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'log' | 'publicUrl'>,
  guard: StaffGuard,
): void => {
  const retryAfter = (reply: FastifyReply, until: Date) =>
    reply.header('retry-after', secondsUntil(until, app.clock.now()))

  scope.post(paths.magic, { schema: contract.requestCodeCall }, async (request, reply) => {
    const { recaptcha_response: captcha, ...rest } = request.body
    const asked = await requestSignInCode(app, { ...rest, captcha, address: request.ip })
    if (asked.ok) return { code: 'sent' as const }
    return refused('until' in asked ? retryAfter(reply, asked.until) : reply, asked)
  })

  scope.post(paths.signIn, { schema: contract.signInCall }, async (request, reply) => {
    guard.demandOwnSite(request)
    const device = guard.deviceOf(request)
    const result = await signIn(app, { ...request.body, address: request.ip, device })
    if (!result.ok) return refused('until' in result ? retryAfter(reply, result.until) : reply, result)
    guard.open(reply, { ...result, device })
    return { token: result.token, refreshToken: result.refreshToken }
  })

  scope.post(paths.passkeyOptions, { schema: contract.passkeyOptionsCall }, async (request, reply) => {
    const started = await startPasskeySignIn(app, request.ip)
    return started.ok ? { ...started.options } : refused(retryAfter(reply, started.until), started)
  })

  scope.post(paths.passkeySignIn, { schema: contract.passkeySignInCall }, async (request, reply) => {
    guard.demandOwnSite(request)
    const device = guard.deviceOf(request)
    const result = await signInWithPasskey(app, request.body.response, { address: request.ip, device })
    if (!result.ok) return refused(reply, result)
    guard.open(reply, { ...result, device })
    return { token: result.token, refreshToken: result.refreshToken }
  })

  scope.post(paths.refresh, { schema: contract.refreshCall }, async (request, reply) => {
    const fresh = await refreshSignIn(app, request.body.refresh_token)
    return fresh.ok ? { token: fresh.token, refreshToken: fresh.refreshToken } : refused(reply, fresh)
  })
}
