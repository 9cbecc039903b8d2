import type { FastifyInstance } from 'fastify'
import { jwtVerify } from 'jose'
import { escapeHtml } from '#src/core/rules/escape-html.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { type Context, toolKeysOf } from './context.ts'
import { page } from './launch.ts'

/** Mounts the address that receives the links a teacher chose. */
export const mountDeepLinks = (server: FastifyInstance, { options, used }: Context): void => {
  const placed: unknown[] = []
  server.post<{ Body: { JWT?: string } }>('/deep_link', async (request, reply) => {
    const html = (status: number, text: string) =>
      reply.code(status).type('text/html; charset=utf-8').send(page('Placed links', text))
    try {
      const token = request.body.JWT ?? ''
      const { payload } = await jwtVerify(token, toolKeysOf(options), {
        algorithms: ['RS256'],
        issuer: options.clientId,
        requiredClaims: ['exp', 'iat', 'nonce'],
        currentDate: options.now(),
      })
      if (used.has(String(payload.nonce))) return html(400, '<h1>Refused</h1><p>This response was already used.</p>')
      used.add(String(payload.nonce))
      const items = payload['https://purl.imsglobal.org/spec/lti-dl/claim/content_items']
      placed.push(payload)
      const titles = [items ?? []].flat().map(item => String(recordOf(item).title ?? ''))
      const list = titles.map(title => `<li>${escapeHtml(title)}</li>`).join('')
      const back = `<p><a href="${escapeHtml(options.toolUrl)}/demo" target="_top">Back to the practice LMS</a></p>`
      return html(200, `<h1>Placed in the course</h1><ul>${list}</ul>${back}`)
    } catch (error) {
      return html(400, `<h1>Refused</h1><p>${escapeHtml(String(error))}</p>`)
    }
  })
  server.get('/__control/placed', async () => placed)
}
