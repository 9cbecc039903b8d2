import { randomUUID } from 'node:crypto'
import type { Needs } from '#src/context.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { testMail } from './rules/test-mail.ts'

/** Sends one message to the manager who asks. Says how the mail server answered. */
export const sendTestMail = async (
  { mail, clock, log, config }: Needs<'clock' | 'config' | 'log' | 'mail'>,
  staff: Staff,
): Promise<'sent' | 'refused' | 'failed'> => {
  demand(staff, 'manage')
  try {
    return await mail({ id: randomUUID(), at: clock.now(), to: staff.email, ...testMail(config.publicUrl) })
  } catch (err) {
    log.warn({ err }, 'the test mail could not be sent')
    return 'failed'
  }
}
