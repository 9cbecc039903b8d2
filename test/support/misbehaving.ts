import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from './test.ts'

/** Ways in which an outside service may misbehave. */
export const FAULTS = ['down', 'slow', '429', '500', 'garbage', 'wrong shape'] as const
export type Fault = (typeof FAULTS)[number]

/** Path at which an LMS with a fault still gives access tokens. */
export const TOKEN_PATH = '/good-token'

/** A service on HTTP that answers every request but for tokens with the same fault. `asked` counts the requests. */
export const misbehaving = async (t: Test, first: Fault = 'down') => {
  const state = { fault: first, asked: 0 }
  const server = createServer((request, response) => {
    state.asked += 1
    request.resume()
    const answer = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (request.url === TOKEN_PATH) return answer(200, '{"access_token":"hush-lms","expires_in":3600}')
    switch (state.fault) {
      case 'down':
        return request.destroy()
      case 'slow':
        return
      case '429':
        return answer(429, '{}')
      case '500':
        return answer(500, '{}')
      case 'garbage':
        return answer(200, '<!doctype html><title>Maintenance</title>', 'text/html')
      case 'wrong shape':
        return answer(200, '{"hello":["world",null,7]}')
      default:
        return state.fault satisfies never
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, { base })
}
