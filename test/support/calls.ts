import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Database } from '#src/core/db/db.ts'
import type { Test } from './test.ts'

/** One outgoing HTTP request of this process, and how many database connections were checked out when it began. */
export interface SeenCall {
  host: string
  path: string
  connections: number
}

/** Records the outgoing HTTP requests of this process, by node:http (Stripe) and undici (all others). */
export const recordCalls = (t: Test, { client }: Pick<Database, 'client'>): SeenCall[] => {
  const calls: SeenCall[] = []
  const add = (host: string, path: string) =>
    calls.push({ host, path, connections: client.totalCount - client.idleCount })
  const byHttp = (message: unknown) => {
    const { request } = message as { request: { host: string; path: string; getHeader(name: string): unknown } }
    add(String(request.getHeader('host')), request.path)
  }
  const byUndici = (message: unknown) => {
    const { request } = message as { request: { origin: string | URL; path: string } }
    add(new URL(request.origin).host, request.path)
  }
  subscribe('http.client.request.start', byHttp)
  subscribe('undici:request:create', byUndici)
  t.teardown(() => {
    unsubscribe('http.client.request.start', byHttp)
    unsubscribe('undici:request:create', byUndici)
  })
  return calls
}
