import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server, each with the requests that are under way on it. */
export interface Connections {
  /** From now on each connection ends with the answer under way on it; the idle ones end at once. */
  drain(): void
  /** Ends all of them, whatever is under way. */
  cut(): void
}

/**
 * A stop waits for answers and for nothing else. Node alone would also wait for a browser's spare connection that never
 * asked anything, and keep an answered one open for its next request.
 */
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
