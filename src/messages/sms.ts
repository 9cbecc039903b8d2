import * as z from 'zod'
import type { Log } from '#src/core/log.ts'
import { makeHttpClient } from '#src/core/outbound.ts'
import { parseJson, readJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'
import { writeToOutbox } from './mail.ts'

export interface Sms {
  id: string
  at: Date
  /** E.164, like +14155550100. */
  to: string
  body: string
}

/** Sends one text message. Throws if a retry may succeed. */
export type SmsGateway = (sms: Sms) => Promise<void>

/** A number, or a messaging service that chooses one. */
export type TwilioSender = { from: string } | { messagingServiceSid: string }

interface TwilioSettings {
  accountSid: string
  authToken: string
  sender: TwilioSender
  /** Base URL of an emulator. Defaults to Twilio's own. */
  base?: string | undefined
}

/** Twilio error codes for numbers that can never receive messages. A retry would fail again. */
const PERMANENT_ERRORS = [21211, 21610, 21614]

const Sent = z.object({ sid: text })

/** Sends text messages with Twilio. Without it, writes one `.txt` file per message to the outbox folder. */
export const makeSmsGateway = (twilio: TwilioSettings | undefined, outbox: string, log: Log): SmsGateway =>
  twilio ? viaTwilio(twilio, log) : intoFolder(outbox, log)

const intoFolder =
  (outbox: string, log: Log): SmsGateway =>
  async sms => {
    await writeToOutbox(outbox, sms, 'txt', `To: ${sms.to}\n\n${sms.body}\n`)
    log.info({ message: sms.id }, 'text message written to the outbox folder')
  }

const viaTwilio = ({ accountSid, authToken, sender, base }: TwilioSettings, log: Log): SmsGateway => {
  const url = `${base ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const by: Record<string, string> =
    'from' in sender ? { From: sender.from } : { MessagingServiceSid: sender.messagingServiceSid }
  const outbound = makeHttpClient({ service: 'sms' })
  return async ({ id, to, body }) => {
    const answer = await outbound({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ To: to, ...by, Body: body }).toString(),
    })
    // A page of a proxy or a captive portal is no answer of Twilio's.
    if (isSuccess(answer.status)) return void readJson(Sent, answer.text, 'Twilio')
    const code = Number(recordOf(parseJson(answer.text)).code ?? 0)
    if (PERMANENT_ERRORS.includes(code)) return log.warn({ message: id, twilio: code }, 'text message refused')
    throw new Error(`Twilio answered ${answer.status}${code ? `, error ${code}` : ''}`)
  }
}
