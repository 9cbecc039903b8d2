import type { FastifyInstance } from 'fastify'
import { storable } from '../domain/storable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads what it is sent by itself: others have signed it. */
    asSent?: boolean
  }
}

/** What every page and call is sent, as text that can be stored: in the address, the query, a form or JSON. */
export const takeStorableInput = (server: FastifyInstance): void => {
  server.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config?.asSent) makeStorable([request.params, request.query, request.body])
    done()
  })
}

/** In place, and without a call for each level: JSON may be nested deeper than calls can be. */
const makeStorable = (parts: unknown[]): void => {
  const waiting = parts.filter(isObject)
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [name, value] of Object.entries(at)) {
      if (typeof value === 'string') at[name] = storable(value)
      else if (isObject(value)) waiting.push(value)
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
