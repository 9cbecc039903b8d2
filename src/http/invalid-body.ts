import type { FastifyReply } from 'fastify'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { unfitBody } from '#src/core/rules/http-error-messages.ts'

/** Replies 422 to an invalid body, with each field's name and what is expected. */
export const sendInvalidBody = (reply: FastifyReply, error: z.ZodError): FastifyReply => {
  const errors = error.issues.map(issue => ({ field: issue.path.join('.') || 'body', message: issue.message }))
  return reply.code(422).send({ error: unfitBody, errors })
}

/** The same reply, to input that Fastify validated with a route's schema. */
export const sendInvalidInput = (reply: FastifyReply, found: ZodFastifySchemaValidationError[]): FastifyReply => {
  const errors = found.map(({ instancePath, message = unfitBody }) => ({
    field: instancePath.slice(1).replaceAll('/', '.') || 'body',
    message,
  }))
  return reply.code(422).send({ error: unfitBody, errors })
}
