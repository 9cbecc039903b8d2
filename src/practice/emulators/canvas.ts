import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { CanvasState, type EmulatedMigration } from './canvas-state.ts'

interface CanvasEmulator {
  server: FastifyInstance
  state: CanvasState
  /** Every call since the last reset, in order. */
  requests: { method: string; path: string; authorized: boolean }[]
  /** Plans faults for the next calls. Each applies to one matching call. */
  fail(fault: Fault): void
}

/** A planned fault: an error status, no reply, or the work done with the reply lost or withheld. */
interface Fault {
  how: 'throttle-403' | 'throttle-429' | 'away' | 'forbidden' | 'silent' | 'lost' | 'hold' | 'elsewhere'
  times?: number
  /** Applies only to calls whose 'METHOD /path' contains this text. */
  only?: string
}

export const CANVAS_TOKEN = 'canvas-demo-token'
export const CANVAS_ACCOUNT = '1'

const PAGE = 10
/** Canvas's leaky bucket: refuses above 600 and leaks 10 per second. A call reserves 50 in advance. */
const [HIGH_WATER, LEAK, AHEAD, COST] = [600, 10, 50, 0.1]

/** Canvas emulator: refuses what Canvas refuses. Content migrations advance with the clock. */
export const makeCanvasEmulator = (clock: Clock, token = CANVAS_TOKEN): CanvasEmulator => {
  const server = Fastify()
  const state = new CanvasState(clock)
  const requests: CanvasEmulator['requests'] = []
  const faults: (Required<Omit<Fault, 'only'>> & { only?: string | undefined })[] = []
  /** Faults that apply after a call's work is done. */
  const planned = new WeakMap<FastifyRequest, Fault['how']>()
  const fail = ({ how, times = 1, only }: Fault) => void faults.push({ how, times, only })
  let [level, at] = [0, performance.now()]

  server.register(formbody)
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/__control')) return
    const authorized = request.headers.authorization === `Bearer ${token}`
    requests.push({ method: request.method, path: request.url, authorized })
    if (!authorized) {
      reply.header('www-authenticate', 'Bearer realm="canvas-lms"')
      return reply.code(401).send({ errors: [{ message: 'Invalid access token.' }] })
    }
    const now = performance.now()
    level = Math.max(0, level - ((now - at) / 1000) * LEAK)
    at = now
    const fault = takeFault(faults, request)
    if (fault === 'throttle-403' || level > HIGH_WATER)
      return reply.code(403).type('text/html').send('403 Forbidden (Rate Limit Exceeded)')
    if (fault === 'throttle-429')
      return reply
        .code(429)
        .header('retry-after', '1')
        .send({ errors: [{ message: 'Rate Limit Exceeded' }] })
    if (fault === 'away') return reply.code(503).send({ errors: [{ message: 'An error occurred.' }] })
    if (fault === 'forbidden')
      return reply
        .code(403)
        .send({ status: 'unauthorized', errors: [{ message: 'user not authorized to perform that action' }] })
    if (fault === 'silent') {
      reply.hijack()
      request.raw.socket.destroy()
    }
    if (fault) planned.set(request, fault)
    level += AHEAD
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 401 || request.url.startsWith('/__control')) return payload
    level = Math.max(0, level - AHEAD + COST)
    reply.headers({ 'x-request-cost': String(COST), 'x-rate-limit-remaining': String(HIGH_WATER - level) })
    const fault = planned.get(request)
    // Never resolves. Fastify would send the payload even for a hijacked reply.
    if (fault === 'hold') await new Promise(() => {})
    if (fault === 'lost') {
      reply.hijack()
      request.raw.socket.destroy()
    }
    return payload
  })
  server.setNotFoundHandler((_request, reply) => missing(reply))

  const courseOf = (request: FastifyRequest) => state.course(fieldsOf(request.params).course ?? '')
  const base = '/api/v1'
  const course = `${base}/courses/:course`

  server.get(course, async (request, reply) => courseOf(request) ?? missing(reply))
  server.get(`${base}/accounts/:account`, async (request, reply) =>
    fieldsOf(request.params).account === CANVAS_ACCOUNT ? { id: CANVAS_ACCOUNT, name: 'Practice' } : missing(reply),
  )
  server.get(`${base}/accounts/:account/courses`, async (request, reply) => {
    if (fieldsOf(request.params).account !== CANVAS_ACCOUNT) return missing(reply)
    const { blueprint } = fieldsOf(request.query)
    return paged(
      request,
      reply,
      [...state.courses.values()].filter(c => blueprint !== 'true' || c.blueprint),
    )
  })
  server.get(`${course}/users`, async (request, reply) =>
    courseOf(request) ? paged(request, reply, [{ id: 9, name: 'Tess Teacher' }]) : missing(reply),
  )
  server.get(`${course}/content_migrations`, async (request, reply) => {
    const found = courseOf(request)
    if (!found) return missing(reply)
    const shown = state.migrationsOf(found.id).map(m => showMigration(m, request, state))
    return paged(request, reply, shown, planned.get(request) === 'elsewhere')
  })
  server.get(`${course}/content_migrations/:id`, async (request, reply) => {
    const found = courseOf(request)
    const migration = found && state.migrationsOf(found.id).find(m => String(m.id) === fieldsOf(request.params).id)
    return migration ? showMigration(migration, request, state) : missing(reply)
  })
  server.post(`${course}/content_migrations`, async (request, reply) => {
    const found = courseOf(request)
    const fields = fieldsOf(request.body)
    if (!found) return missing(reply)
    if (fields.migration_type !== 'course_copy_importer') return bad(reply, 'Invalid migration_type')
    const source = state.courses.get(fields['settings[source_course_id]'] ?? '')
    if (!source) return bad(reply, 'A course copy requires a source course.')
    return showMigration(state.copy(found.id, source), request, state)
  })
  server.get(`${base}/progress/:id`, async (request, reply) => {
    const migration = state.migrations.get(Number(fieldsOf(request.params).id))
    return migration ? { id: migration.id, ...state.progress(migration) } : missing(reply)
  })

  server.get(`${base}/accounts/:account/users`, async (request, reply) => {
    const term = fieldsOf(request.query).search_term?.toLowerCase() ?? ''
    if (term.length < 2) return bad(reply, 'search_term must be at least 2 characters')
    const found = [...state.users.values()].filter(u => u.login_id.includes(term))
    return paged(
      request,
      reply,
      found.map(({ password: _, ...user }) => user),
    )
  })
  server.post(`${base}/accounts/:account/users`, async (request, reply) => {
    const fields = fieldsOf(request.body)
    const login = fields['pseudonym[unique_id]']?.toLowerCase() ?? ''
    const password = fields['pseudonym[password]']
    if (!login || !fields['user[name]']) return badField(reply, 'unique_id', 'Invalid login')
    if ([...state.users.values()].some(u => u.login_id === login))
      return badField(reply, 'unique_id', 'ID already in use for this account and authentication provider')
    if (password !== undefined && password.length < state.shortestPassword)
      return badField(reply, 'password', 'too short')
    const { password: _, ...user } = state.addUser(fields['user[name]'], login, password ?? null)
    return user
  })
  server.get(`${course}/enrollments`, async (request, reply) => {
    const found = courseOf(request)
    if (!found) return missing(reply)
    const { user_id: user } = fieldsOf(request.query)
    return paged(
      request,
      reply,
      state.enrollments.filter(e => e.course_id === found.id && (!user || String(e.user_id) === user)),
    )
  })
  server.post(`${course}/enrollments`, async (request, reply) => {
    const found = courseOf(request)
    const fields = fieldsOf(request.body)
    if (!found || !state.users.has(Number(fields['enrollment[user_id]']))) return missing(reply)
    if (fields['enrollment[type]'] !== 'StudentEnrollment') return bad(reply, 'Invalid type')
    return state.enroll(found.id, Number(fields['enrollment[user_id]']))
  })
  server.delete(`${course}/enrollments/:id`, async (request, reply) => {
    const enrollment = state.enrollments.find(e => String(e.id) === fieldsOf(request.params).id)
    const states: Record<string, string> = {
      inactivate: 'inactive',
      deactivate: 'inactive',
      conclude: 'completed',
      delete: 'deleted',
    }
    const { task = 'conclude' } = fieldsOf(request.query)
    if (!enrollment) return missing(reply)
    if (!states[task]) return bad(reply, 'Invalid task')
    return Object.assign(enrollment, { enrollment_state: states[task] })
  })

  server.get('/__control/requests', async () => requests)
  server.get('/__control/state', async () => state.show())
  server.post<{ Body: Fault }>('/__control/fail', async ({ body }) => fail(body))
  server.post<{ Body: Partial<EmulatedMigration> & { course_id: string } }>('/__control/migrations', async ({ body }) =>
    state.place(body),
  )
  server.post('/__control/reset', async () => {
    state.reset()
    requests.length = 0
    faults.length = 0
    level = 0
    return {}
  })
  return { server, state, requests, fail }
}

