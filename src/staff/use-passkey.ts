import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { openSession, type SignInSource, signedIn } from './open-session.ts'
import { claimChallenge, findPasskey, listPasskeys, saveChallenge, savePasskeyUse } from './store/passkeys.ts'
import { confirmSession, getStaff } from './store/staff.ts'
import { CHALLENGE_MS, challengeOf, makeWebAuthn } from './webauthn.ts'

const SIGN_IN = 'sign-in'
const toConfirm = ({ id }: StaffSession) => `confirm:${id}`
/** Each challenge is a row until it expires. A school's network rarely needs so many an hour. */
const MAX_CHALLENGES = 300

/** Starts a sign-in by passkey. The answer is the same for everybody: the browser finds the passkeys of our site. */
export const startPasskeySignIn = async (app: Needs<'clock' | 'db' | 'limitHash' | 'publicUrl'>, address: string) => {
  const now = app.clock.now()
  const limit = { key: `passkey:challenge:${app.limitHash.network(address)}`, most: MAX_CHALLENGES }
  const until = await claimLimit(app.db, limit, HOUR_MS, now)
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
export const remember = async <O extends { challenge: string }>(
  app: Needs<'clock' | 'db'>,
  purpose: string,
  options: O,
): Promise<O> => {
  const expiresAt = new Date(app.clock.now().getTime() + CHALLENGE_MS)
  await saveChallenge(app.db, { challengeHash: sha256(options.challenge), purpose, expiresAt })
  return options
}

/** Uses up the challenge that a response answers and returns it; null if we did not ask it for this purpose. */
export const claimAnswered = async (
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
