import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { createElement } from 'react'
import { type Assets, makeDocument } from '#views/document.ts'
import { screens } from '#views/index.ts'
import { ltiPay } from '#views/lti-pay/screen.tsx'
import type { PayData } from '#views/pay-panel/pay-page.tsx'
import type { Site } from '#views/screen.ts'

/** The data of the reference: the product's payment page, taken apart. */
interface Reference {
  /** The page as the product sent it. */
  html: string
  /** Path and query of the page. */
  address: string
  title: string
  data: PayData & { found: true }
  site: Site
  assets: Assets
  /** The product's own prepared statement. */
  query(token: string): Promise<unknown>
}

const unescapes: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescapeHtml = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => unescapes[name] ?? '')

/** Extracts the page's data, which the page contains as props of its island. */
export const takeApart = (html: string): Pick<Reference, 'html' | 'title' | 'data'> => {
  const found = (pattern: RegExp) => unescapeHtml(html.match(pattern)?.[1] ?? '')
  const panel = JSON.parse(found(/data-props="([^"]*)"/))
  const school = found(/<h1[^>]*>[^<]*<\/h1><p[^>]*>([^<]*)<\/p>/)
  const email = found(/<input[^>]*name="email"[^>]*value="([^"]*)"/)
  const help = { token: panel.token, email, isK12: false, asksEmail: true, chat: null }
  return {
    html,
    title: found(/<title>(.*) · Signbook<\/title>/),
    data: { found: true, help, school, letter: null, studentView: null, panel },
  }
}

export const makeRenderer = ({ assets, address, title, data, site }: Reference) => {
  const document = makeDocument(assets, screens)
  return () =>
    document({
      title,
      language: 'en',
      switchAt: address,
      chrome: 'bare',
      main: createElement(ltiPay.View, { data, site }),
      shell: null,
    })
}

/** Answers with the product's page, doing less and less of the product's work. */
export const makeReference = (reference: Reference): FastifyInstance => {
  const { html, data } = reference
  const render = makeRenderer(reference)
  const server = Fastify()
  server.register(formbody)
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8')
  })
  server.get('/ready', async () => 'yes')
  server.get('/fixed', async () => {
    await reference.query(data.panel.token)
    return html
  })
  server.post('/parse-and-render', async request => {
    if (!(request.body as Record<string, string>).oauth_signature) throw new Error('nothing was parsed')
    return render()
  })
  return server
}
