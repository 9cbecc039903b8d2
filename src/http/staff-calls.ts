import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Staff } from '#src/core/rules/staff.ts'
import type { Modules } from '#src/modules.ts'
import { fieldsOf } from './fields.ts'

export interface CallInput<B> {
  body: B
  params: Record<string, string>
  query: Record<string, string>
  staff: Staff
  modules: Modules
  request: FastifyRequest
}

/** An error reply: its status, its sentence and the field it concerns. */
export interface Refused {
  status: number
  error: string
  field?: string | undefined
}

export interface Call {
  method: 'GET' | 'POST'
  /** Fastify route pattern, such as '/api/coupons/:id'. */
  path: string
  /** Summary in the OpenAPI description. */
  does: string
  /** Keys of the JSON response. */
  answers: string[]
  body?: z.core.$ZodType
  run(given: CallInput<unknown>): Promise<Refused | object>
}

/** Defines a staff call. Its schema validates the body and appears in the OpenAPI description. */
export const call = <S extends z.core.$ZodType>(
  definition: Omit<Call, 'body' | 'run'> & {
    body?: S
    run(given: CallInput<z.core.output<S>>): Promise<Refused | object>
  },
): Call => definition as unknown as Call

export const refuse = (status: number, error: string, field?: string): Refused => ({ status, error, field })

/** Converts an operation's refusal to an error reply. */
export const toRefusal = (result: { status: number; message: string; field?: string }): Refused =>
  refuse(result.status, result.message, result.field)

const isRefused = (answer: object): answer is Refused => 'error' in answer && 'status' in answer

/** Mounts the calls. The scope must require a signed-in staff user. */
export const mountCalls = (scope: FastifyInstance, calls: Call[], modules: Modules): void => {
  for (const { method, path, does, body: schema, run } of calls) {
    scope.route({
      method,
      url: path,
      schema: { tags: ['Staff'], summary: does, ...(schema ? { body: schema } : {}) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const answer = await run({
          body: request.body,
          params: request.params as Record<string, string>,
          query: fieldsOf(request.query),
          staff: request.staff!,
          modules,
          request,
        })
        if (!isRefused(answer)) return answer
        const { status, error, field } = answer
        return reply.code(status).send({ error, ...(field ? { errors: [{ field, message: error }] } : {}) })
      },
    })
  }
}
