import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built client at /assets/. Names carry a hash of their content, so browsers may cache a file for a year. */
export const mountBuiltFiles = async (server: FastifyInstance, folder: string): Promise<void> => {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: reply => void reply.header('vary', 'accept-encoding'),
  })
}
