import type { Needs } from '#src/context.ts'
import { type JsonScope, makeRefuser, withRetryAfter } from '#src/http/json-calls.ts'
import { ownAccount, type StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import { refreshSignIn } from './access-tokens.ts'
import {
  addPasskey,
  confirmWithPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirm,
  startPasskeySignIn,
} from './passkeys.ts'
import { accountMessages, passkeyRefusals } from './rules/passkeys.ts'
import { signIn } from './sign-in.ts'
import { requestSignInCode } from './sign-in-codes.ts'
import * as contract from './staff-contract.ts'
import { signInRefusals } from './texts/sign-in-form.ts'

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
  scope.post(paths.magic, { schema: contract.requestCodeCall }, async (request, reply) => {
    const { recaptcha_response: captcha, ...rest } = request.body
    const asked = await requestSignInCode(app, { ...rest, captcha, address: request.ip })
    return asked.ok ? { code: 'sent' as const } : refused(withRetryAfter(reply, asked, app.clock.now()), asked)
  })

  scope.post(paths.signIn, { schema: contract.signInCall }, async (request, reply) => {
    guard.demandOwnSite(request)
    const device = guard.deviceOf(request)
    const result = await signIn(app, { ...request.body, address: request.ip, device })
    if (!result.ok) return refused(withRetryAfter(reply, result, app.clock.now()), result)
    guard.open(reply, { ...result, device })
    return { token: result.token, refreshToken: result.refreshToken }
  })

  scope.post(paths.passkeyOptions, { schema: contract.passkeyOptionsCall }, async (request, reply) => {
    const started = await startPasskeySignIn(app, request.ip)
    return started.ok ? { ...started.options } : refused(withRetryAfter(reply, started, app.clock.now()), started)
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

const refusedOwn = makeRefuser(contract.passkeyStatus, passkeyRefusals)

/** Mounts the calls about one's own passkeys. The scope requires a signed-in staff user. */
export const mountAccountCalls = (
  scope: JsonScope,
  app: Needs<'clock' | 'db' | 'jobs' | 'publicUrl'>,
  guard: StaffGuard,
): void => {
  scope.post(paths.confirmOptions, { schema: contract.startConfirmCall, ...ownAccount }, async request => ({
    ...(await startPasskeyConfirm(app, request.staffSession!)),
  }))

  scope.post(paths.confirmByPasskey, { schema: contract.confirmCall, ...ownAccount }, async (request, reply) => {
    const confirmed = await confirmWithPasskey(app, request.body.response, request.staffSession!)
    return confirmed.ok ? { message: accountMessages.confirmed } : refusedOwn(reply, confirmed)
  })

  scope.post(paths.newPasskeyOptions, { schema: contract.startPasskeyCall, ...ownAccount }, async request => ({
    ...(await startPasskey(app, request.staff!)),
  }))

  scope.post(paths.newPasskey, { schema: contract.addPasskeyCall, ...ownAccount }, async (request, reply) => {
    const added = await addPasskey(app, request.body.response, request.staff!, guard.deviceOf(request))
    return added.ok ? { message: accountMessages.added } : refusedOwn(reply, added)
  })
}
