import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { IDLE_MS } from '#src/core/rules/staff.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { findSessionByCookie, findSessionById, touchSession } from './store/staff.ts'

const TOUCH_MS = 60 * 1000

/** Finds a staff session by cookie or bearer token and extends its idle timeout. */
export const findStaffSession = async (
  app: Needs<'accessTokens' | 'clock' | 'db'>,
  given: { cookie: string } | { bearer: string },
): Promise<StaffSession | null> => {
  const now = app.clock.now()
  const idleSince = new Date(now.getTime() - IDLE_MS)
  const sid = 'bearer' in given ? await app.accessTokens.sessionOf(given.bearer, now) : null
  const session =
    'cookie' in given
      ? await findSessionByCookie(app.db, sha256(given.cookie), now, idleSince)
      : sid && (await findSessionById(app.db, sid, now, idleSince))
  if (!session) return null
  if (now.getTime() - session.seenAt.getTime() > TOUCH_MS) await touchSession(app.db, session.id, now)
  return { id: session.id, staff: session.staff, endsAt: session.endsAt }
}
