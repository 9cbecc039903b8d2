import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import type { Operations } from '../operations/index.ts'

/** Serves captcha challenges. */
export const mountCaptchaApi = (server: FastifyInstance, { operations }: { operations: Operations }): void => {
  server.get(paths.captcha, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return operations.askCaptcha.challenge(request.ip)
  })
}
