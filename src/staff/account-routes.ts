import type { Needs } from '#src/context.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { ownAccount, type StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import { addPasskey, startPasskey } from './change-passkeys.ts'
import * as contract from './contract.ts'
import { accountMessages, passkeyRefusals } from './rules/passkeys.ts'
import { confirmWithPasskey, startPasskeyConfirm } from './use-passkey.ts'

const refused = makeRefuser(contract.passkeyStatus, passkeyRefusals)

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
    return confirmed.ok ? { message: accountMessages.confirmed } : refused(reply, confirmed)
  })

  scope.post(paths.newPasskeyOptions, { schema: contract.startPasskeyCall, ...ownAccount }, async request => ({
    ...(await startPasskey(app, request.staff!)),
  }))

  scope.post(paths.newPasskey, { schema: contract.addPasskeyCall, ...ownAccount }, async (request, reply) => {
    const added = await addPasskey(app, request.body.response, request.staff!, guard.deviceOf(request))
    return added.ok ? { message: accountMessages.added } : refused(reply, added)
  })
}
