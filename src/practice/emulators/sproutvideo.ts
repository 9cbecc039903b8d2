import Fastify, { type FastifyInstance } from 'fastify'
import { systemClock } from '#src/core/clock.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { VIDEO_ACCOUNTS } from '#src/signs/rules/video-accounts.ts'

/** API keys of the emulator, by account. */
export const SPROUT_KEYS = Object.fromEntries(VIDEO_ACCOUNTS.map(({ value, label }) => [value, `emulated-${label}`]))

const PER_MINUTE = 100

/** Video host emulator: eleven accounts, each with its own API key. Values are stored unchanged. */
export const makeSproutEmulator = (): FastifyInstance => {
  const server = Fastify()
  const accounts = new Map<string, { allowed_domains: string | null }>()
  for (const key of Object.values(SPROUT_KEYS)) accounts.set(key, { allowed_domains: null })
  const asked = new Map<string, number[]>()

  server.addHook('onRequest', async (request, reply) => {
    const key = String(request.headers['sproutvideo-api-key'] ?? '')
    if (!accounts.has(key)) return reply.code(401).send({ error: 'Unauthorized.' })
    const now = systemClock.now().getTime()
    const recent = (asked.get(key) ?? []).filter(at => at > now - 60_000)
    asked.set(key, [...recent, now])
    if (recent.length >= PER_MINUTE) return reply.code(429).send({ error: 'Rate limit exceeded.' })
  })
  server.get('/v1/account', async request => {
    const key = String(request.headers['sproutvideo-api-key'])
    return { id: key, ...accounts.get(key) }
  })
  server.put('/v1/account', async (request, reply) => {
    const key = String(request.headers['sproutvideo-api-key'])
    const { allowed_domains: domains } = recordOf(request.body)
    if (typeof domains !== 'string' && domains !== null)
      return reply.code(422).send({ error: 'allowed_domains must be a string.' })
    accounts.set(key, { allowed_domains: domains })
    return { id: key, allowed_domains: domains }
  })
  return server
}
