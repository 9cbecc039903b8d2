import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demandFresh, type SignedInStaff } from '#src/core/rules/staff.ts'
import type { Device } from '#src/http/staff-guard.ts'
import { notifyOwner } from './notify-owner.ts'
import { deviceName } from './rules/devices.ts'
import { LONGEST_NAME, MAX_PASSKEYS } from './rules/passkeys.ts'
import { deletePasskey, listPasskeys, renamePasskey as rename, savePasskey } from './store/passkeys.ts'
import { lockStaff } from './store/staff.ts'
import { claimAnswered, remember } from './use-passkey.ts'
import { makeWebAuthn } from './webauthn.ts'

const toRegister = (by: SignedInStaff) => `register:${by.id}`
const subject = (by: SignedInStaff) => ({ kind: 'staff', id: by.id }) as const

/** Starts adding a passkey to one's own account. */
export const startPasskey = async (app: Needs<'clock' | 'db' | 'publicUrl'>, by: SignedInStaff) => {
  demandFresh(by, app.clock.now())
  const options = await makeWebAuthn(app.publicUrl).registration(by, await listPasskeys(app.db, by.id))
  return remember(app, toRegister(by), options)
}

type PasskeyAdded = { ok: true } | Refused<'passkey_failed' | 'passkey_exists' | 'too_many_passkeys'>

/** Adds a passkey to one's own account. Its owner gets a mail. */
export const addPasskey = async (
  app: Needs<'clock' | 'db' | 'jobs' | 'publicUrl'>,
  response: RegistrationResponseJSON,
  by: SignedInStaff,
  device: Device,
): Promise<PasskeyAdded> => {
  const now = app.clock.now()
  demandFresh(by, now)
  const challenge = await claimAnswered(app, toRegister(by), response)
  const made = challenge && (await makeWebAuthn(app.publicUrl).verifyRegistration(response, challenge))
  if (!made) return refuse('passkey_failed')
  const name = deviceName(device.userAgent)
  return inTransaction(app.db, async tx => {
    await lockStaff(tx, by.id)
    if ((await listPasskeys(tx, by.id)).length >= MAX_PASSKEYS) return refuse('too_many_passkeys')
    const isNew = await savePasskey(tx, { ...made, staffId: by.id, name, createdAt: now })
    if (!isNew) return refuse('passkey_exists')
    await recordAudit(tx, { by, action: 'add-passkey', subject: subject(by), after: { name }, now })
    await notifyOwner(app, tx, { staff: by, event: 'passkey-added', device, key: made.credentialId })
    return { ok: true }
  })
}

type PasskeyRenamed = { ok: true } | Refused<'passkey_not_found' | 'name_required'>

/** Renames one's own passkey. */
export const renamePasskey = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  typed: string,
  by: SignedInStaff,
): Promise<PasskeyRenamed> => {
  const name = typed.trim().slice(0, LONGEST_NAME)
  if (name === '') return refuse('name_required')
  return inTransaction(app.db, async tx => {
    const before = await rename(tx, by.id, id, name)
    if (before === null) return refuse('passkey_not_found')
    const changed = { before: { name: before }, after: { name } }
    await recordAudit(tx, { by, action: 'rename-passkey', subject: subject(by), ...changed, now: app.clock.now() })
    return { ok: true }
  })
}

/** Removes one's own passkey. Codes by email go on working. */
export const removePasskey = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  by: SignedInStaff,
): Promise<{ ok: true } | Refused<'passkey_not_found'>> => {
  const now = app.clock.now()
  demandFresh(by, now)
  return inTransaction(app.db, async tx => {
    const name = await deletePasskey(tx, by.id, id)
    if (name === null) return refuse('passkey_not_found')
    await recordAudit(tx, { by, action: 'remove-passkey', subject: subject(by), before: { name }, now })
    return { ok: true }
  })
}
