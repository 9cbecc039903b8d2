import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IDLE_MS, type Staff, staffMessages } from '#src/core/rules/staff.ts'
import { paths } from '#views/paths.ts'
import { fieldsOf } from './fields.ts'

/** Identifies signed-in staff and rejects forged requests, for all staff pages and calls. */
export interface StaffGuard {
  /** Returns the session of the cookie and renews the cookie; null when not signed in. */
  ofPage(request: FastifyRequest, reply: FastifyReply): Promise<StaffSession | null>
  /** Returns the session of the bearer token, or else of the cookie when the request comes from one of our pages. */
  ofCall(request: FastifyRequest): Promise<StaffSession | null>
  /** Sets the session cookie. */
  open(reply: FastifyReply, cookie: string): void
  close(reply: FastifyReply): void
  isForged(request: FastifyRequest): boolean
  /** Whether the browser sends a session cookie, valid or not. */
  hasCookie(request: FastifyRequest): boolean
}

/** Finds and ends sessions; the staff module does it. */
interface StaffSessions {
  findStaffSession(by: { cookie: string } | { bearer: string }): Promise<StaffSession | null>
  signOut(session: StaffSession, where: 'here' | 'everywhere'): Promise<void>
}

const COOKIE = 'signbook_staff'

export const makeStaffGuard = (sessions: StaffSessions, publicUrl: string): StaffGuard => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  const open = (reply: FastifyReply, cookie: string) =>
    void reply.setCookie(COOKIE, cookie, { ...options, maxAge: IDLE_MS / 1000 })
  const isForged = (request: FastifyRequest): boolean => {
    if (['GET', 'HEAD'].includes(request.method)) return false
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined && site !== 'same-origin') return true
    // Old iPads send no Sec-Fetch-Site, but an Origin with every POST.
    if (origin === undefined) return site === undefined
    return !URL.canParse(origin) || (new URL(origin).host !== request.host && origin !== publicUrl)
  }
  const byCookie = async (request: FastifyRequest): Promise<StaffSession | null> => {
    const cookie = request.cookies[COOKIE]
    return cookie ? sessions.findStaffSession({ cookie }) : null
  }
  return {
    open,
    isForged,
    hasCookie: request => request.cookies[COOKIE] !== undefined,
    close: reply => void reply.clearCookie(COOKIE, options),
    async ofPage(request, reply) {
      const session = await byCookie(request)
      if (session) open(reply, request.cookies[COOKIE] ?? '')
      return session
    },
    async ofCall(request) {
      const [, bearer] = request.headers.authorization?.match(/^Bearer ([\w.-]+)$/i) ?? []
      if (bearer) return sessions.findStaffSession({ bearer })
      return isForged(request) ? null : byCookie(request)
    },
  }
}

/** Requires a signed-in staff user for every route in this scope. Replies 401 before the body is read. */
export const guardCalls = (scope: FastifyInstance, guard: StaffGuard): void => {
  scope.decorateRequest('staff', null)
  scope.addHook('onRoute', route => {
    if (route.schema) route.schema = { ...route.schema, security: [{ bearer: [] }] }
  })
  scope.addHook('onRequest', async (request, reply) => {
    const session = await guard.ofCall(request)
    if (!session) return reply.code(401).send({ error: staffMessages.unauthorized, error_id: request.id })
    request.staff = session.staff
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffSession['staff'] | null
  }
}

/** POST /logout ends the session, or all sessions of the user, and redirects to the start page. */
export const mountSignOut = (scope: FastifyInstance, guard: StaffGuard, sessions: StaffSessions): void => {
  scope.post(paths.logout, async (request, reply) => {
    if (guard.isForged(request)) return reply.redirect(paths.root, 303)
    const session = await guard.ofPage(request, reply)
    const { where } = fieldsOf(request.body)
    if (session) await sessions.signOut(session, where === 'everywhere' ? 'everywhere' : 'here')
    guard.close(reply)
    return reply.redirect(paths.root, 303)
  })
}

export interface StaffSession {
  id: number
  staff: Staff
  endsAt: Date
}
