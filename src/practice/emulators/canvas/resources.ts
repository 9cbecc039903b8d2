import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import type { CanvasState, EmulatedMigration } from './state.ts'

const PAGE = 10

export const missing = (reply: FastifyReply) =>
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

export const CANVAS_ACCOUNT = '1'

const ACCOUNT = '/api/v1/accounts/:account'

/** The account, its courses and its users. */
export const mountAccounts = (server: FastifyInstance, state: CanvasState): void => {
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

const PROGRESS = '/api/v1/progress'
const MIGRATIONS = '/api/v1/courses/:course/content_migrations'

/** Courses and their content migrations. */
export const mountCourses = (server: FastifyInstance, state: CanvasState): void => {
  const courseOf = (request: FastifyRequest) => state.course(fieldsOf(request.params).course ?? '')

  server.get('/api/v1/courses/:course', async (request, reply) => courseOf(request) ?? missing(reply))
  server.get('/api/v1/courses/:course/users', async (request, reply) =>
    courseOf(request) ? paged(request, reply, [{ id: 9, name: 'Tess Teacher' }]) : missing(reply),
  )
  server.get(MIGRATIONS, async (request, reply) => {
    const found = courseOf(request)
    if (!found) return missing(reply)
    const shown = state.migrationsOf(found.id).map(m => showMigration(m, request, state))
    return paged(request, reply, shown)
  })
  server.get(`${MIGRATIONS}/:id`, async (request, reply) => {
    const found = courseOf(request)
    const migration = found && state.migrationsOf(found.id).find(m => String(m.id) === fieldsOf(request.params).id)
    return migration ? showMigration(migration, request, state) : missing(reply)
  })
  server.post(MIGRATIONS, async (request, reply) => {
    const found = courseOf(request)
    const fields = fieldsOf(request.body)
    if (!found) return missing(reply)
    if (fields.migration_type !== 'course_copy_importer') return bad(reply, 'Invalid migration_type')
    const source = state.courses.get(fields['settings[source_course_id]'] ?? '')
    if (!source) return bad(reply, 'A course copy requires a source course.')
    return showMigration(state.copy(found.id, source), request, state)
  })
  server.get(`${PROGRESS}/:id`, async (request, reply) => {
    const migration = state.migrations.get(Number(fieldsOf(request.params).id))
    return migration ? { id: migration.id, ...state.progress(migration) } : missing(reply)
  })
}

const showMigration = (migration: EmulatedMigration, request: FastifyRequest, state: CanvasState) => ({
  id: migration.id,
  migration_type: 'course_copy_importer',
  workflow_state: state.stateOf(migration),
  progress_url: `${request.protocol}://${request.host}${PROGRESS}/${migration.id}`,
  ...(migration.source === null ? {} : { settings: { source_course_id: 1, source_course_name: migration.source } }),
})

const ENROLLMENTS = '/api/v1/courses/:course/enrollments'

/** State of an enrollment after each task of Canvas's delete call. */
const STATES: Record<string, string> = {
  inactivate: 'inactive',
  deactivate: 'inactive',
  conclude: 'completed',
  delete: 'deleted',
}

export const mountEnrollments = (server: FastifyInstance, state: CanvasState): void => {
  const courseOf = (request: FastifyRequest) => state.course(fieldsOf(request.params).course ?? '')

  server.get(ENROLLMENTS, async (request, reply) => {
    const found = courseOf(request)
    if (!found) return missing(reply)
    const { user_id: user } = fieldsOf(request.query)
    const enrollments = state.enrollments.filter(e => e.course_id === found.id && (!user || String(e.user_id) === user))
    return paged(request, reply, enrollments)
  })
  server.post(ENROLLMENTS, async (request, reply) => {
    const found = courseOf(request)
    const fields = fieldsOf(request.body)
    if (!found || !state.users.has(Number(fields['enrollment[user_id]']))) return missing(reply)
    if (fields['enrollment[type]'] !== 'StudentEnrollment') return bad(reply, 'Invalid type')
    if (found.workflow_state === 'completed')
      return reply.code(400).send({ message: "Can't add an enrollment to a concluded course." })
    return state.enroll(found.id, Number(fields['enrollment[user_id]']))
  })
  server.delete(`${ENROLLMENTS}/:id`, async (request, reply) => {
    const enrollment = state.enrollments.find(e => String(e.id) === fieldsOf(request.params).id)
    const { task = 'conclude' } = fieldsOf(request.query)
    if (!enrollment) return missing(reply)
    if (!STATES[task]) return bad(reply, 'Invalid task')
    return Object.assign(enrollment, { enrollment_state: STATES[task] })
  })
}
