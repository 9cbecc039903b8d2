import type { Needs } from '#src/context.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { IDLE_MS } from '#src/core/rules/staff.ts'
import {
  claimRefreshToken,
  deleteSessionOfSpentToken,
  findSessionById,
  saveRefreshToken,
  touchSession,
} from './store/staff.ts'

/** Grace period for a client that sends the same token again or twice at once. */
const GRACE_MS = 60 * 1000

type SignInRefreshed = { ok: true; token: string; refreshToken: string } | Refused<'refresh_token_spent'>

/**
 * Exchanges a refresh token for new tokens. Refuses a token that is unknown or spent. Reuse after the grace period
 * suggests a stolen token and ends the session.
 */
export const refreshSignIn = async (
  app: Needs<'accessTokens' | 'clock' | 'db'>,
  spent: string,
): Promise<SignInRefreshed> => {
  const now = app.clock.now()
  const refreshToken = mintSecret()
  const session = await inTransaction(app.db, async tx => {
    const id = await claimRefreshToken(tx, sha256(spent), now)
    if (id === null) await deleteSessionOfSpentToken(tx, sha256(spent), new Date(now.getTime() - GRACE_MS))
    const found = id === null ? null : await findSessionById(tx, id, now, new Date(now.getTime() - IDLE_MS))
    if (!found) return null
    await saveRefreshToken(tx, sha256(refreshToken), found.id)
    await touchSession(tx, found.id, now)
    return found
  })
  if (!session) return refuse('refresh_token_spent')
  return { ok: true, token: await app.accessTokens.sign(session, now), refreshToken }
}
