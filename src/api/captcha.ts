import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import type { Operations } from '../operations/index.ts'

/** Work for a browser that wants to show that a person uses it. */
export const mountCaptchaApi = (server: FastifyInstance, { operations }: { operations: Operations }): void => {
  server.get(paths.captcha, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return operations.askCaptcha.challenge(request.ip)
  })
}
