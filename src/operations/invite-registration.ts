import { mintSecret, sha256 } from '../crypto.ts'
import { demand, type Staff } from '../domain/staff.ts'
import { DAY_MS } from '../domain/time.ts'
import { findInvite, type Invite, saveInvite } from '../store/queries/registrations.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { recordAudit } from './steps/record-audit.ts'

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