const takeFault = (
  faults: (Fault & { times: number })[],
  { method, url }: FastifyRequest,
): Fault['how'] | undefined => {
  const fault = faults.find(f => f.times > 0 && `${method} ${url}`.includes(f.only ?? ''))
  if (fault) fault.times--
  return fault?.how
}

const missing = (reply: FastifyReply) =>
  reply.code(404).send({ errors: [{ message: 'The specified resource does not exist.' }] })
const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message })
const badField = (reply: FastifyReply, field: string, message: string) =>
  reply.code(400).send({ errors: { pseudonym: { [field]: [{ attribute: field, message }] } } })

const showMigration = (migration: EmulatedMigration, request: FastifyRequest, state: CanvasState) => ({
  id: migration.id,
  migration_type: 'course_copy_importer',
  workflow_state: state.stateOf(migration),
  progress_url: `${request.protocol}://${request.host}/api/v1/progress/${migration.id}`,
  ...(migration.source === null ? {} : { settings: { source_course_id: 1, source_course_name: migration.source } }),
})

/** Returns a page of ten with Canvas's Link header. `elsewhere` links the next page to another origin. */
const paged = (request: FastifyRequest, reply: FastifyReply, all: object[], elsewhere = false): object[] => {
  const query = fieldsOf(request.query)
  const page = Number(query.page ?? 1)
  const url = new URL(request.url, elsewhere ? 'http://elsewhere.example' : `${request.protocol}://${request.host}`)
  const link = (rel: string, to: number) => {
    url.searchParams.set('page', String(to))
    return `<${url.href}>; rel="${rel}"`
  }
  const links = [
    link('current', page),
    ...(elsewhere || page * PAGE < all.length ? [link('next', page + 1)] : []),
    link('first', 1),
  ]
  reply.header('link', links.join(','))
  return all.slice((page - 1) * PAGE, page * PAGE)
}
