import type { FastifyInstance } from 'fastify'
import { mountAccessTokens } from './access-tokens.ts'
import type { Context } from './context.ts'
import { mountDeepLinks } from './deep-links.ts'
import { storagePage } from './launch.ts'
import { mountLineItems } from './line-items.ts'
import { mountMembers } from './members.ts'
import { mountScores } from './scores.ts'

/**
 * Mounts access tokens, grades, rosters and deep links, with the errors a platform returns (test/launches,
 * moodle45-context).
 */
export const mountServices = (server: FastifyInstance, given: Omit<Context, 'used'>): void => {
  const context = { ...given, used: new Set<string>() }
  server.addContentTypeParser(/^application\/vnd\.ims\..+\+json$/, { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body))),
  )
  const tokens = mountAccessTokens(server, context)
  const scores = mountScores(server, tokens.needs)
  mountLineItems(server, context, tokens.needs)
  mountMembers(server, context, tokens.needs)
  mountDeepLinks(server, context)
  /** Expires all tokens, fails the next service calls, or loses the replies to the next scores. */
  server.post<{ Body: { forget?: boolean; answers?: number[]; lose?: number } }>(
    '/__control/services',
    async ({ body: { forget, answers, lose } }) => {
      if (forget) tokens.expireAll()
      if (answers) tokens.failWith(answers)
      if (lose !== undefined) scores.loseNext(lose)
      return { asked: context.used.size }
    },
  )
  server.get('/storage', async (_request, reply) => reply.type('text/html; charset=utf-8').send(storagePage()))
}
