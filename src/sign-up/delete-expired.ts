import type { Deps } from './deps.ts'
import { deleteCaptchasBefore } from './store/captcha.ts'
import { deleteOldSignUps } from './store/sign-ups.ts'

/** Deletes expired sign-ups, their passwords, verified browsers and used captchas. */
export const deleteExpired =
  ({ db, clock }: Deps) =>
  async (): Promise<void> => {
    const now = clock.now()
    await deleteOldSignUps(db, now)
    await deleteCaptchasBefore(db, now)
  }
