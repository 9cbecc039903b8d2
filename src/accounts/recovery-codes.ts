import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { mintCode } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { codeTyped } from '#src/core/rules/normalize.ts'
import { demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Device } from '#src/http/staff-guard.ts'
import { notifyOwner } from './own-account.ts'
import { RECOVERY_CODES, RECOVERY_LENGTH, shownRecoveryCode } from './rules/passkeys.ts'
import { hashCode } from './sign-in-codes.ts'
import { claimRecoveryCode, countRecoveryCodes, replaceRecoveryCodes } from './store/passkeys.ts'

/** Makes new recovery codes, returned only here. The old ones stop working. */
export const makeRecoveryCodes = async (app: Needs<'clock' | 'db' | 'fingerprint'>, by: SignedInStaff) => {
  const now = app.clock.now()
  demandFresh(by, now)
  const codes = Array.from({ length: RECOVERY_CODES }, () => mintCode(RECOVERY_LENGTH))
  const hashes = codes.map(code => hashCode(app, by.id, code))
  await inTransaction(app.db, async tx => {
    await replaceRecoveryCodes(tx, by.id, hashes, now)
    await recordAudit(tx, { by, action: 'create-recovery-codes', subject: { kind: 'staff', id: by.id }, now })
  })
  return codes.map(shownRecoveryCode)
}

/** Returns the recovery code that somebody typed, or null if it cannot be one. Sign-in codes are shorter. */
export const readRecoveryCode = (typed: string): string | null => {
  const code = codeTyped(typed).replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === RECOVERY_LENGTH ? code : null
}

/** Uses up a recovery code in the transaction of the sign-in. Each use is audited, and its owner gets a mail. */
export const spendRecoveryCode = async (
  app: Needs<'clock' | 'fingerprint' | 'jobs' | 'publicUrl'>,
  tx: Tx,
  { staff, code, device }: { staff: Staff; code: string; device: Device },
): Promise<boolean> => {
  const now = app.clock.now()
  const hash = hashCode(app, staff.id, code)
  if (!(await claimRecoveryCode(tx, staff.id, hash, now))) return false
  const left = await countRecoveryCodes(tx, staff.id)
  const subject = { kind: 'staff', id: staff.id } as const
  await recordAudit(tx, { by: staff, action: 'use-recovery-code', subject, after: { left }, now })
  await notifyOwner(app, tx, { staff, event: 'recovery-code', device, key: hash })
  return true
}
