import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { makeLog } from '#src/core/log.ts'
import { MailAway } from '#src/core/rules/outcome.ts'
import { type Mail, makeMailGateway } from '#src/messages/mail.ts'
import { mailServer } from '../support/smtp.ts'
import type { Test } from '../support/test.ts'

const FROM = 'Signbook <no-reply@signbook.example>'
const mail = (over: Partial<Mail> = {}): Mail => ({
  id: '7',
  at: new Date('2026-11-21T15:00:00Z'),
  to: 'ana@school.example',
  subject: 'You are in: ASL 1 — Fall',
  text: 'Hello Íñigo,\n\n.a line with a dot\nhttps://canvas.example/courses/101?x=1&y=2',
  html: '<p>Hello</p>',
  ...over,
})

const folder = async (t: Test) => {
  const path = join(await mkdtemp(join(tmpdir(), 'signbook-mail-')), 'outbox')
  t.teardown(() => rm(join(path, '..'), { recursive: true, force: true }))
  return path
}

t.test('without SMTP each message is a file, sorted by time', async t => {
  const outbox = await folder(t)
  const send = makeMailGateway({ from: FROM }, outbox, makeLog('silent'))
  await send(mail())
  await send(mail({ id: '8', at: new Date('2026-11-21T15:00:01Z') }))
  await send(mail())
  const names = await readdir(outbox)
  t.strictSame(
    names.toSorted(),
    ['2026-11-21T15-00-00.000Z-7.eml', '2026-11-21T15-00-01.000Z-8.eml'],
    'sending again writes the same file',
  )
  const text = await readFile(join(outbox, names.toSorted()[0]!), 'utf8')
  t.match(text, /^From: Signbook <no-reply@signbook\.example>$/m)
  t.match(text, /^To: ana@school\.example$/m)
  t.match(text, /^Message-ID: <signbook-7@signbook.example>$/m)
  t.match(text, /^Date: Sat, 21 Nov 2026 15:00:00 \+0000$/m)
  t.notMatch(text, /\r/)
  t.equal((await stat(join(outbox, names[0]!))).mode & 0o077, 0, 'for this user only: it may hold a code')
})

t.test('line ends in a subject add no header', async t => {
  const outbox = await folder(t)
  const send = makeMailGateway({ from: FROM }, outbox, makeLog('silent'))
  await send(mail({ subject: 'ASL\r\nBcc: all@school.example\r\n\r\nbody' }))
  const [name] = await readdir(outbox)
  const [head = ''] = (await readFile(join(outbox, name!), 'utf8')).split('\n\n')
  t.notMatch(head, /^Bcc:/im)
  t.match(head, /^Subject: /m)
})

t.test('with SMTP a message is sent, refused for good, or fails', async t => {
  const server = await mailServer(t, { refused: 'gone@school.example', later: 'busy@school.example' })
  const outbox = await folder(t)
  const send = makeMailGateway({ from: FROM, smtpUrl: server.url }, outbox, makeLog('silent'))
  t.equal(await send(mail()), 'sent')
  const [got] = server.mails
  t.match(got, { messageId: '<signbook-7@signbook.example>', subject: 'You are in: ASL 1 — Fall' })
  t.match(got?.text, 'Hello Íñigo,\n\n.a line with a dot')
  t.match(got?.html, '<p>Hello</p>')
  await t.rejects(readdir(outbox), { code: 'ENOENT' }, 'no file then')

  t.equal(await send(mail({ to: 'gone@school.example' })), 'refused', '550: trying again changes nothing')
  await t.rejects(send(mail({ to: 'busy@school.example' })), /451/, '451: later')
  t.equal(await send(mail({ to: 'busy@school.example' })), 'sent')
  t.equal(server.mails.length, 2)

  const stranger = makeMailGateway(
    { from: FROM, smtpUrl: server.url.replace('secret', 'wrong') },
    outbox,
    makeLog('silent'),
  )
  await t.rejects(
    stranger(mail()),
    /535|Invalid login|who is this/,
    'a wrong password is our mistake, so it is retried',
  )
  await server.close()
  await t.rejects(send(mail()), /ECONNREFUSED/)
})

t.test('tells a mail server that is away from a message that it does not take', async t => {
  const busy = 'busy@school.example'
  const from = (smtpUrl: string) => makeMailGateway({ from: FROM, smtpUrl }, '', makeLog('silent'))
  const isAway = (smtpUrl: string, to: string) =>
    from(smtpUrl)(mail({ to })).then(
      () => null,
      err => err instanceof MailAway,
    )
  const later = async (laterCode: number) => (await mailServer(t, { later: busy, laterCode })).url
  const { url, close } = await mailServer(t)
  t.equal(await isAway(await later(421), busy), true, '421: it closes the connection')
  t.equal(await isAway(await later(451), busy), false, '451: this message, later')
  t.equal(await isAway(await later(552), busy), null, '552: refused')
  t.equal(await isAway(url, ''), false, 'a message without a recipient')
  t.equal(await isAway(url.replace('secret', 'wrong'), busy), true, 'it rejects us')
  await close()
  t.equal(await isAway(url, busy), true, 'no answer')
})
