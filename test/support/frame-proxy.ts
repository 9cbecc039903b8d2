import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from './test.ts'

export interface FrameProxy {
  /** What came back from inside a frame as cookies, newest last. */
  framedCookies: string[]
  /** Its own, where it listens, and that of the server behind it, as soon as there is one. */
  port: number
  target: number
  /** Worse than any browser's setting: no cookie goes in or out of a frame, partitioned or not. */
  blockInFrames: boolean
}

/**
 * Stands before the server and can take every cookie out of what a frame sends and gets. It adds one of its own that is
 * not partitioned, so that a test sees whether the browser blocks those of third parties.
 */
export const startFrameProxy = async (t: Test): Promise<FrameProxy> => {
  const proxy: FrameProxy = { framedCookies: [], port: 0, target: 0, blockInFrames: false }
  const server = createServer((asked, answer) => {
    const isFramed = asked.headers['sec-fetch-dest'] === 'iframe'
    const headers = { ...asked.headers }
    if (isFramed) proxy.framedCookies.push(headers.cookie ?? '')
    if (isFramed && proxy.blockInFrames) delete headers.cookie
    const onward = request(
      { port: proxy.target, host: '127.0.0.1', method: asked.method, path: asked.url, headers },
      given => {
        const set = [...(given.headers['set-cookie'] ?? []), 'third=1; Path=/; Secure; SameSite=None']
        const kept = isFramed && proxy.blockInFrames ? [] : set
        answer.writeHead(given.statusCode ?? 502, { ...given.headers, 'set-cookie': kept })
        given.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  proxy.port = (server.address() as AddressInfo).port
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return proxy
}
