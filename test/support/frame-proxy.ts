import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from './test.ts'

interface FrameProxy {
  /** Cookie headers sent from inside a frame, newest last. */
  framedCookies: string[]
  /** The proxy's port, and the port of the server behind it once known. */
  port: number
  target: number
  /** Drops all cookies of frames in both directions, even partitioned ones. */
  blockInFrames: boolean
}

/**
 * Proxies to the server and can drop every cookie of a frame. It also sets an unpartitioned cookie, to show whether the
 * browser blocks third-party cookies.
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
