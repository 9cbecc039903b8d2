import { createHmac } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

interface Contact {
  websiteToken: string
  id?: string
  email?: string
  name?: string
  identifier_hash?: string
  facts: Record<string, string>
}

const READY_MS = 400

/** As much of the vendor's script as a page meets: `ready` comes late, and what was said before it is lost. */
const sdk = (base: string) => `(() => {
  let ready = false
  let run
  const post = (path, body) => fetch('${base}' + path, { method: 'POST', body: JSON.stringify({ ...run, ...body }) })
  window.chatwootSDK = { run(options) {
    run = options
    const style = document.createElement('style')
    style.textContent = '.woot-widget-bubble{position:fixed;right:20px;bottom:20px;width:64px;height:64px;border-radius:50%;background:#1f93ff}'
    document.head.append(style)
    setTimeout(() => {
      ready = true
      const bubble = Object.assign(document.createElement('button'), { className: 'woot-widget-bubble', type: 'button' })
      bubble.setAttribute('aria-label', 'Open chat window')
      document.body.append(bubble)
      dispatchEvent(new Event('chatwoot:ready'))
    }, ${READY_MS})
  } }
  window.$chatwoot = {
    setUser(id, person) { if (ready) post('/contact', { id, ...person }) },
    setCustomAttributes(facts) { if (ready) post('/attributes', { facts }) },
    setConversationCustomAttributes(facts) { if (ready) post('/conversation', { facts }) },
  }
})()`

/** A Chatwoot inbox: it knows its website token, and takes nobody whose hash is not made with its own secret. */
export const makeChatEmulator = ({ websiteToken, hmacToken }: { websiteToken: string; hmacToken: string }) => {
  const server: FastifyInstance = Fastify()
  const contacts: Contact[] = []
  const conversations: Record<string, string>[] = []
  const refused: string[] = []
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, JSON.parse(String(body))),
  )
  server.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
  server.get('/packs/js/sdk.js', async (request, reply) =>
    reply.type('text/javascript').send(sdk(`${request.protocol}://${request.host}`)),
  )
  const flat = (facts: object) => Object.values(facts).every(v => typeof v === 'string' || typeof v === 'number')
  server.post<{ Body: Contact }>('/contact', async ({ body }, reply) => {
    const hash = createHmac('sha256', hmacToken)
      .update(body.id ?? '')
      .digest('hex')
    if (body.websiteToken === websiteToken && body.identifier_hash === hash) return contacts.push(body)
    refused.push('contact')
    return reply.code(401).send({ error: 'HMAC failed: Invalid Identifier Hash Provided' })
  })
  for (const path of ['/attributes', '/conversation'])
    server.post<{ Body: Contact }>(path, async ({ body }, reply) => {
      if (body.websiteToken === websiteToken && flat(body.facts)) return conversations.push(body.facts)
      refused.push(path)
      return reply.code(422).send({ error: 'invalid' })
    })
  server.get('/__control/requests', async () => ({ contacts, conversations, refused }))
  return { server, contacts, conversations, refused }
}
