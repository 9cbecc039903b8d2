import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import type { SignedInStaff, Staff } from '#src/core/rules/staff.ts'
import type { Device, StaffSession } from '#src/http/staff-guard.ts'
import { queueMessage } from '#src/messages/messages.ts'
import { type Mail, UNKNOWN_SOURCE } from '#src/messages/rules/message.ts'
import { paths } from '#views/paths.ts'
import { deviceName } from './rules/own-account.ts'
import { countRecoveryCodes, listPasskeys } from './store/passkeys.ts'
import { deleteSessions, getStaff, listSessions, lockStaff, saveStaffFacts } from './store/staff.ts'

/** Returns how a staff user can sign in, and where they are signed in. */
export const findOwnAccount = async ({ db, clock }: Needs<'clock' | 'db'>, { id: sessionId, staff }: StaffSession) => {
  const sessions = await listSessions(db, staff.id, clock.now())
  const passkeys = await listPasskeys(db, staff.id)
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    recoveryCodes: await countRecoveryCodes(db, staff.id),
    /** `isThis`: the session of this request. */
    sessions: sessions.map(s => ({ ...s, isThis: s.id === sessionId })),
  }
}

export type OwnAccount = Awaited<ReturnType<typeof findOwnAccount>>

/** Ends one of one's own sessions, with its tokens. */
export const endOwnSession = async ({ db }: Needs<'db'>, id: number, by: SignedInStaff) =>
  (await deleteSessions(db, by.id, { only: id })) > 0 ? { ok: true as const } : refuse('session_not_found')

/** Ends all of one's own sessions but this one. */
export const endOtherSessions = ({ db }: Needs<'db'>, { id, staff }: StaffSession): Promise<number> =>
  deleteSessions(db, staff.id, { but: id })

export const changeOwnName = async (
  { db, clock }: Needs<'clock' | 'db'>,
  after: { firstName: string; lastName: string },
  by: SignedInStaff,
): Promise<void> =>
  inTransaction(db, async tx => {
    await lockStaff(tx, by.id)
    const { firstName, lastName } = await getStaff(tx, by.id)
    await saveStaffFacts(tx, by.id, after)
    const subject = { kind: 'staff', id: by.id } as const
    const before = { firstName, lastName }
    await recordAudit(tx, { by, action: 'change-name', subject, before, after, now: clock.now() })
  })

interface OwnersEvent {
  staff: Staff
  event: Mail<'security'>['event']
  /** Null if the mail names none. */
  device: Pick<Device, 'userAgent'> | null
  /** Unique for this event of this user: it is mailed once. */
  key: string
}

/** Queues mail to a staff user about an event of their account, in the transaction of the event. */
export const notifyOwner = async (
  { jobs, clock, publicUrl }: Needs<'clock' | 'jobs' | 'publicUrl'>,
  tx: Tx,
  { staff, event, device, key }: OwnersEvent,
): Promise<void> => {
  await queueMessage(tx, jobs, `staff:${staff.id}:${event}:${key}`, {
    kind: 'security',
    recipient: staff.email,
    event,
    device: device ? deviceName(device.userAgent) : UNKNOWN_SOURCE,
    at: clock.now().toISOString(),
    url: publicUrl + paths.account,
  })
}
