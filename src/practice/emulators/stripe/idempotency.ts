import { createHash } from 'node:crypto'
import { DAY_MS } from '#src/core/rules/time.ts'
import { Fault, invalid } from './fault.ts'

interface Answer {
  status: number
  body: object
}

/**
 * Idempotency keys of Stripe's API v1. The first answer of a key is kept for 24 hours, an error included, and replayed
 * to requests with the same parameters; other parameters are an error, and so is a second request while the first is
 * running. An error from before the endpoint executed is not kept (https://docs.stripe.com/api/idempotent_requests).
 */
export const makeIdempotency = (now: () => Date) => {
  const kept = new Map<string, Answer & { hash: string; at: number }>()
  const running = new Set<string>()
  return {
    forget: () => kept.clear(),
    async once(key: string, request: string, work: () => Promise<object>): Promise<Answer & { replayed: boolean }> {
      if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.')
      const hash = createHash('sha256').update(request).digest('hex')
      const at = now().getTime()
      const before = kept.get(key)
      if (before && at - before.at < DAY_MS) {
        if (before.hash === hash) return { status: before.status, body: before.body, replayed: true }
        throw new Fault(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        })
      }
      if (running.has(key))
        throw new Fault(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
        })
      running.add(key)
      try {
        // Copied, because Stripe replays the original bytes.
        const answer: Answer = JSON.parse(JSON.stringify(await answerOf(work)))
        kept.set(key, { ...answer, hash, at })
        return { ...answer, replayed: false }
      } finally {
        running.delete(key)
      }
    },
  }
}

const answerOf = async (work: () => Promise<object>): Promise<Answer> => {
  try {
    return { status: 200, body: await work() }
  } catch (error) {
    if (error instanceof Fault && error.isKept) return { status: error.status, body: error.body }
    throw error
  }
}
