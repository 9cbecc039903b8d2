import { mintSecret, sha256, timingSafeBytesEqual } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit, refundLimit } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { stripCodeSeparators } from '#src/core/rules/code-separators.ts'
import { CODE_TRIES } from '#src/core/rules/one-time-code.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { type Connection, LONGEST_MS } from './rules/sign-in.ts'
import { signInTarget } from './sign-in-target.ts'
import { claimCode, claimCodeAttempt, findStaffByTarget, saveRefreshToken, saveSession } from './store/staff.ts'

interface SignedIn {
  ok: true
  staff: Staff
  /** Session secret for the browser's cookie. Only its hash is stored. */
  cookie: string
  token: string
  refreshToken: string
}

type SignInResult = SignedIn | Refused<'wrong_code'> | (Refused<'too_many_tries'> & { until: Date })

const WINDOW_MS = 15 * 60 * 1000
const MAX_WRONG_PER_ADDRESS = 10
const NOBODY = 0

/** Exchanges a code for a session and tokens. A code works once, also in concurrent calls. */
export const signIn =
  (deps: Deps) =>
  async (given: { connection: Connection; target: string; code: string; address: string }): Promise<SignInResult> => {
    const now = deps.clock.now()
    const limit = { key: `sign-in:wrong:${networkOf(given.address)}`, most: MAX_WRONG_PER_ADDRESS }
    // Counted as wrong first and given back if right, so that at most ten concurrent guesses are compared.
    const until = await claimLimit(deps.db, limit, WINDOW_MS, now)
    if (until) return { ...refuse('too_many_tries'), until }

    const staff = await findStaffByTarget(deps.db, given.connection, await signInTarget(given.connection, given.target))
    // Do the same work for unknown targets, so that timing does not reveal who is staff.
    const expected = await claimCodeAttempt(deps.db, staff?.id ?? NOBODY, CODE_TRIES, now)
    const hash = deps.fingerprint(`${staff?.id ?? NOBODY}:${stripCodeSeparators(given.code)}`)
    const right = timingSafeBytesEqual(Buffer.from(hash), Buffer.from(expected ?? ''.padEnd(hash.length)))
    if (!staff || !right || !(await claimCode(deps.db, staff.id, hash))) return refuse('wrong_code')
    await refundLimit(deps.db, limit, now)
    const cookie = mintSecret()
    const refreshToken = mintSecret()
    const id = await inTransaction(deps.db, async tx => {
      const endsAt = new Date(now.getTime() + LONGEST_MS)
      const session = await saveSession(tx, { staffId: staff.id, cookieHash: sha256(cookie), now, endsAt })
      await saveRefreshToken(tx, sha256(refreshToken), session)
      return session
    })
    deps.log.info({ staff: staff.id }, 'staff user signed in')
    return { ok: true, staff, cookie, refreshToken, token: await deps.accessTokens.sign({ id, staff }, now) }
  }
