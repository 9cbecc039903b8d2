import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { unfitBody } from '../domain/request-problems.ts'

/** A body that was read but does not fit: 422 with each field's name and what is expected (contract.md, JSON). */
export const refuseBody = (reply: FastifyReply, error: z.ZodError): FastifyReply => {
  const errors = error.issues.map(issue => ({ field: issue.path.join('.') || 'body', message: issue.message }))
  return reply.code(422).send({ error: unfitBody, errors })
}
