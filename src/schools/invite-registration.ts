import { recordAudit } from '#src/core/audit/record-audit.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { findInvite, type Invite, saveInvite } from './store/registrations.ts'
import type { App } from "#src/context.ts";

const TTL_MS = 7 * DAY_MS

type RegistrationInvited = { ok: true; id: number; invite: string; expiresAt: Date } | Refused<'school_required'>

/**
 * Creates a link with which one LMS can register itself once, within a week. The secret is returned only here. `note`
 * names the school.
 */
export const inviteRegistration =
  async (app: App, note: string, by: Staff): Promise<RegistrationInvited> => {
    demand(by, 'manage')
    if (note.trim() === '') return refuse('school_required')
    const now = app.clock.now()
    const invite = mintSecret()
    const expiresAt = new Date(now.getTime() + TTL_MS)
    return inTransaction(app.db, async tx => {
      const row = { tokenHash: sha256(invite), note, createdBy: by.id, createdAt: now, expiresAt }
      const id = await saveInvite(tx, row)
      await recordAudit(tx, { by, action: 'invite-registration', subject: { kind: 'platform', key: note }, now })
      return { ok: true, id, invite, expiresAt }
    })
  }

/** Finds an unused, unexpired invitation without using it. */
export const findInvitation =
  (app: App, invite: string): Promise<Invite | null> =>
    findInvite(app.db, sha256(invite), app.clock.now())
