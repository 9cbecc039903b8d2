import { deleteOldBatchCalls } from '#src/access/code-batches.ts'
import { deleteOldUploads } from '#src/access/code-imports.ts'
import { deleteCodeAttempts } from '#src/access/redemptions.ts'
import { deleteExpiredLinks } from '#src/access/tokens.ts'
import { deleteEndedSignIns } from '#src/accounts/sessions.ts'
import { deleteExpiredSignUps } from '#src/accounts/sign-ups.ts'
import type { Needs } from '#src/context.ts'
import { deleteOldCalls } from '#src/core/claims/claims.ts'
import { deleteExpiredLimits } from '#src/core/limits/limits.ts'
import { deleteExpiredLaunches } from '#src/lti/launch-diary.ts'
import { deleteOldRefusals } from '#src/payments/payments.ts'
import { deleteUsedInvites } from '#src/schools/registrations.ts'

/** Deletes expired rows. Idempotent: nothing reads them after their expiry. */
export const deleteExpired = async (app: Needs<'clock' | 'db' | 'retention'>): Promise<void> => {
  const { db, clock, retention } = app
  await deleteUsedInvites(app)
  await deleteExpiredLinks(app)
  await deleteExpiredSignUps(app)
  await deleteEndedSignIns(app)
  await deleteOldBatchCalls(app)
  await deleteOldUploads(app)
  await deleteCodeAttempts(app, retention.attempts)
  await deleteExpiredLaunches(app, retention.diary)
  await deleteExpiredLimits(db, clock.now())
  await deleteOldCalls(db, clock.now())
  await deleteOldRefusals(app)
}
