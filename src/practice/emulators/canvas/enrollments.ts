import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import { bad, missing, paged } from './replies.ts'
import type { CanvasState } from './state.ts'

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
