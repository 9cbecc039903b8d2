import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '#src/http/fields.ts'
import { bad, badField, missing, paged } from './replies.ts'
import type { CanvasState } from './state.ts'

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
