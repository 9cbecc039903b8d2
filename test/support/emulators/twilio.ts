import { randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'

export const TWILIO = { accountSid: 'ACemulated', authToken: 'emulated-token' }
export const TWILIO_NUMBER = '+15005550006'
export const TWILIO_SERVICE = `MG${'0'.repeat(32)}`

/** Twilio's magic numbers, which always fail. */
const MAGIC: Record<string, { status: number; code: number; message: string }> = {
  '+15005550001': { status: 400, code: 21211, message: "The 'To' number is not a valid phone number." },
  '+15005550004': { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { status: 400, code: 21614, message: "'To' number is not a valid mobile number" },
  '+15005550029': { status: 429, code: 20429, message: 'Too Many Requests' },
}

interface TwilioMessage {
  sid: string
  to: string
  /** Null while a messaging service chooses the number. */
  from: string | null
  messaging_service_sid: string | null
  body: string
}

/** Emulates Twilio's Messages resource and its errors. `/__control` lists and resets the messages. */
export const makeTwilioEmulator = async (): Promise<FastifyInstance> => {
  const server = Fastify()
  await server.register(formbody)
  let messages: TwilioMessage[] = []
  const basic = `Basic ${Buffer.from(`${TWILIO.accountSid}:${TWILIO.authToken}`).toString('base64')}`
  const problem = (status: number, code: number, message: string) => ({
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  })

  server.post('/2010-04-01/Accounts/:account/Messages.json', async (request, reply) => {
    const { account } = fieldsOf(request.params)
    if (request.headers.authorization !== basic || account !== TWILIO.accountSid)
      return reply.code(401).send(problem(401, 20003, 'Authenticate'))
    const { To = '', From, MessagingServiceSid, Body = '' } = fieldsOf(request.body)
    const magic = MAGIC[To]
    if (magic) return reply.code(magic.status).send(problem(magic.status, magic.code, magic.message))
    if (!/^\+[1-9]\d{6,14}$/.test(To)) return reply.code(400).send(problem(400, 21211, 'Invalid To'))
    if (MessagingServiceSid !== undefined && MessagingServiceSid !== TWILIO_SERVICE)
      return reply.code(404).send(problem(404, 21705, 'The Messaging Service Sid is not valid'))
    if (From === undefined && MessagingServiceSid === undefined)
      return reply.code(400).send(problem(400, 21603, "A 'From' phone number is required"))
    if (From !== undefined && From !== TWILIO_NUMBER)
      return reply.code(400).send(problem(400, 21606, 'From is not yours'))
    if (Body === '') return reply.code(400).send(problem(400, 21602, 'Message body is required'))
    if (Body.length > 1600) return reply.code(400).send(problem(400, 21617, 'The body is too long'))
    const sid = `SM${randomBytes(16).toString('hex')}`
    const sent = { sid, to: To, from: From ?? null, messaging_service_sid: MessagingServiceSid ?? null, body: Body }
    messages.push(sent)
    return reply.code(201).send({ ...sent, status: MessagingServiceSid ? 'accepted' : 'queued', error_code: null })
  })
  server.get('/2010-04-01/Accounts/:account', async (request, reply) =>
    request.headers.authorization === basic && fieldsOf(request.params).account === `${TWILIO.accountSid}.json`
      ? { sid: TWILIO.accountSid, status: 'active' }
      : reply.code(401).send(problem(401, 20003, 'Authenticate')),
  )
  server.get('/__control', async () => ({ messages }))
  server.post('/__control/reset', async () => {
    messages = []
    return { ok: true }
  })
  return server
}
