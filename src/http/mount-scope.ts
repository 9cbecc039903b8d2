import type { FastifyInstance } from 'fastify'

/** Registers a scope with hooks and parsers of its own, and returns what `mount` returns. */
export const mountScope = <T>(server: FastifyInstance, mount: (scope: FastifyInstance) => Promise<T>): Promise<T> =>
  new Promise((done, fail) => {
    server.register(async scope => done(await mount(scope))).then(() => {}, fail)
  })
