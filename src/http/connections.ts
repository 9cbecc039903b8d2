import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks a server's open connections and the requests in progress on each. */
export interface Connections {
  /** Closes idle connections now, and every other one after its reply. */
  drain(): void
  /** Closes all connections immediately. */
  cut(): void
}

/** Lets a graceful stop wait for replies only. Node would also wait for unused keep-alive connections. */
export const trackConnections = (server: Server): Connections => {
  const underWay = new Map<Socket, number>()
  let draining = false
  const endIfIdle = (socket: Socket) => {
    if (draining && underWay.get(socket) === 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.on('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.on('close', () => {
      const left = underWay.get(socket)
      if (left === undefined) return
      underWay.set(socket, left - 1)
      endIfIdle(socket)
    })
  })
  return {
    drain() {
      draining = true
      for (const socket of underWay.keys()) endIfIdle(socket)
    },
    cut() {
      for (const socket of underWay.keys()) socket.destroy()
    },
  }
}
