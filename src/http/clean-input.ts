import type { FastifyInstance } from 'fastify'
import { storable } from '#src/core/rules/postgres-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Leaves the input unchanged, because others have signed it. */
    asSent?: boolean
  }
}

/** Removes characters that PostgreSQL cannot store from the path, query and body of every request. */
export const cleanInput = (server: FastifyInstance): void => {
  server.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config?.asSent) makeStorable([request.params, request.query, request.body])
    done()
  })
}

/**
 * Works in place and iteratively, because nested JSON could exhaust the call stack. Leaves other objects alone: the body
 * of an upload is the request's stream, which leads to itself.
 */
const makeStorable = (parts: unknown[]): void => {
  const waiting = parts.filter(isPlain)
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [name, value] of Object.entries(at)) {
      if (typeof value === 'string') at[name] = storable(value)
      else if (isPlain(value)) waiting.push(value)
    }
  }
}

/** Whether it is a list, or an object without a class. */
const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype
}
