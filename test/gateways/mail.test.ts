import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type Mail, makeMailGateway } from '#src/gateways/mail.ts'
import { makeLog } from '#src/log.ts'
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

t.test('without SMTP each message is a file, the newest name last', async t => {
  const outbox = await folder(t)
  const send = makeMailGateway({ from: FROM }, outbox, makeLog('silent'))
  await send(mail())
  await send(mail({ id: '8', at: new Date('2026-11-21T15:00:01Z') }))
  await send(mail())
  const names = await readdir(outbox)
  t.strictSame(
    names.toSorted(),
    ['2026-11-21T15-00-00.000Z-7.eml', '2026-11-21T15-00-01.000Z-8.eml'],
    'again is the same file',
  )
  const text = await readFile(join(outbox, names.toSorted()[0]!), 'utf8')
  t.match(text, /^From: Signbook <no-reply@signbook\.example>$/m)
  t.match(text, /^To: ana@school\.example$/m)
  t.match(text, /^Message-ID: <signbook-7@signbook.example>$/m)
  t.match(text, /^Date: Sat, 21 Nov 2026 15:00:00 \+0000$/m)
  t.notMatch(text, /\r/)
})

t.test('a title with line ends writes no header of its own', async t => {
  const outbox = await folder(t)
  const send = makeMailGateway({ from: FROM }, outbox, makeLog('silent'))
  await send(mail({ subject: 'ASL\r\nBcc: all@school.example\r\n\r\nbody' }))
  const [name] = await readdir(outbox)
  const [head = ''] = (await readFile(join(outbox, name!), 'utf8')).split('\n\n')
  t.notMatch(head, /^Bcc:/im)
  t.match(head, /^Subject: /m)
})

/** As much of a mail server as a client needs. */
const mailServer = async (t: Test, refuse: boolean) => {
  const received: string[] = []
  const answer = (socket: Socket) => {
    let data: string | null = null
    socket.write('220 test\r\n')
    socket.on('data', chunk => {
      for (const line of String(chunk).split('\r\n').slice(0, -1)) {
        if (data !== null) {
          if (line !== '.') data += `${line}\n`
          else {
            received.push(data)
            data = null
            socket.write('250 taken\r\n')
          }
        } else if (/^RCPT/.test(line) && refuse) socket.write('550 no such user\r\n')
        else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  }
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, received }
}

t.test('with SMTP it is handed over, or it throws', async t => {
  const good = await mailServer(t, false)
  const outbox = await folder(t)
  await makeMailGateway({ from: FROM, smtpUrl: good.url }, outbox, makeLog('silent'))(mail())
  t.equal(good.received.length, 1)
  t.match(good.received[0], /^Message-ID: <signbook-7@signbook.example>$/m)
  await t.rejects(readdir(outbox), { code: 'ENOENT' }, 'no file then')

  const bad = await mailServer(t, true)
  t.equal(await makeMailGateway({ from: FROM, smtpUrl: bad.url }, outbox, makeLog('silent'))(mail()), 'refused')
  t.strictSame(bad.received, [])
  const nobody = { from: FROM, smtpUrl: 'smtp://127.0.0.1:1' }
  await t.rejects(makeMailGateway(nobody, outbox, makeLog('silent'))(mail()), /ECONNREFUSED/)
})
