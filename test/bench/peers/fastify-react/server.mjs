import FastifyVite from '@fastify/vite'
import Fastify from 'fastify'
import { findPage, logRequest } from '../page-data.mjs'

const server = Fastify()
server.decorate('findPage', findPage)
server.addHook('onResponse', async (request, reply) =>
  logRequest(performance.now() - reply.elapsedTime, request.method, request.routeOptions.url, reply.statusCode),
)
await server.register(FastifyVite, {
  root: import.meta.dirname,
  distDir: 'fastify-react/dist',
  renderer: '@fastify/react',
})
await server.vite.ready()
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
