import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit, refundLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { checkCode } from './check-code.ts'
import type { Deps } from './deps.ts'
import { type OpenedSession, openSession, type SignInSource, signedIn } from './open-session.ts'
import { readRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { type Connection, fromNetwork } from './rules/sign-in.ts'
import { signInTarget } from './sign-in-target.ts'
import { findStaffByTarget } from './store/staff.ts'

type SignedIn = OpenedSession & { ok: true; token: string }

type SignInResult = SignedIn | Refused<'wrong_code'> | (Refused<'too_many_tries'> & { until: Date })

interface SignIn extends SignInSource {
  connection: Connection
  target: string
  /** A sign-in code, or a recovery code. */
  code: string
}

const WINDOW_MS = 15 * 60 * 1000
const MAX_WRONG_PER_ADDRESS = 10

/** Exchanges a code for a session and tokens. A code works once, also in concurrent calls. */
export const signIn =
  async (deps: Deps, given: SignIn): Promise<SignInResult> => {
    const now = deps.clock.now()
    const limit = { key: `sign-in:wrong:${deps.limitHash.network(given.address)}`, most: MAX_WRONG_PER_ADDRESS }
    // Counted as wrong first and given back if right, so that at most ten concurrent guesses are compared.
    const until = await claimLimit(deps.db, limit, WINDOW_MS, now)
    if (until) return { ...refuse('too_many_tries'), until }
    const staff = await findStaffByTarget(deps.db, given.connection, await signInTarget(given.connection, given.target))
    const recovery = readRecoveryCode(given.code)
    const session = recovery ? await bySaved(deps, staff, recovery, given) : await bySent(deps, staff, given)
    if (!session) return refuse('wrong_code')
    await refundLimit(deps.db, limit, now)
    return signedIn(deps, session)
  }

const bySent = async (deps: Deps, staff: Staff | null, given: SignIn): Promise<OpenedSession | null> => {
  const isRight = await checkCode(deps, { staffId: staff?.id, askedFrom: fromNetwork(given.address) }, given.code)
  return staff && isRight ? inTransaction(deps.db, tx => openSession(deps, tx, staff, given)) : null
}

const bySaved = async (deps: Deps, staff: Staff | null, code: string, given: SignIn): Promise<OpenedSession | null> =>
  staff &&
  inTransaction(deps.db, async tx =>
    (await useRecoveryCode(deps, tx, { staff, code, device: given.device }))
      ? openSession(deps, tx, staff, given)
      : null,
  )
