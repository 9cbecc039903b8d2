import type { FastifyInstance } from 'fastify'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'

/** Serves captcha challenges. */
export const mountCaptchaApi = (server: FastifyInstance, { modules }: { modules: Modules }): void => {
  server.get(paths.captcha, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return modules.signUp.getCaptcha.challenge(request.ip)
  })
}
