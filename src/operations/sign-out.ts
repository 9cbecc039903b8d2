import { deleteSession, deleteSessionsOf } from '../store/queries/staff.ts'
import type { Deps } from './deps.ts'
import type { StaffSession } from './find-staff-session.ts'

/** Ends a session, or every session of its person; the tokens that were given out with it end, too. */
export const signOut =
  (deps: Deps) =>
  async (session: StaffSession, where: 'here' | 'everywhere'): Promise<void> => {
    if (where === 'everywhere') await deleteSessionsOf(deps.db, session.staff.id)
    else await deleteSession(deps.db, session.id)
  }
