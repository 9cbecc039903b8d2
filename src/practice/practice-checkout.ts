import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'

/** Response headers that are passed on. The practice checkout decides who may frame it. */
const PASSED_ON = [
  'content-type',
  'content-security-policy',
  'x-frame-options',
  'referrer-policy',
  'cache-control',
  'location',
]

/** Proxies the practice checkout under our own URL, so that the demo needs one port only. */
export const mountPracticeCheckout = (server: FastifyInstance, base: string): void => {
  const pass = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const body = request.method === 'POST' ? new URLSearchParams(fieldsOf(request.body)) : null
    const url = `${base}/checkout/${encodeURIComponent(request.params.id)}`
    const answer = await fetch(url, { method: request.method, body, redirect: 'manual' })
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    return reply.code(answer.status).send(await answer.text())
  }
  server.get('/demo/checkout/:id', pass)
  server.post('/demo/checkout/:id', pass)
}
