import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Test } from './test.ts'

const USER = { user: 'signbook', pass: 'mail secret' }

/**
 * Starts a mail server with a password. It refuses one address permanently (550), delays another once (451), and keeps
 * the mails it accepts.
 */
export const mailServer = async (t: Test, { refused = '', later = '' } = {}) => {
  const mails: Email[] = []
  const waits = new Set(later ? [later] : [])
  const seen: string[] = []
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
      if (waits.delete(address)) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      done()
    },
    onData(stream, _session, done) {
      const take = async () => void mails.push(await PostalMime.parse(await buffer(stream)))
      take().then(() => done(), done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const close = () => new Promise<void>(gone => server.close(gone))
  t.teardown(close)
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://${USER.user}:${encodeURIComponent(USER.pass)}@127.0.0.1:${port}`, mails, seen, close }
}
