import type { Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { rememberNetwork } from '#src/core/limits/known-networks.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Device } from '#src/http/staff-guard.ts'
import { notifyOwner } from './notify-owner.ts'
import { deviceName } from './rules/devices.ts'
import { LONGEST_MS, provenTarget } from './rules/sign-in.ts'
import { listKnownDevices, saveKnownDevice } from './store/known-devices.ts'
import { saveRefreshToken, saveSession } from './store/staff.ts'

/** Network and device of a sign-in. */
export interface SignInSource {
  address: string
  device: Device
}

/** Secrets of a new session. Only their hashes are stored. */
export interface OpenedSession {
  id: number
  staff: Staff
  cookie: string
  refreshToken: string
}

/** Opens a session in the transaction of the sign-in. Queues mail to its owner if the device is new. */
export const openSession = async (
  app: Needs<'clock' | 'fingerprint' | 'jobs' | 'limitHash' | 'publicUrl'>,
  tx: Tx,
  staff: Staff,
  { address, device }: SignInSource,
): Promise<OpenedSession> => {
  const now = app.clock.now()
  const cookie = mintSecret()
  const refreshToken = mintSecret()
  const name = deviceName(device.userAgent)
  const endsAt = new Date(now.getTime() + LONGEST_MS)
  const id = await saveSession(tx, { staffId: staff.id, cookieHash: sha256(cookie), device: name, now, endsAt })
  await saveRefreshToken(tx, sha256(refreshToken), id)
  const deviceHash = app.fingerprint(device.secret)
  const known = await listKnownDevices(tx, staff.id)
  // The first sign-in of all has nothing to compare with.
  if (known.length > 0 && !known.includes(deviceHash))
    await notifyOwner(app, tx, { staff, event: 'new-device', device, key: deviceHash })
  await saveKnownDevice(tx, staff.id, deviceHash, now)
  for (const target of [staff.email, staff.phone])
    if (target) await rememberNetwork(tx, app.limitHash, { target: provenTarget(target), address }, now)
  return { id, staff, cookie, refreshToken }
}

/** Adds the bearer token to an opened session. */
export const signedIn = async (app: Needs<'accessTokens' | 'clock' | 'log'>, session: OpenedSession) => {
  app.log.info({ staff: session.staff.id }, 'staff user signed in')
  return { ok: true as const, ...session, token: await app.accessTokens.sign(session, app.clock.now()) }
}
