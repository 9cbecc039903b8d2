import type { FastifyInstance } from 'fastify'
import type { Needs } from './context.ts'
import { MEMBERS } from './members.ts'

interface Score {
  userId: string
  scoreGiven: number
  scoreMaximum: number
  timestamp: string
}

/** Mounts the calls that save and return scores. */
export const mountScores = (server: FastifyInstance, needs: Needs) => {
  const scores: (Score & { item: string })[] = []
  let losing = 0
  server.post<{ Params: { item: string }; Body: Score }>(
    '/lineitems/:item/scores',
    { preHandler: needs('lti-ags/scope/score') },
    async (request, reply) => {
      const { userId, timestamp } = request.body
      const { item } = request.params
      const last = scores.findLast(s => s.item === item && s.userId === userId)
      if (!MEMBERS.some(m => m.user_id === userId)) return reply.code(404).send({ error: 'no such user' })
      if (last && last.timestamp >= timestamp) return reply.code(409).send({ error: 'an older score' })
      scores.push({ ...request.body, item })
      if (losing > 0) {
        losing--
        reply.hijack()
        return request.raw.socket.destroy()
      }
      return reply.code(200).send()
    },
  )
  server.get<{ Params: { item: string }; Querystring: { user_id?: string } }>(
    '/lineitems/:item/results',
    { preHandler: needs('lti-ags/scope/result.readonly') },
    async request => {
      const last = scores.findLast(s => s.item === request.params.item && s.userId === request.query.user_id)
      return last ? [{ userId: last.userId, resultScore: last.scoreGiven, resultMaximum: last.scoreMaximum }] : []
    },
  )
  server.get('/__control/scores', async () => scores)
  return {
    /** Loses the replies to the next scores. */
    loseNext(count: number) {
      losing = count
    },
  }
}
