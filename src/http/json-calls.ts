import type { FastifyInstance, FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Problem } from '#src/core/rules/calls.ts'
import type { RefusalText, Refused } from '#src/core/rules/outcome.ts'

/** A scope whose routes take their types from zod schemas. */
export type JsonScope = ReturnType<typeof withContracts>

/** Makes the scope validate requests and responses with the zod schemas of its routes. */
export const withContracts = (scope: FastifyInstance) =>
  scope
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .withTypeProvider<ZodTypeProvider>()

/** Keeps replies out of caches: most name a person. A route may set another value. */
export const forbidStoring = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** A sentence, and fields that only this refusal adds to the body. */
type RefusalBody = RefusalText | (RefusalText & Record<string, unknown>)
type Refuse<F extends Refused> = (reply: FastifyReply, refusal: F) => FastifyReply

/**
 * Makes the reply to a refusal. `statusOf` is the module's table of HTTP statuses; `texts` is its table of sentences, or
 * a function of the refusal.
 */
export function makeRefuser<F extends Refused>(
  statusOf: Record<NoInfer<F['reason']>, number>,
  texts: (refusal: F) => RefusalBody,
): Refuse<F>
export function makeRefuser<R extends string>(
  statusOf: Record<NoInfer<R>, number>,
  texts: Record<R, RefusalText>,
): Refuse<Refused<R>>
export function makeRefuser(
  statusOf: Record<string, number>,
  texts: Record<string, RefusalText> | ((refusal: Refused) => RefusalBody),
): Refuse<Refused> {
  return (reply, refusal) => {
    const { reason } = refusal
    const { message, field, ...more } = typeof texts === 'function' ? texts(refusal) : texts[reason]!
    const errors = field ? { errors: [{ field, message }] } : {}
    return reply.code(statusOf[reason]!).send({ error: message, reason, ...errors, ...more } satisfies Problem)
  }
}
