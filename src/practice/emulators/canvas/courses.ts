import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import { bad, missing, paged } from './replies.ts'
import type { CanvasState, EmulatedMigration } from './state.ts'

const PROGRESS = '/api/v1/progress'
const MIGRATIONS = '/api/v1/courses/:course/content_migrations'

/** Courses and their content migrations. `isElsewhere` tells whether the next page of a list is on another origin. */
export const mountCourses = (
  server: FastifyInstance,
  state: CanvasState,
  isElsewhere: (request: FastifyRequest) => boolean,
): void => {
  const courseOf = (request: FastifyRequest) => state.course(fieldsOf(request.params).course ?? '')

  server.get('/api/v1/courses/:course', async (request, reply) => courseOf(request) ?? missing(reply))
  server.get('/api/v1/courses/:course/users', async (request, reply) =>
    courseOf(request) ? paged(request, reply, [{ id: 9, name: 'Tess Teacher' }]) : missing(reply),
  )
  server.get(MIGRATIONS, async (request, reply) => {
    const found = courseOf(request)
    if (!found) return missing(reply)
    const shown = state.migrationsOf(found.id).map(m => showMigration(m, request, state))
    return paged(request, reply, shown, isElsewhere(request))
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
