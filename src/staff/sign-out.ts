import type { StaffSession } from '#src/http/staff-guard.ts'
import type { Deps } from './deps.ts'
import { deleteSession, deleteSessionsOf } from './store/staff.ts'

/** Ends a session, or all sessions of the user, including their tokens. */
export const signOut =
  async (deps: Deps, session: StaffSession, where: 'here' | 'everywhere'): Promise<void> => {
    if (where === 'everywhere') await deleteSessionsOf(deps.db, session.staff.id)
    else await deleteSession(deps.db, session.id)
  }
