import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { IDLE_MS, type SignedInStaff } from '#src/core/rules/staff.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import type { OwnAccount } from './rules/own-account.ts'
import { countRecoveryCodes, listPasskeys } from './store/passkeys.ts'
import { deleteOtherSessions, deleteOwnSession, listSessions, lockStaff, saveName } from './store/staff.ts'

/** Returns how a staff user can sign in, and where they are signed in. */
export const findOwnAccount = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { id: sessionId, staff }: StaffSession,
): Promise<OwnAccount> => {
  const now = clock.now()
  const sessions = await listSessions(db, staff.id, now, new Date(now.getTime() - IDLE_MS))
  const passkeys = await listPasskeys(db, staff.id)
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    recoveryCodes: await countRecoveryCodes(db, staff.id),
    sessions: sessions.map(s => ({ ...s, isThis: s.id === sessionId })),
  }
}

/** Ends one of one's own sessions, with its tokens. */
export const endOwnSession = async (
  { db }: Needs<'db'>,
  id: number,
  by: SignedInStaff,
): Promise<{ ok: true } | Refused<'session_not_found'>> =>
  (await deleteOwnSession(db, by.id, id)) ? { ok: true } : refuse('session_not_found')

/** Ends all of one's own sessions but this one. */
export const endOtherSessions = ({ db }: Needs<'db'>, { id, staff }: StaffSession): Promise<void> =>
  deleteOtherSessions(db, staff.id, id)

/** Changes one's own name. */
export const changeOwnName = async (
  { db, clock }: Needs<'clock' | 'db'>,
  name: { firstName: string; lastName: string },
  by: SignedInStaff,
): Promise<void> =>
  inTransaction(db, async tx => {
    const { firstName, lastName } = await lockStaff(tx, by.id)
    const changed = { before: { firstName, lastName }, after: name }
    await saveName(tx, by.id, name)
    await recordAudit(tx, {
      by,
      action: 'change-name',
      subject: { kind: 'staff', id: by.id },
      ...changed,
      now: clock.now(),
    })
  })
