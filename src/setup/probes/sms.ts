import type { ServiceAnswer } from '../rules/setup-line.ts'
import { askFor } from './ask.ts'

interface TwilioSettings {
  accountSid: string
  authToken: string
  base?: string | undefined
}

/** Reads the Twilio account, without sending. */
export const trySms = async (settings: TwilioSettings | undefined): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { accountSid, authToken, base = 'https://api.twilio.com' } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const url = `${base}/2010-04-01/Accounts/${accountSid}.json`
  return askFor(body => body?.sid === accountSid, { url, headers: { authorization } })
}
