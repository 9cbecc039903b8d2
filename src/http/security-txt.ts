import type { FastifyInstance } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { DAY_MS } from '#src/core/rules/time.ts'

interface Options {
  publicUrl: string
  supportEmail: string
  clock: Clock
}

const GOOD_FOR_DAYS = 90

/** Mounts /.well-known/security.txt (RFC 9116): the address for reports of vulnerabilities. */
export const mountSecurityTxt = (server: FastifyInstance, { publicUrl, supportEmail, clock }: Options): void => {
  const address = '/.well-known/security.txt'
  server.get(address, async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + GOOD_FOR_DAYS * DAY_MS)
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${address}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
