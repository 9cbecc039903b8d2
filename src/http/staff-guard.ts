import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mintSecret } from '#src/core/crypto.ts'
import type { Refused } from '#src/core/rules/outcome.ts'
import {
  demandScope,
  KEY_PREFIX,
  type ServiceAccount,
  type ServiceScope,
  serviceMessages,
} from '#src/core/rules/service-account.ts'
import {
  demandAllSchools,
  demandRole,
  IDLE_MS,
  type NeededRight,
  type SignedInStaff,
  staffMessages,
} from '#src/core/rules/staff.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { paths } from '#views/paths.ts'
import { fieldsOf } from './fields.ts'
import { isFromOtherSite, isFromOurPage } from './security.ts'

/** Route guard: which paths need a staff session (docs/rules/staff.md). */

const PUBLIC: string[] = [
  ...[paths.ltiTeacherOld, paths.ltiWts, paths.ltiPay, paths.ltiTeacher, paths.home, paths.verify, paths.enroll],
  ...[paths.success, paths.ltiSuccess, paths.login, paths.dictionary, paths.fingerspelling, paths.vocabulary],
  ...[paths.deck, paths.fingerspellingDrill, paths.pay, paths.teacher, '/consumer'],
  // The legal texts, and everything with its own access check.
  ...[paths.root, paths.code, paths.help, paths.parents, paths.glosses, paths.credits, paths.terms, paths.privacy],
  ...['/healthz', '/readyz', '/metrics'],
]
const PUBLIC_FOLDERS = ['/demo', '/lti', '/api', '/twa', '/webhooks', '/assets', '/media', '/seats', '/cards', '/watch']

/** Paths with these prefixes redirect to /login and return after sign-in. */
const ADMIN_PREFIXES = [
  ...[paths.accessCode, paths.course, paths.token, paths.email, paths.manageConsumer, paths.createPlatform],
  paths.activateCourse,
]

type Guarded = 'open' | 'login' | 'root'

/** Returns what a visitor without a session gets: the page, or a redirect to /login or /. */
export const guardOf = (path: string): Guarded => {
  if (PUBLIC.includes(path)) return 'open'
  if (PUBLIC_FOLDERS.some(folder => path === folder || path.startsWith(`${folder}/`))) return 'open'
  return ADMIN_PREFIXES.some(prefix => path.startsWith(prefix)) ? 'login' : 'root'
}

type KeyUsed =
  | { ok: true; account: ServiceAccount }
  | Refused<'unknown_key'>
  | (Refused<'too_many'> & { retryAfter: number })

/** Finds and ends sessions, and finds programs by their key; `accounts` does it. */
interface StaffSessions {
  checkServiceKey(key: string): Promise<KeyUsed>
  findStaffSession(by: { cookie: string } | { bearer: string }): Promise<StaffSession | null>
  signOut(session: StaffSession, where: 'here' | 'everywhere'): Promise<void>
}

/** Thrown for a form that another site submitted. */
export class ForgedPost extends Error {
  readonly statusCode = 403
}

const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** Identifies signed-in staff and rejects forged requests, for all staff pages and calls. */
export type StaffGuard = ReturnType<typeof makeStaffGuard>

