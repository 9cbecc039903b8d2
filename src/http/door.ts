import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trackConnections } from './connections.ts'
import { type Health, healthChecks } from './health.ts'

/** What a process is reached by. It may stand open while what answers is still being loaded. */
export interface Door {
  /** Fastify answers through it. */
  server: Server
  /** Answers the port. Until somebody answers here, it tells its health and lets all else wait. An open door stays open. */
  open(at: { port: number; host: string }, isReady?: () => Promise<boolean>): Promise<number>
  /** Fulfilled by the first who asks for more than its health. */
  asked: Promise<void>
  /** From now on `listener` answers, those who wait first. */
  handTo(listener: RequestListener): void
  /** Hears nobody new; each connection ends with the answer under way on it. Fulfilled when all have ended. */
  close(): Promise<void>
  /** Ends all connections, whatever is under way. */
  cut(): void
}

export const makeDoor = (): Door => {
  let checks = healthChecks(async () => false)
  let listener: RequestListener | null = null
  const waiting: Parameters<RequestListener>[] = []
  let ask = () => {}
  const asked = new Promise<void>(resolve => {
    ask = resolve
  })
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 72_000 }, (request, response) => {
    if (listener) return listener(request, response)
    const check = checks.get(request.url ?? '')
    if (check) return void check().then(health => tell(response, health))
    waiting.push([request, response])
    ask()
  })
  const connections = trackConnections(server)
  return {
    server,
    asked,
    open: async ({ port, host }, isReady) => {
      if (isReady) checks = healthChecks(isReady)
      // Its errors are thrown here.
      if (!server.listening) await once(server.listen(port, host), 'listening')
      return (server.address() as AddressInfo).port
    },
    handTo(given) {
      listener = given
      for (const one of waiting.splice(0)) given(...one)
    },
    close: () => {
      connections.drain()
      // It says so where it was never open, or is closed already: then there is nothing to wait for.
      return new Promise(resolve => server.close(() => resolve()))
    },
    cut: connections.cut,
  }
}

const tell = (response: ServerResponse, { status, body }: Health): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}
