import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { makeLog } from '#src/core/log.ts'
import { MailAway } from '#src/core/rules/outcome.ts'
import { makeSmsGateway } from '#src/messages/sms.ts'
import { makeTwilioEmulator, TWILIO, TWILIO_NUMBER, TWILIO_SERVICE } from '../support/emulators/twilio.ts'

const log = makeLog('silent')
const sender = { from: TWILIO_NUMBER }
const sms = { id: 'x-1', at: new Date('2026-11-21T12:00:00Z'), to: '+14155550100', body: 'Your code:\n\n123456' }

t.test('Twilio: sent, never deliverable, or to be retried', async t => {
  const twilio = await makeTwilioEmulator()
  t.teardown(() => twilio.close())
  const base = await twilio.listen({ port: 0, host: '127.0.0.1' })
  const send = makeSmsGateway({ ...TWILIO, sender, base }, '', log)
  await send(sms)
  const { messages } = (await twilio.inject({ url: '/__control' })).json()
  t.match(messages, [{ to: sms.to, from: TWILIO_NUMBER, body: sms.body }])
  await send({ ...sms, to: '+15005550004' })
  await t.rejects(send({ ...sms, to: '+15005550029' }), { message: 'Twilio answered 429, error 20429' })
  await t.rejects(makeSmsGateway({ ...TWILIO, sender, authToken: 'wrong', base }, '', log)(sms), /401, error 20003/)
  await twilio.close()
  const fault = await send(sms).catch((err: unknown) => err)
  t.ok(fault instanceof Error && !(fault instanceof MailAway), 'a mail server that works again does not wake it')
})

t.test('Twilio: a messaging service sends in place of a number', async t => {
  const twilio = await makeTwilioEmulator()
  t.teardown(() => twilio.close())
  const base = await twilio.listen({ port: 0, host: '127.0.0.1' })
  const by = (messagingServiceSid: string) =>
    makeSmsGateway({ ...TWILIO, sender: { messagingServiceSid }, base }, '', log)
  await by(TWILIO_SERVICE)(sms)
  const { messages } = (await twilio.inject({ url: '/__control' })).json()
  t.match(messages, [{ to: sms.to, from: null, messaging_service_sid: TWILIO_SERVICE, body: sms.body }])
  await t.rejects(by(`MG${'1'.repeat(32)}`)(sms), /404, error 21705/)
})

t.test('without Twilio writes a text file to the outbox', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'signbook-sms-'))
  await makeSmsGateway(undefined, folder, log)(sms)
  const [name = ''] = await readdir(folder)
  t.match(name, /^2026-11-21.*\.txt$/)
  t.equal((await stat(join(folder, name))).mode & 0o077, 0)
  t.equal(await readFile(join(folder, name), 'utf8'), 'To: +14155550100\n\nYour code:\n\n123456\n')
})
