import { createHmac, randomBytes } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { fieldsOf, valuesOf } from '#src/http/fields.ts'
import { script, widget } from './chat-scripts.ts'

export const CHAT = { websiteToken: 'site-emulated', hmacToken: 'inbox-secret-emulated' }

/** A contact in the inbox. */
interface Contact {
  identifier: string | null
  email: string
  name: string
  /** Custom attributes from the page: names and flat values. */
  attributes: Record<string, string | number>
}

interface Refused {
  path: string
  status: number
}

const isFlat = (given: unknown): given is Contact['attributes'] =>
  given !== null &&
  typeof given === 'object' &&
  Object.values(given).every(value => typeof value === 'string' || typeof value === 'number')

/**
 * Chatwoot inbox emulator with required identity verification: its script, its frame and the frame's calls. It rejects
 * wrong identity hashes, unknown sites, and attributes of a conversation that has not begun.
 */
export const makeChatEmulator = () => {
  const server = Fastify()
  const contacts = new Map<string, Contact>()
  const asked: string[] = []
  const refused: Refused[] = []
  const armed: { script: 'there' | 'down' | 'late' } = { script: 'there' }
  let held: (() => void)[] = []

  server.addHook('onRequest', async request => {
    if (!request.url.startsWith('/__control')) asked.push(request.url.split('?')[0] ?? '')
  })
  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, error: string) => {
    refused.push({ path: request.url.split('?')[0] ?? '', status })
    return reply.code(status).send({ error })
  }
  const begin = () => {
    const token = randomBytes(12).toString('hex')
    const contact: Contact = { identifier: null, email: '', name: '', attributes: {} }
    contacts.set(token, contact)
    return { token, contact }
  }
  const isSite = (request: FastifyRequest) => fieldsOf(request.query).website_token === CHAT.websiteToken
  const contactOf = (request: FastifyRequest) =>
    isSite(request) ? contacts.get(String(request.headers['x-auth-token'])) : undefined

  server.get('/packs/js/sdk.js', async (_request, reply) => {
    if (armed.script === 'late') await new Promise<void>(go => held.push(go))
    if (armed.script === 'down') return reply.code(500).send('away')
    return reply.type('text/javascript').send(script)
  })
  server.get('/widget', async (request, reply) => {
    if (!isSite(request)) return refuse(request, reply, 404, 'web widget does not exist')
    const { cw_conversation: kept = '' } = fieldsOf(request.query)
    return reply.type('text/html').send(widget(contacts.has(kept) ? kept : begin().token, CHAT.websiteToken))
  })
  server.patch('/api/v1/widget/contact/set_user', async (request, reply) => {
    const contact = contactOf(request)
    if (!contact) return refuse(request, reply, 404, 'web widget does not exist')
    const { identifier, identifier_hash, email = '', name = '' } = fieldsOf(request.body)
    const hash = createHmac('sha256', CHAT.hmacToken).update(String(identifier)).digest('hex')
    if (!identifier || identifier_hash !== hash)
      return refuse(request, reply, 401, 'HMAC failed: Invalid Identifier Hash Provided')
    if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refuse(request, reply, 422, 'Invalid email')
    // Another identifier starts a new contact, because a device may be shared.
    const begun = contact.identifier && contact.identifier !== identifier ? begin() : null
    Object.assign(begun?.contact ?? contact, { identifier, email, name })
    return { widget_auth_token: begun?.token ?? null }
  })
  server.patch<{ Body: { custom_attributes?: unknown } }>('/api/v1/widget/contact', async (request, reply) => {
    const contact = contactOf(request)
    if (!contact) return refuse(request, reply, 404, 'web widget does not exist')
    const { custom_attributes } = request.body
    if (!isFlat(custom_attributes)) return refuse(request, reply, 422, 'custom attributes must be flat')
    Object.assign(contact.attributes, custom_attributes)
    return contact
  })
  server.post('/api/v1/widget/contact/destroy_custom_attributes', async (request, reply) => {
    const contact = contactOf(request)
    if (!contact) return refuse(request, reply, 404, 'web widget does not exist')
    for (const name of valuesOf(request.body).custom_attributes ?? []) delete contact.attributes[name]
    return contact
  })
  // The emulator has no conversations.
  server.post('/api/v1/widget/conversations/set_custom_attributes', async (request, reply) =>
    refuse(request, reply, 404, 'no conversation'),
  )

  const release = () => {
    for (const go of held) go()
    held = []
  }
  server.get('/__control/requests', async () => ({ asked, refused, contacts: [...contacts.values()] }))
  server.post<{ Body: typeof armed }>('/__control/fail', async ({ body }) => {
    armed.script = body.script
    if (armed.script !== 'late') release()
    return armed
  })
  server.post('/__control/reset', async () => {
    contacts.clear()
    asked.length = 0
    refused.length = 0
    armed.script = 'there'
    release()
    return { ok: true }
  })
  return server
}
