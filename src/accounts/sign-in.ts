import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, isKnownNetwork, networkLimits, refundLimit } from '#src/core/limits/limits.ts'
import { type Refused, type RefusedUntil, refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { MINUTE_MS } from '#src/core/rules/time.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { readRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { type Connection, fromNetwork, provenTarget } from './rules/sign-in.ts'
import { type OpenedSession, openSession, type SignInSource, signedIn } from './sessions.ts'
import { checkCode, signInTarget } from './sign-in-codes.ts'
import { deleteSession, deleteSessionsOf, findStaffByTarget } from './store/staff.ts'

type SignedIn = OpenedSession & { ok: true; token: string }

type SignInResult = SignedIn | Refused<'wrong_code'> | RefusedUntil<'too_many_tries'>

interface SignIn extends SignInSource {
  connection: Connection
  target: string
  /** A sign-in code, or a recovery code. */
  code: string
}

const WINDOW_MS = 15 * MINUTE_MS
const MAX_WRONG_PER_ADDRESS = 10

/** Exchanges a code for a session and tokens. A code works once, also in concurrent calls. */
export const signIn = async (
  app: Needs<'accessTokens' | 'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'log' | 'publicUrl'>,
  given: SignIn,
): Promise<SignInResult> => {
  const now = app.clock.now()
  const { address } = given
  const to = await signInTarget(given.connection, given.target)
  const isKnown = await isKnownNetwork(app.db, app.limitHash, { target: provenTarget(to), address }, now)
  // Neighbors of a network that signed in before do not lock it out.
  const limits = networkLimits(app.limitHash, 'sign-in:wrong', address, MAX_WRONG_PER_ADDRESS).slice(0, isKnown ? 1 : 2)
  // Counted as wrong first and given back if right, so that at most ten concurrent guesses are compared.
  const until = await claimLimits(app.db, limits, WINDOW_MS, now)
  if (until) return refuseUntil('too_many_tries', until)
  const staff = await findStaffByTarget(app.db, given.connection, to)
  const recoveryCode = readRecoveryCode(given.code)
  const session = recoveryCode
    ? await openByRecoveryCode(app, staff, recoveryCode, given)
    : await openBySentCode(app, staff, given)
  if (!session) return refuse('wrong_code')
  for (const limit of limits) await refundLimit(app.db, limit, now)
  return signedIn(app, session)
}

const openBySentCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'publicUrl'>,
  staff: Staff | null,
  given: SignIn,
): Promise<OpenedSession | null> => {
  const isRight = await checkCode(app, { staff, askedFrom: fromNetwork(given.address) }, given.code)
  return staff && isRight ? inTransaction(app.db, tx => openSession(app, tx, staff, given)) : null
}

const openByRecoveryCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'publicUrl'>,
  staff: Staff | null,
  code: string,
  given: SignIn,
): Promise<OpenedSession | null> =>
  staff &&
  inTransaction(app.db, async tx =>
    (await useRecoveryCode(app, tx, { staff, code, device: given.device })) ? openSession(app, tx, staff, given) : null,
  )

/** Ends a session, or all sessions of the user, including their tokens. */
export const signOut = async (app: Needs<'db'>, session: StaffSession, where: 'here' | 'everywhere'): Promise<void> => {
  if (where === 'everywhere') await deleteSessionsOf(app.db, session.staff.id)
  else await deleteSession(app.db, session.id)
}
