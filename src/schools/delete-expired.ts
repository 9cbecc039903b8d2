import type { Needs } from '#src/context.ts'
import { deleteNoncesBefore } from './store/credentials.ts'
import { deleteInvitesBefore } from './store/registrations.ts'

/** Deletes expired nonces, and expired invites that registered no platform. */
export const deleteUsedInvites = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteNoncesBefore(db, now)
  await deleteInvitesBefore(db, now)
}
