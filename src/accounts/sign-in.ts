import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, isKnownNetwork, networkLimits, refundLimit } from '#src/core/limits/limits.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { MINUTE_MS } from '#src/core/rules/time.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { readRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import { type Connection, fromNetwork, provenTarget } from './rules/sign-in.ts'
import { type OpenedSession, openSession, type SignInSource, signedIn } from './sessions.ts'
import { checkCode, signInTarget } from './sign-in-codes.ts'
import { deleteSessions, findStaffByTarget } from './store/staff.ts'

interface SignIn extends SignInSource {
  connection: Connection
  target: string
  /** A sign-in code, or a recovery code. */
  code: string
}

const WINDOW_MS = 15 * MINUTE_MS
const MAX_WRONG_PER_ADDRESS = 10

type Opens = Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'publicUrl'>

/** Exchanges a code for a session and tokens. A code works once, also in concurrent calls. */
export const signIn = async (app: Opens & Needs<'accessTokens' | 'log'>, given: SignIn) => {
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
  const session = await open(app, staff, given)
  if (!session) return refuse('wrong_code')
  for (const limit of limits) await refundLimit(app.db, limit, now)
  return signedIn(app, session)
}

const open = async (app: Opens, staff: Staff | null, given: SignIn): Promise<OpenedSession | null> => {
  const code = readRecoveryCode(given.code)
  const askedFrom = fromNetwork(given.address)
  if (!code && !(await checkCode(app, { staff, askedFrom }, given.code))) return null
  return (
    staff &&
    inTransaction(app.db, async tx => {
      const isRight = !code || (await spendRecoveryCode(app, tx, { staff, code, device: given.device }))
      return isRight ? openSession(app, tx, staff, given) : null
    })
  )
}

/** Ends a session, or all sessions of the user, including their tokens. */
export const signOut = async (app: Needs<'db'>, { id, staff }: StaffSession, where: 'here' | 'everywhere') => {
  await deleteSessions(app.db, staff.id, where === 'everywhere' ? {} : { only: id })
}
