import { connect, createServer, type Socket } from 'node:net'
import type { Test } from './test.ts'

/** Puts a TCP proxy before a service, to cut its connections and refuse new ones. */
export const cuttable = async (t: Test, address: string) => {
  const url = new URL(address)
  const [port, host] = [Number(url.port), url.hostname]
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(socket => {
    if (isCut) {
      socket.destroy()
      return
    }
    const onward = connect(port, host)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const cut = (on: boolean) => {
    isCut = on
    if (on) for (const socket of sockets) socket.destroy()
    if (on) sockets.clear()
  }
  t.teardown(() => {
    cut(true)
    server.close()
  })
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return { url: url.href, cut }
}
