import type { Needs } from '#src/context.ts'
import type { Tx } from '#src/core/db/db.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Device } from '#src/http/staff-guard.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import type { SecurityNotice } from '#src/messages/rules/message.ts'
import { paths } from '#views/paths.ts'
import { deviceName } from './rules/devices.ts'

interface OwnersEvent {
  staff: Staff
  event: SecurityNotice['event']
  device: Pick<Device, 'userAgent'>
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
    device: deviceName(device.userAgent),
    at: clock.now().toISOString(),
    url: publicUrl + paths.account,
  })
}
