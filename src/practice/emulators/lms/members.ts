import type { FastifyInstance } from 'fastify'
import type { Context, Needs } from './context.ts'

/** Members of every practice course, in both LTI versions. */
export const MEMBERS = [
  { user_id: 'practice-ana', name: 'Ana Íñiguez', email: 'ana@school.example', roles: ['Learner'], status: 'Active' },
  { user_id: 'practice-ben', name: 'Ben Okafor', email: 'ben@school.example', roles: ['Learner'], status: 'Active' },
  { user_id: 'practice-tess', name: 'Tess Teacher', roles: ['Instructor'], status: 'Active' },
]

/** Mounts the roster call. It returns two members per page, to test paging. */
export const mountMembers = (server: FastifyInstance, { base }: Context, needs: Needs): void => {
  server.get<{ Querystring: { from?: string } }>(
    '/members',
    { preHandler: needs('contextmembership.readonly') },
    async (request, reply) => {
      const from = Number(request.query.from ?? 0)
      if (from + 2 < MEMBERS.length) reply.header('link', `<${base()}/members?from=${from + 2}>; rel="next"`)
      return { id: `${base()}/members`, context: { id: 'demo-13' }, members: MEMBERS.slice(from, from + 2) }
    },
  )
}
