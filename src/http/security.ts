import type { FastifyInstance } from 'fastify'
import type { FramedBy, Outside } from '#views/screen.ts'

export interface PolicySettings {
  /** Where a form's redirect may end besides ourselves; Chromium holds form-action against redirects too (rules.md F4). */
  origins: string[]
  /** From where a page that says so may load what is not ours. */
  outside: Record<Outside, string[]>
  /** The hosts that sign videos are shown from. */
  videoHosts: string[]
  /** Demo mode: an LMS may be at plain http on this machine. */
  demo: boolean
}

/** The policy of a page: our own files only, no inline script, and framed by nobody but the LMS. */
export const contentSecurityPolicy = (
  framedBy: FramedBy,
  { origins, demo, outside, videoHosts }: PolicySettings,
  uses: Outside[] = [],
  /** The host of the one picture that is not ours: a colleague's own. */
  picture?: string,
): string => {
  const others = uses.flatMap(use => outside[use])
  const videos = videoHosts.map(host => `https://${host}`)
  const own = (...sources: string[]) => ["'self'", ...sources, ...others].join(' ')
  return [
    "default-src 'none'",
    `script-src ${own()}`,
    // The chat's script draws its button with a style of its own; no other page allows that.
    `style-src 'self'${uses.includes('chat') && outside.chat.length > 0 ? " 'unsafe-inline'" : ''}`,
    `img-src ${["'self'", 'data:', ...(picture ? [picture] : [])].join(' ')}`,
    "font-src 'self'",
    `connect-src ${own()}`,
    `media-src ${own(...videos)}`,
    `form-action ${["'self'", ...origins].join(' ')}`,
    `frame-ancestors ${framers(framedBy, demo)}`,
    `frame-src ${own(...videos)}`,
    "base-uri 'none'",
  ].join('; ')
}

/** A school whose LMS we have not seen yet may frame us from any secure page; afterwards only its own may. */
const framers = (framedBy: FramedBy, demo: boolean): string => {
  if (framedBy === 'nobody') return "'none'"
  const known = framedBy.lms.filter(origin => PLAIN_ORIGIN.test(origin) && (demo || origin.startsWith('https:')))
  return ["'self'", ...(known.length > 0 ? known : ['https:'])].join(' ')
}

/** Nothing that could end one source and begin another, or stand for more than one host. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(:\d+)?$/

/** Headers of every answer. `same-origin` keeps `Origin` on our own forms and tokens out of other sites' logs (rules.md F3). */
export const addCommonHeaders = (server: FastifyInstance, https: boolean): void => {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
