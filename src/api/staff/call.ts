import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Staff } from '../../domain/staff.ts'
import { fieldsOf } from '../../http/fields.ts'
import type { Operations } from '../../operations/index.ts'
import { refuseBody } from '../bodies.ts'

export interface Given<B> {
  body: B
  params: Record<string, string>
  query: Record<string, string>
  staff: Staff
  operations: Operations
  request: FastifyRequest
}

/** An answer that is no success: the sentence, and the field it is about. */
export interface Refused {
  status: number
  error: string
  field?: string | undefined
}

export interface Call {
  method: 'GET' | 'POST'
  /** As Fastify matches it: '/api/coupons/:id'. */
  path: string
  /** What it does, for the OpenAPI description. */
  does: string
  /** The keys of a good answer. */
  answers: string[]
  body?: z.core.$ZodType
  upload?: boolean
  /** Answers with a file, or with lines of JSON as they come, instead of JSON. */
  file?: 'text/csv' | 'application/x-ndjson'
  run(given: Given<unknown>): Promise<Refused | CsvFile | Readable | object>
}

/** An answer that a browser saves. */
export class CsvFile {
  readonly name: string
  readonly text: string
  constructor(name: string, text: string) {
    this.name = name
    this.text = text
  }
}

/** One call of staff: its schema checks the body and describes it (src/api/staff/openapi.ts). */
export const call = <S extends z.core.$ZodType>(
  definition: Omit<Call, 'body' | 'run'> & { body?: S; run(given: Given<z.core.output<S>>): Promise<Refused | object> },
): Call => definition as unknown as Call

export const refuse = (status: number, error: string, field?: string): Refused => ({ status, error, field })

/** What an operation refused, as an answer. */
export const refusedBy = (result: { status: number; message: string; field?: string }): Refused =>
  refuse(result.status, result.message, result.field)

export const isRefused = (answer: object): answer is Refused => 'error' in answer && 'status' in answer

/** Mounts calls in a scope that the guard holds. */
export const mountCalls = (scope: FastifyInstance, calls: Call[], operations: Operations): void => {
  for (const { method, path, body: schema, run } of calls) {
    scope.route({
      method,
      url: path,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const parsed = schema
          ? (schema as unknown as z.ZodType).safeParse(request.body ?? {})
          : { success: true as const, data: undefined }
        if (!parsed.success) return refuseBody(reply, parsed.error)
        const answer = await run({
          body: parsed.data,
          params: request.params as Record<string, string>,
          query: fieldsOf(request.query),
          staff: request.staff!,
          operations,
          request,
        })
        if (answer instanceof CsvFile)
          return reply
            .type('text/csv; charset=utf-8')
            .header('content-disposition', `attachment; filename="${answer.name}"`)
            .header('cache-control', 'no-store')
            .send(answer.text)
        // A proxy in front that collects answers would hold the lines back.
        if (answer instanceof Readable)
          return reply
            .type('application/x-ndjson; charset=utf-8')
            .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
            .send(answer)
        if (!isRefused(answer)) return answer
        const { status, error, field } = answer
        return reply.code(status).send({ error, ...(field ? { errors: [{ field, message: error }] } : {}) })
      },
    })
  }
}
