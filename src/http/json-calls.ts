import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  createJsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { RefusalText, Refused } from '#src/core/rules/outcome.ts'
import type { Problem } from '#src/core/rules/problem.ts'

/** A scope whose routes take their types from zod schemas. */
export type JsonScope = ReturnType<typeof withContracts>

/** Makes the scope validate requests and responses with the zod schemas of its routes. */
export const withContracts = (scope: FastifyInstance) =>
  scope
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .withTypeProvider<ZodTypeProvider>()

/** Makes the reply to a refusal whose reason is in `texts`. `statusOf` is the module's table of HTTP statuses. */
export const makeRefuser =
  <R extends string>(statusOf: Record<NoInfer<R>, number>, texts: Record<R, RefusalText>) =>
  (reply: FastifyReply, { reason }: Refused<R>): FastifyReply =>
    sendProblem(reply, statusOf[reason], { ...texts[reason], reason })

export const sendProblem = (
  reply: FastifyReply,
  status: number,
  { message, field, reason }: RefusalText & { reason?: string },
): FastifyReply =>
  reply.code(status).send({
    error: message,
    ...(reason ? { reason } : {}),
    ...(field ? { errors: [{ field, message }] } : {}),
  } satisfies Problem)

/** Collects the routes of the scope for an OpenAPI 3.1 description. Register it before the routes. */
export const describeCalls = async (scope: FastifyInstance, publicUrl: string): Promise<void> => {
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Signbook API',
        version: '1',
        description:
          'Staff calls need a session: sign in with `/api/auth/magic` and `/api/auth/login`, then send the token as bearer.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}
