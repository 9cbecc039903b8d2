import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Call, HttpClient, HttpResponse } from '#src/core/outbound/outbound.ts'
import { findConsumerSecrets } from '#src/schools/store/credentials.ts'
import { oauthHeader } from './oauth-header.ts'

export interface SchoolClientDeps {
  db: Database
  clock: Clock
  vault: Vault
  /** HTTP client for URLs from an LMS. */
  outbound: HttpClient
}

/** Calls a school's LMS with requests signed by the school's secret. Throws without a complete answer. */
export type SchoolClient = (
  consumerId: number,
  call: Call & { method: 'GET' | 'POST' },
  isRefused: (answer: HttpResponse) => boolean,
) => Promise<HttpResponse>

/**
 * A request refused with the current secret is retried once with the previous one. An LMS uses the old secret until its
 * administrator enters the new one, and its launches are accepted meanwhile.
 */
export const makeSchoolClient =
  ({ db, clock, vault, outbound }: SchoolClientDeps): SchoolClient =>
  async (consumerId, call, isRefused) => {
    const school = await findConsumerSecrets(db, consumerId)
    if (!school) throw new Error('the school no longer exists')
    const { key, sealedSecret, sealedPreviousSecret } = school
    const ask = (sealed: string) => {
      const { method, url, body = '' } = call
      const signed = oauthHeader({ method, url, key, secret: vault.open(sealed), now: clock.now() }, body)
      return outbound({ ...call, headers: { ...call.headers, authorization: signed } })
    }
    const answer = await ask(sealedSecret)
    if (sealedPreviousSecret === null || !isRefused(answer)) return answer
    const again = await ask(sealedPreviousSecret)
    return isRefused(again) ? answer : again
  }
