import { recordOf } from '#src/core/rules/guards.ts'
import type { ServiceAnswer } from '../rules/setup-line.ts'

const TIMEOUT_MS = 4000

/** Connects to the mail server and signs in, without sending. */
export const tryMail = async (smtpUrl: string | undefined): Promise<ServiceAnswer | null> => {
  if (!smtpUrl) return null
  const { createTransport } = await import('nodemailer')
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...limits })
  try {
    await transport.verify()
    return 'works'
  } catch (error) {
    return recordOf(error).code === 'EAUTH' ? 'rejected' : 'no_answer'
  } finally {
    transport.close()
  }
}
