import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Problem } from '#src/core/rules/calls.ts'
import { acceptedLanguage, type Language } from '#src/core/rules/language.ts'
import { httpStatus, type RefusalText, type Refused, type Statuses } from '#src/core/rules/outcome.ts'
import { secondsUntil } from '#src/core/rules/time.ts'

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

/** Returns the language of the answers to a call. */
export const languageOfCall = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers['accept-language'])

/** A sentence, and fields that only this refusal adds to the body. */
type RefusalBody = RefusalText | (RefusalText & Record<string, unknown>)
type Refuse<F extends Refused> = (reply: FastifyReply, refusal: F) => FastifyReply
/** The body of a refusal, in the language of the call. */
type BodyOf<F extends Refused> = (refusal: F, language: Language) => RefusalBody

/** Makes the reply to a refusal, from the module's tables of HTTP statuses and of sentences. */
export function makeRefuser<F extends Refused>(statusOf: Statuses<NoInfer<F['reason']>>, texts: BodyOf<F>): Refuse<F>
export function makeRefuser<R extends string>(
  statusOf: Statuses<NoInfer<R>>,
  texts: Record<R, RefusalText>,
): Refuse<Refused<R>>
export function makeRefuser(
  statusOf: Statuses<string>,
  texts: Record<string, RefusalText> | BodyOf<Refused>,
): Refuse<Refused> {
  return (reply, refusal) => {
    const { reason } = refusal
    const { message, field, ...more } =
      typeof texts === 'function' ? texts(refusal, languageOfCall(reply.request)) : texts[reason]!
    const errors = field ? { errors: [{ field, message }] } : {}
    return reply
      .code(httpStatus(statusOf, reason))
      .send({ error: message, reason, ...errors, ...more } satisfies Problem)
  }
}

/** Sets Retry-After if the refusal ends by itself. */
export const withRetryAfter = (reply: FastifyReply, { until }: Refused & { until?: Date }, now: Date): FastifyReply =>
  until ? reply.header('retry-after', secondsUntil(until, now)) : reply
