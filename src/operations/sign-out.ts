import { deleteSession, deleteSessionsOf } from '../store/queries/staff.ts'
import type { Deps } from './deps.ts'
import type { StaffSession } from './find-staff-session.ts'

/** Ends a session, or all sessions of the user, including their tokens. */
export const signOut =
  (deps: Deps) =>
  async (session: StaffSession, where: 'here' | 'everywhere'): Promise<void> => {
    if (where === 'everywhere') await deleteSessionsOf(deps.db, session.staff.id)
    else await deleteSession(deps.db, session.id)
  }
