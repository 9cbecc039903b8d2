import type { Needs } from '#src/context.ts'
import { mintPin, mintReference } from '#src/core/crypto.ts'
import type { Jobs } from '#src/core/jobs/kinds.ts'
import { CODE_MS, LONG_CODE_DIGITS } from '#src/core/rules/one-time-code.ts'
import { htmlBody, plainTextBody } from '#src/messages/rules/mail-body.ts'
import { signInMail } from '#src/messages/rules/sign-in-mail.ts'
import { hashCode } from './check-code.ts'
import { signInText } from './rules/sign-in.ts'
import { saveCode } from './store/sign-in-codes.ts'
import { findStaffByTarget } from './store/staff.ts'

/**
 * Sends a sign-in code to a staff user. Does nothing for unknown targets. Only the hash is stored, so a retry sends a
 * new code, and the newest one counts. Skips old requests: a late code would invalidate a newer one.
 */
export const sendSignInCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'mail' | 'sms' | 'supportEmail'>,
  { connection, target, askedFrom, askedAt, isLong }: Jobs['sign-in-code'],
): Promise<void> => {
  const now = app.clock.now()
  if (now.getTime() - Date.parse(askedAt) > CODE_MS) return
  const staff = await findStaffByTarget(app.db, connection, target)
  if (!staff) return
  const code = mintPin(isLong ? LONG_CODE_DIGITS : undefined)
  const expiresAt = new Date(now.getTime() + CODE_MS)
  await saveCode(app.db, { staffId: staff.id, askedFrom, codeHash: hashCode(app, staff.id, code), expiresAt })
  const id = `sign-in-${mintReference()}`
  if (connection === 'sms') return app.sms({ id, at: now, to: target, body: signInText(code) })
  const letter = signInMail(code, app.supportEmail)
  const { subject } = letter
  await app.mail({ id, at: now, to: target, subject, text: plainTextBody(letter), html: htmlBody(letter) })
}
