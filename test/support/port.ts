import { createServer } from 'node:net'

/** Returns a free port. Another process may take it first, so callers retry or use port 0. */
export const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
