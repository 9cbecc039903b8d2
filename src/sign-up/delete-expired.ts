import type { Needs } from '#src/context.ts'
import { deleteCaptchasBefore } from './store/captcha.ts'
import { deleteOldSignUps } from './store/sign-ups.ts'

/** Deletes expired sign-ups, their passwords, verified browsers and used captchas. */
export const deleteExpiredSignUps = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteOldSignUps(db, now)
  await deleteCaptchasBefore(db, now)
}
