import type { Needs } from '#src/context.ts'
import { type CallKey, failCall } from '#src/core/claims/claims.ts'
import { CardProviderError } from './rules/card-provider.ts'

/**
 * Makes a begun call to the card provider with its key. If the provider answers with an error, the next try has another
 * key; without an answer it has the same one (docs/adr/0038-renew-call-keys.md).
 */
export const makeCall = <T>(
  { db, clock }: Needs<'clock' | 'db'>,
  call: CallKey,
  work: (key: string) => Promise<T>,
): Promise<T> =>
  work(call.key).catch(async error => {
    if (error instanceof CardProviderError && error.isAnswer) await failCall(db, call, clock.now())
    throw error
  })
