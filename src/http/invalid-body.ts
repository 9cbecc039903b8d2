import type { FastifyReply } from 'fastify'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { unfitBody } from '#src/core/rules/http-error-messages.ts'

/** Replies 422 to input that a route's schema rejected, with each field's name and what is expected. */
export const sendInvalidInput = (reply: FastifyReply, found: ZodFastifySchemaValidationError[]): FastifyReply => {
  const errors = found.map(({ instancePath, message = unfitBody }) => ({
    field: instancePath.slice(1).replaceAll('/', '.') || 'body',
    message,
  }))
  return reply.code(422).send({ error: unfitBody, errors })
}
