import type { Needs } from '#src/context.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { deleteSession, deleteSessionsOf } from './store/staff.ts'

/** Ends a session, or all sessions of the user, including their tokens. */
export const signOut = async (app: Needs<'db'>, session: StaffSession, where: 'here' | 'everywhere'): Promise<void> => {
  if (where === 'everywhere') await deleteSessionsOf(app.db, session.staff.id)
  else await deleteSession(app.db, session.id)
}
