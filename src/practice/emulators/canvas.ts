import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { CanvasState, type EmulatedCourse, type EmulatedMigration } from './canvas-state.ts'

export const CANVAS_TOKEN = 'canvas-demo-token'
export const CANVAS_ACCOUNT = '1'

/** Canvas emulator: refuses what Canvas refuses. Content migrations advance with the clock. */
export const makeCanvasEmulator = (clock: Clock) => {
  const server = Fastify()
  const state = new CanvasState(clock)
  /** Every call, in order. */
  const requests: { method: string; path: string; authorized: boolean }[] = []

  server.register(formbody)
  server.addHook('onRequest', async (request, reply) => {
    const authorized = request.headers.authorization === `Bearer ${CANVAS_TOKEN}`
    requests.push({ method: request.method, path: request.url, authorized })
    if (authorized) return
    reply.header('www-authenticate', 'Bearer realm="canvas-lms"')
    return reply.code(401).send({ errors: [{ message: 'Invalid access token.' }] })
  })
  server.setNotFoundHandler((_request, reply) => missing(reply))
  mountAccounts(server, state)
  mountCourses(server, state)
  return { server, state, requests }
}

const PAGE = 10

const missing = (reply: FastifyReply) =>
  reply.code(404).send({ errors: [{ message: 'The specified resource does not exist.' }] })

const bad = (reply: FastifyReply, message: string) => reply.code(400).send({ message })

const badField = (reply: FastifyReply, field: string, message: string) =>
  reply.code(400).send({ errors: { pseudonym: { [field]: [{ attribute: field, message }] } } })

/** Returns a page of ten with Canvas's Link header. */
const paged = (request: FastifyRequest, reply: FastifyReply, all: object[]): object[] => {
  const page = Number(fieldsOf(request.query).page ?? 1)
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  const link = (rel: string, to: number) => {
    url.searchParams.set('page', String(to))
    return `<${url.href}>; rel="${rel}"`
  }
  const next = page * PAGE < all.length ? [link('next', page + 1)] : []
  reply.header('link', [link('current', page), ...next, link('first', 1)].join(','))
  return all.slice((page - 1) * PAGE, page * PAGE)
}

const ACCOUNT = '/api/v1/accounts/:account'

/** The account, its courses and its users. */
const mountAccounts = (server: FastifyInstance, state: CanvasState): void => {
  server.get(ACCOUNT, async (request, reply) =>
    fieldsOf(request.params).account === CANVAS_ACCOUNT ? { id: CANVAS_ACCOUNT, name: 'Practice' } : missing(reply),
  )
  server.get(`${ACCOUNT}/courses`, async (request, reply) => {
    if (fieldsOf(request.params).account !== CANVAS_ACCOUNT) return missing(reply)
    const { blueprint } = fieldsOf(request.query)
    const courses = [...state.courses.values()].filter(c => blueprint !== 'true' || c.blueprint)
    return paged(request, reply, courses)
  })
  server.get(`${ACCOUNT}/users`, async (request, reply) => {
    const term = fieldsOf(request.query).search_term?.toLowerCase() ?? ''
    if (term.length < 2) return bad(reply, 'search_term must be at least 2 characters')
    const found = [...state.users.values()].filter(u => u.login_id.includes(term))
    const shown = found.map(({ password: _, ...user }) => user)
    return paged(request, reply, shown)
  })
  server.post(`${ACCOUNT}/users`, async (request, reply) => {
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
}

const COURSE = '/api/v1/courses/:course'
const PROGRESS = '/api/v1/progress'
const MIGRATIONS = `${COURSE}/content_migrations`
const ENROLLMENTS = `${COURSE}/enrollments`

/** Courses, their content migrations and their enrollments. */
const mountCourses = (server: FastifyInstance, state: CanvasState): void => {
  type Work = (course: EmulatedCourse, request: FastifyRequest, reply: FastifyReply) => unknown
  /** Mounts a call about a course, which answers 404 for one that does not exist. */
  const route = (method: 'GET' | 'POST', url: string, work: Work) =>
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const course = state.course(fieldsOf(request.params).course ?? '')
        return course ? work(course, request, reply) : missing(reply)
      },
    })

  route('GET', COURSE, course => course)
  route('GET', `${COURSE}/users`, (_course, request, reply) => paged(request, reply, [{ id: 9, name: 'Tess Teacher' }]))
  route('GET', MIGRATIONS, (course, request, reply) =>
    paged(
      request,
      reply,
      state.migrationsOf(course.id).map(m => showMigration(m, request, state)),
    ),
  )
  route('GET', `${MIGRATIONS}/:id`, (course, request, reply) => {
    const migration = state.migrationsOf(course.id).find(m => String(m.id) === fieldsOf(request.params).id)
    return migration ? showMigration(migration, request, state) : missing(reply)
  })
  route('POST', MIGRATIONS, (course, request, reply) => {
    const fields = fieldsOf(request.body)
    if (fields.migration_type !== 'course_copy_importer') return bad(reply, 'Invalid migration_type')
    const source = state.courses.get(fields['settings[source_course_id]'] ?? '')
    if (!source) return bad(reply, 'A course copy requires a source course.')
    return showMigration(state.copy(course.id, source), request, state)
  })
  server.get(`${PROGRESS}/:id`, async (request, reply) => {
    const migration = state.migrations.get(Number(fieldsOf(request.params).id))
    return migration ? { id: migration.id, ...state.progress(migration) } : missing(reply)
  })
  route('GET', ENROLLMENTS, (course, request, reply) => {
    const { user_id: user } = fieldsOf(request.query)
    const isAsked = (e: { user_id: number }) => !user || String(e.user_id) === user
    return paged(
      request,
      reply,
      state.enrollments.filter(e => e.course_id === course.id && isAsked(e)),
    )
  })
  route('POST', ENROLLMENTS, (course, request, reply) => {
    const fields = fieldsOf(request.body)
    const userId = Number(fields['enrollment[user_id]'])
    if (!state.users.has(userId)) return missing(reply)
    if (fields['enrollment[type]'] !== 'StudentEnrollment') return bad(reply, 'Invalid type')
    if (course.workflow_state === 'completed') return bad(reply, "Can't add an enrollment to a concluded course.")
    return state.enroll(course.id, userId)
  })
  server.delete(`${ENROLLMENTS}/:id`, async (request, reply) => {
    const enrollment = state.enrollments.find(e => String(e.id) === fieldsOf(request.params).id)
    if (!enrollment) return missing(reply)
    if (fieldsOf(request.query).task !== 'inactivate') return bad(reply, 'Invalid task')
    return Object.assign(enrollment, { enrollment_state: 'inactive' })
  })
}

const showMigration = (migration: EmulatedMigration, request: FastifyRequest, state: CanvasState) => ({
  id: migration.id,
  migration_type: 'course_copy_importer',
  workflow_state: state.stateOf(migration),
  progress_url: `${request.protocol}://${request.host}${PROGRESS}/${migration.id}`,
  ...(migration.source === null ? {} : { settings: { source_course_id: 1, source_course_name: migration.source } }),
})
