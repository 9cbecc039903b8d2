import { sha256 } from '#src/core/crypto.ts'
import { IDLE_MS } from '#src/core/rules/staff.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import type { Deps } from './deps.ts'
import { findSessionByCookie, findSessionById, touchSession } from './store/staff.ts'

const TOUCH_MS = 60 * 1000

/** Finds a staff session by cookie or bearer token and extends its idle timeout. */
export const findStaffSession =
  async (deps: Deps, given: { cookie: string } | { bearer: string }): Promise<StaffSession | null> => {
    const now = deps.clock.now()
    const idleSince = new Date(now.getTime() - IDLE_MS)
    const sid = 'bearer' in given ? await deps.accessTokens.sessionOf(given.bearer, now) : null
    const session =
      'cookie' in given
        ? await findSessionByCookie(deps.db, sha256(given.cookie), now, idleSince)
        : sid && (await findSessionById(deps.db, sid, now, idleSince))
    if (!session) return null
    if (now.getTime() - session.seenAt.getTime() > TOUCH_MS) await touchSession(deps.db, session.id, now)
    return { id: session.id, staff: session.staff, endsAt: session.endsAt }
  }
