import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { findInvite, type Invite, saveInvite } from './store/registrations.ts'

const TTL_MS = 7 * DAY_MS

/** Creates a link with which one LMS can register itself once, within a week. The secret is returned only here. */
export const inviteRegistration =
  (deps: Deps) =>
  async (note: string, by: Staff): Promise<{ id: number; invite: string; expiresAt: Date }> => {
    demand(by, 'manage')
    const now = deps.clock.now()
    const invite = mintSecret()
    const expiresAt = new Date(now.getTime() + TTL_MS)
    return inTransaction(deps.db, async tx => {
      const row = { tokenHash: sha256(invite), note, createdBy: by.id, createdAt: now, expiresAt }
      const id = await saveInvite(tx, row)
      await recordAudit(tx, { by, action: 'invite-registration', subject: { kind: 'platform', key: note }, now })
      return { id, invite, expiresAt }
    })
  }

/** Finds an unused, unexpired invitation without using it. */
export const findInvitation =
  (deps: Deps) =>
  (invite: string): Promise<Invite | null> =>
    findInvite(deps.db, sha256(invite), deps.clock.now())
