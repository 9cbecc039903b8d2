import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { webOrigin } from '#src/core/rules/web-addresses.ts'
import type { FramedBy, Outside } from '#views/screen.ts'

/** Says whether a page of ours sent a form, by headers of the browser. By http a page of our host may be anybody's. */
export const isFromOurPage = ({ headers, host }: FastifyRequest, publicUrl: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin') return false
  // Old iPads send no Sec-Fetch-Site, but an Origin with every POST.
  if (origin === undefined) return site !== undefined
  return origin === publicUrl || origin === `${new URL(publicUrl).protocol}//${host}`
}

/** Returns whether a browser says that another site sent this. Programs send neither header, and browsers one at least. */
export const isFromOtherSite = (request: FastifyRequest, publicUrl: string): boolean =>
  (request.headers.origin ?? request.headers['sec-fetch-site']) !== undefined && !isFromOurPage(request, publicUrl)

/**
 * Returns the origin of the other site's page that sent this request, by its Origin or Referer header: for a launch, the
 * LMS. Null when a page of ours sent it, or when neither header says. The browser sets these headers; nothing signs them.
 */
export const requestingOrigin = ({ headers, host }: FastifyRequest, publicUrl: string): string | null => {
  const asking = webOrigin(headers.origin) ?? webOrigin(headers.referer)
  return asking === null || asking === publicUrl || new URL(asking).host === host ? null : asking
}

/** Sources that a page may load from an outside service. */
export interface OutsideSources {
  scripts: string[]
  frames: string[]
  connections: string[]
  media: string[]
  /** Its script sets style attributes. */
  inlineStyles: boolean
}

export interface PolicySettings {
  /** Origins allowed in form-action besides our own. Chromium applies form-action to redirects too. */
  origins: string[]
  /** Sources of outside services, by name; null for one that is not used. Only pages that ask for one may load it. */
  outside: Record<Outside, OutsideSources | null>
  /** Hosts of sign videos. */
  videoHosts: string[]
  /** Allows an LMS on plain http, for demo mode. */
  demo: boolean
}

/** Returns a page's Content-Security-Policy: our own files only, no inline scripts, framed only by the LMS. */
export const contentSecurityPolicy = (
  framedBy: FramedBy,
  { origins, demo, outside, videoHosts }: PolicySettings,
  uses: Outside[] = [],
  /** Origin of the staff user's own picture. */
  picture?: string,
  /** The page plays what it records. */
  camera = false,
): string => {
  const others = uses.map(use => outside[use]).filter(other => other !== null)
  const videos = videoHosts.map(host => `https://${host}`)
  const own = (kind: 'scripts' | 'frames' | 'connections' | 'media', ...sources: string[]) =>
    ["'self'", ...sources, ...others.flatMap(other => other[kind])].join(' ')
  return [
    "default-src 'none'",
    `script-src ${own('scripts')}`,
    `style-src 'self'${others.some(other => other.inlineStyles) ? " 'unsafe-inline'" : ''}`,
    `img-src ${["'self'", 'data:', ...(picture ? [picture] : [])].join(' ')}`,
    "font-src 'self'",
    `connect-src ${own('connections')}`,
    `media-src ${own('media', ...videos, ...(camera ? ['blob:'] : []))}`,
    `form-action ${["'self'", ...origins].join(' ')}`,
    `frame-ancestors ${framers(framedBy, demo)}`,
    `frame-src ${own('frames', ...videos)}`,
    "base-uri 'none'",
  ].join('; ')
}

/** Returns the frame-ancestors: our own pages and the LMS, never every https page. */
const framers = (framedBy: FramedBy, demo: boolean): string => {
  if (framedBy === 'nobody') return "'none'"
  const known = framedBy.lms.filter(origin => LMS_ORIGIN.test(origin) && (demo || origin.startsWith('https:')))
  return ["'self'", ...new Set(known)].join(' ')
}

/** Matches a single origin, or the hosts below a domain, without separators that could change the policy. */
const LMS_ORIGIN = /^https?:\/\/(\*\.[\w-]+\.)?[\w.-]+(:\d+)?$/

/** Returns the Permissions-Policy. Only a page that records asks for the camera, and never for the microphone. */
export const permissionsPolicy = (camera = false): string =>
  `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), browsing-topics=()`

/** Sets the headers of every reply. `same-origin` keeps tokens out of other logs, and the Origin of our forms. */
export const addCommonHeaders = (server: FastifyInstance, https: boolean): void => {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': permissionsPolicy(),
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

const GOOD_FOR_DAYS = 90

/** Mounts /.well-known/security.txt (RFC 9116): the address for reports of vulnerabilities. */
export const mountSecurityTxt = (
  server: FastifyInstance,
  { publicUrl, supportEmail, clock }: { publicUrl: string; supportEmail: string; clock: Clock },
): void => {
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
