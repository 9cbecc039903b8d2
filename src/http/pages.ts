import type { FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import { type Assets, makeDocument } from '#views/document.ts'
import type { FramedBy, Site } from '#views/screen.ts'
import { contentSecurityPolicy, type Reach } from './security.ts'

export interface PageOptions {
  title: string
  chrome: 'bar' | 'bare'
  main: ReactNode
  status: number
  framedBy: FramedBy
}

/** How anything that answers with a page does so: one document, one policy. */
export interface Pages {
  site: Site
  send(reply: FastifyReply, options: PageOptions): FastifyReply
}

export const makePages = (assets: Assets, site: Site, reach: Reach): Pages => {
  const document = makeDocument(assets)
  return {
    site,
    send: (reply, { title, chrome, main, status, framedBy }) =>
      reply
        .code(status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', contentSecurityPolicy(framedBy, reach))
        .send(document({ title, chrome, main })),
  }
}
