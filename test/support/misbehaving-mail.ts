import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import type { Fault } from './misbehaving.ts'
import type { Test } from './test.ts'

/** First answer of the server. SMTP has its own codes for "too many" and "out of order". */
const GREETINGS: Record<Exclude<Fault, 'down' | 'slow'>, string> = {
  '429': '421 4.7.0 Too many connections\r\n',
  '500': '554 5.3.0 Out of order\r\n',
  garbage: 'HTTP/1.1 400 Bad Request\r\n\r\n<!doctype html>\r\n',
  'wrong shape': '220 hello\r\n',
}

/** Starts a mail server with one fault. Returns its URL. */
export const misbehavingMail = async (t: Test, fault: Fault): Promise<string> => {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket.on('error', () => {}))
    if (fault === 'down') socket.destroy()
    else if (fault !== 'slow') socket.write(GREETINGS[fault])
    if (fault === 'wrong shape') socket.on('data', () => socket.write('hello\r\n'))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
