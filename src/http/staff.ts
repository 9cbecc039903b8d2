import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#views/paths.ts'
import { IDLE_MS } from '../domain/sign-in.ts'
import { staffMessages } from '../domain/staff.ts'
import type { StaffSession } from '../operations/find-staff-session.ts'
import type { Operations } from '../operations/index.ts'

/** Who is signed in, and whether a request that brings a cookie comes from a page of ours: the one guard of all staff doors. */
export interface StaffGuard {
  /** By cookie; a session that is found is kept alive, and so is its cookie. */
  ofPage(request: FastifyRequest, reply: FastifyReply): Promise<StaffSession | null>
  /** By bearer, else by cookie from a page of ours. */
  ofCall(request: FastifyRequest): Promise<StaffSession | null>
  /** Gives the browser its session. */
  open(reply: FastifyReply, cookie: string): void
  close(reply: FastifyReply): void
  isForged(request: FastifyRequest): boolean
}

const COOKIE = 'signbook_staff'

export const makeStaffGuard = (operations: Operations, publicUrl: string): StaffGuard => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  const open = (reply: FastifyReply, cookie: string) =>
    void reply.setCookie(COOKIE, cookie, { ...options, maxAge: IDLE_MS / 1000 })
  const isForged = (request: FastifyRequest): boolean => {
    if (['GET', 'HEAD'].includes(request.method)) return false
    const { origin, 'sec-fetch-site': site } = request.headers
    if (site !== undefined && site !== 'same-origin') return true
    // Old iPads send no Sec-Fetch-Site, but an Origin with every post (rules.md F3).
    if (origin === undefined) return site === undefined
    return !URL.canParse(origin) || (new URL(origin).host !== request.host && origin !== publicUrl)
  }
  const byCookie = async (request: FastifyRequest): Promise<StaffSession | null> => {
    const cookie = request.cookies[COOKIE]
    return cookie ? operations.findStaffSession({ cookie }) : null
  }
  return {
    open,
    isForged,
    close: reply => void reply.clearCookie(COOKIE, options),
    async ofPage(request, reply) {
      const session = await byCookie(request)
      if (session) open(reply, request.cookies[COOKIE] ?? '')
      return session
    },
    async ofCall(request) {
      const [, bearer] = request.headers.authorization?.match(/^Bearer ([\w.-]+)$/i) ?? []
      if (bearer) return operations.findStaffSession({ bearer })
      return isForged(request) ? null : byCookie(request)
    },
  }
}

/** Everything mounted in this scope needs a signed-in colleague: 401 before a body is read (design, The way of a request). */
export const guardCalls = (scope: FastifyInstance, guard: StaffGuard): void => {
  scope.decorateRequest('staff', null)
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

/** POST /logout, from the button in the bar: back to the site's root (spec §2). */
export const mountSignOut = (scope: FastifyInstance, guard: StaffGuard, operations: Operations): void => {
  scope.post(paths.logout, async (request, reply) => {
    if (guard.isForged(request)) return reply.redirect(paths.root, 303)
    const session = await guard.ofPage(request, reply)
    const { where } = (request.body ?? {}) as { where?: string }
    if (session) await operations.signOut(session, where === 'everywhere' ? 'everywhere' : 'here')
    guard.close(reply)
    return reply.redirect(paths.root, 303)
  })
}
