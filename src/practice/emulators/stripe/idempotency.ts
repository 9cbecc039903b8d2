import { createHash } from 'node:crypto'
import { Fault, invalid } from './fault.ts'

interface Answered {
  body: object
  replayed: boolean
}

/**
 * Idempotency keys. The same key and parameters replay the first reply; other parameters are an error, and so is a
 * second request while the first is running. Errors are not stored, so a failed request may be retried.
 */
export const makeIdempotency = () => {
  const results = new Map<string, { hash: string; body: object }>()
  const running = new Set<string>()
  return {
    forget: () => results.clear(),
    async once(key: string, request: string, work: () => Promise<object>): Promise<Answered> {
      if (key.length > 255) throw invalid('Idempotency keys can be at most 255 characters long.')
      const hash = createHash('sha256').update(request).digest('hex')
      const before = results.get(key)
      if (before && before.hash !== hash)
        throw new Fault(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        })
      if (before) return { body: before.body, replayed: true }
      if (running.has(key))
        throw new Fault(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
        })
      running.add(key)
      try {
        // Copied, because Stripe replays the original bytes.
        const body: object = JSON.parse(JSON.stringify(await work()))
        results.set(key, { hash, body })
        return { body, replayed: false }
      } finally {
        running.delete(key)
      }
    },
  }
}
