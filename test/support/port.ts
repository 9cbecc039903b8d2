import { createServer } from 'node:net'

/** A port that nobody listens on just now. Another process may be quicker: whoever uses it tries again, or asks for port 0. */
export const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