export const makeStaffGuard = (sessions: StaffSessions, publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  // Browsers accept the __Host- prefix over https only. It keeps other hosts of the domain from setting the cookies.
  const prefix = secure ? '__Host-' : ''
  const name = `${prefix}signbook_staff`
  const deviceName = `${prefix}signbook_device`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const renew = (reply: FastifyReply, cookie: string) =>
    void reply.setCookie(name, cookie, { ...options, maxAge: IDLE_MS / 1000 })
  const isForged = (request: FastifyRequest): boolean =>
    !['GET', 'HEAD'].includes(request.method) && !isFromOurPage(request, publicUrl)
  const byCookie = async (request: FastifyRequest): Promise<StaffSession | null> => {
    const cookie = request.cookies[name]
    return cookie ? sessions.findStaffSession({ cookie }) : null
  }
  /** A new secret must stay the same for the whole request. */
  const devices = new WeakMap<FastifyRequest, Device>()
  return {
    /** Returns the device that sends the request. A browser without a device cookie gets a new secret. */
    deviceOf(request: FastifyRequest): Device {
      const known = devices.get(request)
      if (known) return known
      const userAgent = request.headers['user-agent'] ?? ''
      const cookie = request.cookies[deviceName]
      // Programs keep no cookies. They are known by their name and network.
      const isBrowser = cookie !== undefined || request.headers['sec-fetch-site'] !== undefined
      const secret = cookie ?? (isBrowser ? mintSecret() : `${networkOf(request.ip)} ${userAgent}`)
      const device = { secret, userAgent, isBrowser }
      devices.set(request, device)
      return device
    },
    /** Signs the browser in: sets the cookies of the session and of the device. */
    open(reply: FastifyReply, { cookie, device }: { cookie: string; device: Device }): void {
      renew(reply, cookie)
      if (device.isBrowser) reply.setCookie(deviceName, device.secret, { ...options, maxAge: DEVICE_SECONDS })
    },
    isForged,
    signOut: sessions.signOut,
    checkServiceKey: sessions.checkServiceKey,
    /** Throws ForgedPost if another site sends a sign-in: it could sign the browser in as somebody else. */
    demandOwnSite(request: FastifyRequest): void {
      if (isFromOtherSite(request, publicUrl)) throw new ForgedPost()
    },
    /** Returns true if the browser sends a session cookie, valid or not. */
    hasCookie: (request: FastifyRequest): boolean => request.cookies[name] !== undefined,
    close: (reply: FastifyReply): void => void reply.clearCookie(name, options),
    /** Returns the session of the cookie and renews the cookie; null when not signed in. */
    async ofPage(request: FastifyRequest, reply: FastifyReply): Promise<StaffSession | null> {
      const session = await byCookie(request)
      if (session) renew(reply, request.cookies[name] ?? '')
      return session
    },
    /** Returns the session of the bearer token, or else of the cookie when the request comes from one of our pages. */
    async ofCall(request: FastifyRequest): Promise<StaffSession | null> {
      const bearer = bearerOf(request)
      if (bearer) return sessions.findStaffSession({ bearer })
      return isForged(request) ? null : byCookie(request)
    },
  }
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization?.match(/^Bearer ([\w.-]+)$/i)?.[1]

/** Lets a program in if its key has the scope of the route. Else replies 401, 403 or 429. */
const admitProgram = async (request: FastifyRequest, reply: FastifyReply, key: string, guard: StaffGuard) => {
  const used = await guard.checkServiceKey(key)
  if (used.ok) {
    demandScope(used.account, request.routeOptions.config.scope)
    request.service = used.account
    return
  }
  const { reason } = used
  if (reason === 'unknown_key')
    return reply.code(401).send({ error: serviceMessages.unknownKey, reason, error_id: request.id })
  reply.header('retry-after', used.retryAfter)
  return reply.code(429).send({ error: serviceMessages.tooMany, reason, error_id: request.id })
}

/**
 * Requires a signed-in staff user for every route in this scope, with the right that the route names, and whose role
 * covers all schools unless the route knows about schools. Replies 401 or 403 before the body is read.
 */
export const guardCalls = (scope: FastifyInstance, guard: StaffGuard): void => {
  scope.decorateRequest('staff', null)
  scope.decorateRequest('staffSession', null)
  scope.decorateRequest('service', null)
  scope.addHook('onRoute', route => {
    const security: Record<string, string[]>[] = [{ bearer: [] }]
    if (route.config?.scope) security.push({ serviceKey: [] })
    if (route.schema) route.schema = { ...route.schema, security }
  })
  scope.addHook('onRequest', async (request, reply) => {
    const key = bearerOf(request)
    if (key?.startsWith(KEY_PREFIX)) return admitProgram(request, reply, key, guard)
    const session = await guard.ofCall(request)
    if (!session) {
      // Another site must not be able to log somebody out.
      const byCookie = guard.hasCookie(request) && request.headers.authorization === undefined
      if (byCookie && !guard.isForged(request)) guard.close(reply)
      return reply.code(401).send({ error: staffMessages.unauthorized, error_id: request.id })
    }
    const { right = 'see', knowsSchools } = request.routeOptions.config
    demandRole(session.staff, right)
    if (!knowsSchools) demandAllSchools(session.staff)
    request.staff = session.staff
    request.staffSession = session
  })
}

/** Options of a staff call that finds only records of the schools that the role covers, or none of any school. */
export const knowsSchools = { config: { knowsSchools: true } } as const

/** Options of a staff call about one's own account, which every role may make. */
export const ownAccount = { config: { knowsSchools: true, right: 'any' } } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it, the call is refused to roles for some schools. */
    knowsSchools?: boolean
    /** The right that a role needs for the call; `see` unless set. */
    right?: NeededRight
    /** Programs whose key has this scope may make the call. Without it, none may. */
    scope?: ServiceScope
  }
  interface FastifyRequest {
    staff: StaffSession['staff'] | null
    staffSession: StaffSession | null
    /** The program that calls, instead of a staff user. */
    service: ServiceAccount | null
  }
}

/** POST /logout ends the session, or all sessions of the user, and redirects to the start page. */
export const mountSignOut = (scope: FastifyInstance, guard: StaffGuard): void => {
  scope.post(paths.logout, async (request, reply) => {
    if (guard.isForged(request)) return reply.redirect(paths.root, 303)
    const session = await guard.ofPage(request, reply)
    const { where } = fieldsOf(request.body)
    if (session) await guard.signOut(session, where === 'everywhere' ? 'everywhere' : 'here')
    guard.close(reply)
    return reply.redirect(paths.root, 303)
  })
}

/** A browser, or a program that uses the API. */
export interface Device {
  /** Tells devices apart. For a browser it is in a cookie of its own. */
  secret: string
  userAgent: string
  isBrowser: boolean
}

export interface StaffSession {
  id: number
  staff: SignedInStaff
  endsAt: Date
}
