import type { Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimit, rememberNetwork } from '#src/core/limits/limits.ts'
import { type Refused, refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { Device, StaffSession } from '#src/http/staff-guard.ts'
import { notifyOwner } from './own-account.ts'
import { DEVICE_MS, deviceName } from './rules/own-account.ts'
import { fromSession, LONGEST_MS, provenTarget } from './rules/sign-in.ts'
import { checkCode } from './sign-in-codes.ts'
import { deleteExpiredChallenges } from './store/passkeys.ts'
import { deleteUnusedDevices, listKnownDevices, saveKnownDevice } from './store/sign-in-codes.ts'
import {
  deleteEndedSessions,
  findSessionByCookie,
  findSessionById,
  saveRefreshToken,
  saveSession,
  touchSession,
} from './store/staff.ts'

/** Network and device of a sign-in. */
export interface SignInSource {
  address: string
  device: Device
}

/**
 * Opens a session in the transaction of the sign-in, and returns its secrets, of which only hashes are stored. Queues mail
 * to its owner if the device is new.
 */
export const openSession = async (
  app: Needs<'clock' | 'fingerprint' | 'jobs' | 'limitHash' | 'publicUrl'>,
  tx: Tx,
  staff: Staff,
  { address, device }: SignInSource,
) => {
  const now = app.clock.now()
  const cookie = mintSecret()
  const refreshToken = mintSecret()
  const name = deviceName(device.userAgent)
  const endsAt = new Date(now.getTime() + LONGEST_MS)
  const times = { createdAt: now, confirmedAt: now, seenAt: now, endsAt }
  const id = await saveSession(tx, { staffId: staff.id, cookieHash: sha256(cookie), device: name, ...times })
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

export type OpenedSession = Awaited<ReturnType<typeof openSession>>

/** Adds the bearer token to an opened session. */
export const signedIn = async (app: Needs<'accessTokens' | 'clock' | 'log'>, session: OpenedSession) => {
  app.log.info({ staff: session.staff.id }, 'staff user signed in')
  return { ok: true as const, ...session, token: await app.accessTokens.sign(session, app.clock.now()) }
}

const TOUCH_MS = 60 * 1000

/** Finds a staff session by cookie or bearer token and extends its idle timeout. */
export const findStaffSession = async (
  app: Needs<'accessTokens' | 'clock' | 'db'>,
  given: { cookie: string } | { bearer: string },
): Promise<StaffSession | null> => {
  const now = app.clock.now()
  const sid = 'bearer' in given ? await app.accessTokens.sessionOf(given.bearer, now) : null
  const session =
    'cookie' in given
      ? await findSessionByCookie(app.db, sha256(given.cookie), now)
      : sid && (await findSessionById(app.db, sid, now))
  if (!session) return null
  if (now.getTime() - session.seenAt.getTime() > TOUCH_MS) await touchSession(app.db, session.id, { seenAt: now })
  return { id: session.id, staff: session.staff, endsAt: session.endsAt }
}

const MAX_CODES = 5

/** E-mails a code that confirms this session. Only this session can use it, so nobody else can replace it. */
export const requestConfirmCode = async (app: Needs<'clock' | 'db' | 'jobs'>, { id, staff }: StaffSession) =>
  inTransaction(app.db, async tx => {
    const now = app.clock.now()
    const until = await claimLimit(tx, { key: `confirm:session:${id}`, most: MAX_CODES }, HOUR_MS, now)
    if (until) return refuseUntil('too_many_tries', until)
    const job = { connection: 'email', target: staff.email, askedFrom: fromSession(id) } as const
    await app.jobs.send(tx, 'sign-in-code', { ...job, askedAt: now.toISOString() })
    return { ok: true as const }
  })

/** Makes a session fresh again (see `demandFresh`). A code works once, also in concurrent calls. */
export const confirmSession = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'log' | 'publicUrl'>,
  { id, staff }: StaffSession,
  code: string,
): Promise<{ ok: true } | Refused<'wrong_code'>> => {
  if (!(await checkCode(app, { staff, askedFrom: fromSession(id) }, code))) return refuse('wrong_code')
  const now = app.clock.now()
  await touchSession(app.db, id, { seenAt: now, confirmedAt: now })
  app.log.info({ staff: staff.id }, 'staff user confirmed their session')
  return { ok: true }
}

/** Deletes ended sessions, expired codes and challenges, and devices that were not used for long. */
export const deleteEndedSignIns = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteEndedSessions(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteUnusedDevices(db, new Date(now.getTime() - DEVICE_MS))
}
