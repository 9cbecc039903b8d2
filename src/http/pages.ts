import type { FastifyReply } from 'fastify'
import type { ReactNode } from 'react'
import { type Assets, makeDocument } from '#views/document.ts'
import type { FramedBy, Outside, Site } from '#views/screen.ts'
import { contentSecurityPolicy, type PolicySettings } from './security.ts'

export interface PageOptions {
  title: string
  chrome: 'bar' | 'bare'
  main: ReactNode
  status: number
  framedBy: FramedBy
  outside?: Outside[]
  /** Origins where a form of this page may end besides ourselves and the card host. */
  formTargets?: string[]
}

/** How anything that answers with a page does so: one document, one policy. */
export interface Pages {
  site: Site
  send(reply: FastifyReply, options: PageOptions): FastifyReply
}

export const makePages = (assets: Assets, site: Site, policy: PolicySettings): Pages => {
  const document = makeDocument(assets)
  return {
    site,
    send: (reply, { title, chrome, main, status, framedBy, outside, formTargets = [] }) =>
      reply
        .code(status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-security-policy',
          contentSecurityPolicy(framedBy, { ...policy, origins: [...policy.origins, ...formTargets] }, outside),
        )
        .send(document({ title, chrome, main })),
  }
}
