import { Readable } from 'node:stream'
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
 * Works in place and iteratively, because nested JSON could exhaust the call stack. Leaves streams alone: the body
 * of an upload is the request itself, which leads to itself.
 */
const makeStorable = (parts: unknown[]): void => {
  const waiting = parts.filter(isData)
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [name, value] of Object.entries(at)) {
      if (typeof value === 'string') at[name] = storable(value)
      else if (isData(value)) waiting.push(value)
    }
  }
}

const isData = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Readable) && !ArrayBuffer.isView(value)
