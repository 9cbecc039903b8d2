import { clipStatus } from '#src/clips/contract.ts'
import { giveOwnConsent } from '#src/clips/manage-signers.ts'
import { signerRefusals } from '#src/clips/rules/consent.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import { done, refused } from '../../answer.ts'
import type { Form } from '../../screen.ts'
import type { StaffContext } from '../staff-screen.ts'

/** Saves the consent of the staff user as a signer. The box must be ticked, also without a script. */
export const agree = async ({ app, staff, url }: StaffContext, { fields }: Form) => {
  if (fields.agreed !== 'yes') return refused('not_agreed', { message: 'Tick the box to say that you agree.' }, 422)
  const version = /^\d{1,6}$/.test(fields.version ?? '') ? Number(fields.version) : 0
  const saved = await giveOwnConsent(app, version, staff)
  return saved.ok
    ? done(localPath(url), 'Your consent is saved. You can record now.')
    : refused(saved.reason, signerRefusals[saved.reason], clipStatus[saved.reason])
}
