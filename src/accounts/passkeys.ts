import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, networkLimits } from '#src/core/limits/limits.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demandFresh, fullName, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { Device, StaffSession } from '#src/http/staff-guard.ts'
import { notifyOwner } from './own-account.ts'
import { deviceName } from './rules/own-account.ts'
import { LONGEST_NAME, MAX_PASSKEYS } from './rules/passkeys.ts'
import { openSession, type SignInSource, signedIn } from './sessions.ts'
import {
  claimChallenge,
  deletePasskey,
  findPasskey,
  listPasskeys,
  renamePasskey as rename,
  type StoredPasskey,
  saveChallenge,
  savePasskey,
  savePasskeyUse,
} from './store/passkeys.ts'
import { confirmSession, getStaff, lockStaff } from './store/staff.ts'

/** Loaded with the first passkey, which the start does not need. */
const load = () => import('@simplewebauthn/server')

/** Time that people get to touch a key. Their browser and the stored challenge keep to it. */
const CHALLENGE_MS = 5 * 60 * 1000

/** Returns the challenge that a response answers; null if it is not readable. */
const challengeOf = ({ response }: { response: { clientDataJSON: string } }): string | null => {
  const { challenge } = recordOf(parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')))
  return typeof challenge === 'string' ? challenge : null
}

/** WebAuthn for our origin: discoverable credentials, and the person verified by PIN or biometrics each time. */
const makeWebAuthn = (publicUrl: string) => {
  const { origin, hostname: rpID } = new URL(publicUrl)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const keyOf = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports })
  return {
    async registration(staff: Staff, existing: StoredPasskey[]) {
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpName: 'Signbook',
        rpID,
        userID: new TextEncoder().encode(`staff:${staff.id}`),
        userName: staff.email,
        userDisplayName: fullName(staff) || staff.email,
        timeout: CHALLENGE_MS,
        excludeCredentials: existing.map(keyOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },
    async authentication(allowed?: StoredPasskey[]) {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        ...(allowed ? { allowCredentials: allowed.map(keyOf) } : {}),
      })
    },
    /** Returns the new credential, or null if the response does not prove it. The caller has claimed the challenge. */
    async verifyRegistration(response: RegistrationResponseJSON, expectedChallenge: string) {
      const { verifyRegistrationResponse } = await load()
      const found = await verifyRegistrationResponse({ response, expectedChallenge, ...expected }).catch(() => null)
      if (!found?.verified) return null
      const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
    },
    /** Returns the new counter, or null if the signature is wrong or its counter went back, as a copied key's does. */
    async verifyAuthentication(response: AuthenticationResponseJSON, expectedChallenge: string, by: StoredPasskey) {
      const { verifyAuthenticationResponse } = await load()
      const { counter } = by
      const credential = {
        id: by.credentialId,
        publicKey: new Uint8Array(Buffer.from(by.publicKey, 'base64url')),
        counter,
      }
      const found = await verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }).catch(
        () => null,
      )
      return found?.verified ? found.authenticationInfo.newCounter : null
    },
  }
}

const SIGN_IN = 'sign-in'
const toConfirm = ({ id }: StaffSession) => `confirm:${id}`
/** Each challenge is a row until it expires. A school's network rarely needs so many an hour. */
const MAX_CHALLENGES = 300

/** Starts a sign-in by passkey. The answer is the same for everybody: the browser finds the passkeys of our site. */
export const startPasskeySignIn = async (app: Needs<'clock' | 'db' | 'limitHash' | 'publicUrl'>, address: string) => {
  const now = app.clock.now()
  const limits = networkLimits(app.limitHash, 'passkey:challenge', address, MAX_CHALLENGES)
  const until = await claimLimits(app.db, limits, HOUR_MS, now)
  if (until) return { ...refuse('too_many_tries'), until }
  return {
    ok: true as const,
    options: await remember(app, SIGN_IN, await makeWebAuthn(app.publicUrl).authentication()),
  }
}

/** Starts a confirmation of this session by one of its owner's passkeys. */
export const startPasskeyConfirm = async (app: Needs<'clock' | 'db' | 'publicUrl'>, session: StaffSession) => {
  const allowed = await listPasskeys(app.db, session.staff.id)
  return remember(app, toConfirm(session), await makeWebAuthn(app.publicUrl).authentication(allowed))
}

/** Signs in with the answer to a challenge. A challenge works once, also in concurrent calls. */
export const signInWithPasskey = async (
  app: Needs<'accessTokens' | 'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'log' | 'publicUrl'>,
  response: AuthenticationResponseJSON,
  from: SignInSource,
) => {
  const session = await usePasskey(app, response, SIGN_IN, async (tx, staffId) =>
    openSession(app, tx, await getStaff(tx, staffId), from),
  )
  return session ? signedIn(app, session) : refuse('passkey_failed')
}

/** Makes a session fresh again (see `demandFresh`) with a passkey of its owner. */
export const confirmWithPasskey = async (
  app: Needs<'clock' | 'db' | 'publicUrl'>,
  response: AuthenticationResponseJSON,
  session: StaffSession,
): Promise<{ ok: true } | Refused<'passkey_failed'>> => {
  const done = await usePasskey(app, response, toConfirm(session), async (tx, staffId) => {
    if (staffId !== session.staff.id) return null
    await confirmSession(tx, session.id, app.clock.now())
    return true
  })
  return done ? { ok: true } : refuse('passkey_failed')
}

/** Stores the challenge of these options by its hash, and returns the options. */
const remember = async <O extends { challenge: string }>(
  app: Needs<'clock' | 'db'>,
  purpose: string,
  options: O,
): Promise<O> => {
  const expiresAt = new Date(app.clock.now().getTime() + CHALLENGE_MS)
  await saveChallenge(app.db, { challengeHash: sha256(options.challenge), purpose, expiresAt })
  return options
}

/** Uses up the challenge that a response answers and returns it; null if we did not ask it for this purpose. */
const claimAnswered = async (
  { db, clock }: Needs<'clock' | 'db'>,
  purpose: string,
  response: Parameters<typeof challengeOf>[0],
): Promise<string | null> => {
  const challenge = challengeOf(response)
  return challenge && (await claimChallenge(db, sha256(challenge), purpose, clock.now())) ? challenge : null
}

const usePasskey = async <T>(
  app: Needs<'clock' | 'db' | 'publicUrl'>,
  response: AuthenticationResponseJSON,
  purpose: string,
  then: (tx: Tx, staffId: number) => Promise<T | null>,
): Promise<T | null> => {
  const challenge = await claimAnswered(app, purpose, response)
  const passkey = challenge && (await findPasskey(app.db, response.id))
  if (!passkey) return null
  const counter = await makeWebAuthn(app.publicUrl).verifyAuthentication(response, challenge, passkey)
  if (counter === null) return null
  return inTransaction(app.db, async tx =>
    (await savePasskeyUse(tx, passkey, counter, app.clock.now())) ? then(tx, passkey.staffId) : null,
  )
}

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
