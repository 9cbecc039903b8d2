import type { Needs } from '#src/context.ts'
import { DEVICE_MS } from './rules/devices.ts'
import { deleteUnusedDevices } from './store/known-devices.ts'
import { deleteExpiredChallenges } from './store/passkeys.ts'
import { deleteEndedSessions } from './store/staff.ts'

/** Deletes ended sessions, expired codes and challenges, and devices that were not used for long. */
export const deleteEndedSignIns = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteEndedSessions(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteUnusedDevices(db, new Date(now.getTime() - DEVICE_MS))
}
