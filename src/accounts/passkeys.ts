import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, networkLimits } from '#src/core/limits/limits.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { Device, StaffSession } from '#src/http/staff-guard.ts'
import { notifyOwner } from './own-account.ts'
import { deviceName } from './rules/own-account.ts'
import { MAX_PASSKEYS } from './rules/passkeys.ts'
import { openSession, type SignInSource, signedIn } from './sessions.ts'
import {
  claimChallenge,
  deletePasskey,
  findPasskey,
  listPasskeys,
  saveChallenge,
  savePasskey,
  savePasskeyUse,
} from './store/passkeys.ts'
import { getStaff, lockStaff, touchSession } from './store/staff.ts'
import {
  authenticationOptions,
  CHALLENGE_MS,
  challengeOf,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from './webauthn.ts'

type Asks = Needs<'clock' | 'db' | 'publicUrl'>

/** Purposes of a challenge: the answer to one is refused for another. */
const TO_SIGN_IN = 'sign-in'
const toConfirm = ({ id }: StaffSession): string => `confirm:${id}`
const toRegister = ({ id }: Staff): string => `register:${id}`

/** Each challenge is a row until it expires. A school's network rarely needs so many an hour. */
const MAX_CHALLENGES = 300

/** Starts a sign-in by passkey. The answer is the same for everybody: the browser finds the passkeys of our site. */
export const startPasskeySignIn = async (app: Needs<'clock' | 'db' | 'limitHash' | 'publicUrl'>, address: string) => {
  const limits = networkLimits(app.limitHash, 'passkey:challenge', address, MAX_CHALLENGES)
  const until = await claimLimits(app.db, limits, HOUR_MS, app.clock.now())
  if (until) return refuseUntil('too_many_tries', until)
  const options = await rememberChallenge(app, TO_SIGN_IN, await authenticationOptions(app.publicUrl))
  return { ok: true as const, options }
}

/** Signs in with the answer to a challenge. A challenge works once, also in concurrent calls. */
export const signInWithPasskey = async (
  app: Asks & Needs<'accessTokens' | 'fingerprint' | 'jobs' | 'limitHash' | 'log'>,
  response: AuthenticationResponseJSON,
  from: SignInSource,
) => {
  const open = async (tx: Tx, staffId: number) => openSession(app, tx, await getStaff(tx, staffId), from)
  const session = await usePasskey(app, response, TO_SIGN_IN, open)
  return session ? signedIn(app, session) : refuse('passkey_failed')
}

/** Starts a confirmation of this session by one of its owner's passkeys. */
export const startPasskeyConfirm = async (app: Asks, session: StaffSession) => {
  const own = await listPasskeys(app.db, session.staff.id)
  return rememberChallenge(app, toConfirm(session), await authenticationOptions(app.publicUrl, own))
}

/** Makes a session fresh again (see `demandFresh`) with a passkey of its owner. */
export const confirmWithPasskey = async (app: Asks, response: AuthenticationResponseJSON, session: StaffSession) => {
  const isConfirmed = await usePasskey(app, response, toConfirm(session), async (tx, staffId) => {
    if (staffId !== session.staff.id) return false
    const now = app.clock.now()
    await touchSession(tx, session.id, { seenAt: now, confirmedAt: now })
    return true
  })
  return isConfirmed ? { ok: true as const } : refuse('passkey_failed')
}

/** Starts adding a passkey to one's own account. */
export const startPasskey = async (app: Asks, by: SignedInStaff) => {
  demandFresh(by, app.clock.now())
  const options = await registrationOptions(app.publicUrl, by, await listPasskeys(app.db, by.id))
  return rememberChallenge(app, toRegister(by), options)
}

/** Adds a passkey to one's own account. Its owner gets a mail. */
export const addPasskey = async (
  app: Asks & Needs<'jobs'>,
  response: RegistrationResponseJSON,
  by: SignedInStaff,
  device: Device,
) => {
  const now = app.clock.now()
  demandFresh(by, now)
  const challenge = await claimAnswered(app, toRegister(by), response)
  const made = challenge && (await verifyRegistration(app.publicUrl, response, challenge))
  if (!made) return refuse('passkey_failed')
  const name = deviceName(device.userAgent)
  return inTransaction(app.db, async tx => {
    await lockStaff(tx, by.id)
    if ((await listPasskeys(tx, by.id)).length >= MAX_PASSKEYS) return refuse('too_many_passkeys')
    const isNew = await savePasskey(tx, { ...made, staffId: by.id, name, createdAt: now })
    if (!isNew) return refuse('passkey_exists')
    await recordAudit(tx, { by, action: 'add-passkey', subject: subjectOf(by), after: { name }, now })
    await notifyOwner(app, tx, { staff: by, event: 'passkey-added', device, key: made.credentialId })
    return { ok: true as const }
  })
}

/** Removes one's own passkey. Codes by email go on working. */
export const removePasskey = async (app: Needs<'clock' | 'db'>, id: number, by: SignedInStaff) => {
  const now = app.clock.now()
  demandFresh(by, now)
  return inTransaction(app.db, async tx => {
    const name = await deletePasskey(tx, by.id, id)
    if (name === null) return refuse('passkey_not_found')
    await recordAudit(tx, { by, action: 'remove-passkey', subject: subjectOf(by), before: { name }, now })
    return { ok: true as const }
  })
}

const subjectOf = ({ id }: Staff) => ({ kind: 'staff', id }) as const

/** Stores the hash of the challenge in these options, and returns the options. */
const rememberChallenge = async <Options extends { challenge: string }>(
  { clock, db }: Needs<'clock' | 'db'>,
  purpose: string,
  options: Options,
): Promise<Options> => {
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS)
  await saveChallenge(db, { challengeHash: sha256(options.challenge), purpose, expiresAt })
  return options
}

/** Uses up the challenge that a response answers and returns it; null if we did not ask it for this purpose. */
const claimAnswered = async (app: Asks, purpose: string, response: Parameters<typeof challengeOf>[0]) => {
  const challenge = challengeOf(response)
  return challenge && (await claimChallenge(app.db, sha256(challenge), purpose, app.clock.now())) ? challenge : null
}

/**
 * Verifies the answer to a challenge, and acts for the owner of its passkey in the transaction that stores the use.
 * Returns the result; null if the answer proves nothing.
 */
const usePasskey = async <Result>(
  app: Asks,
  response: AuthenticationResponseJSON,
  purpose: string,
  act: (tx: Tx, staffId: number) => Promise<Result>,
): Promise<Result | null> => {
  const challenge = await claimAnswered(app, purpose, response)
  const passkey = challenge && (await findPasskey(app.db, response.id))
  if (!passkey) return null
  const counter = await verifyAuthentication(app.publicUrl, response, challenge, passkey)
  if (counter === null) return null
  return inTransaction(app.db, async tx =>
    (await savePasskeyUse(tx, passkey, counter, app.clock.now())) ? act(tx, passkey.staffId) : null,
  )
}
