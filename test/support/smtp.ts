import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Test } from './test.ts'

const USER = { user: 'signbook', pass: 'mail secret' }

/**
 * Starts a mail server with a password. It refuses one address permanently (550), delays another once (451, or `laterCode`), and keeps
 * the mails it accepts. Each mail takes some milliseconds.
 */
export const mailServer = async (t: Test, { refused = '', later = '', laterCode = 451, milliseconds = 0 } = {}) => {
  const mails: Email[] = []
  const waits = new Set(later ? [later] : [])
  const seen: string[] = []
  let taking = 0
  let most = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === USER.user && password === USER.pass
        ? done(null, { user: username })
        : done(new Error('who is this?')),
    onRcptTo({ address }, _session, done) {
      seen.push(address)
      if (address === refused) return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      if (waits.delete(address)) return done(Object.assign(new Error('try again later'), { responseCode: laterCode }))
      done()
    },
    onData(stream, _session, done) {
      const take = async () => {
        most = Math.max(most, ++taking)
        const mail = await PostalMime.parse(await buffer(stream))
        if (milliseconds > 0) await pause(milliseconds)
        mails.push(mail)
        taking--
      }
      take().then(() => done(), done)
    },
  })
  server.on('error', () => {})
  const open = new Set<Socket>()
  let connections = 0
  server.server.on('connection', (socket: Socket) => {
    connections++
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  /** Closes all connections, as a mail server does that restarts. */
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const close = () => {
    drop()
    return new Promise<void>(gone => server.close(gone))
  }
  t.teardown(close)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${USER.user}:${encodeURIComponent(USER.pass)}@127.0.0.1:${port}`,
    mails,
    seen,
    close,
    drop,
    connections: () => connections,
    most: () => most,
  }
}
