import type { Clock } from '../../clock.ts'
import type { Vault } from '../../crypto.ts'
import type { Answer, Call, Outbound } from '../../gateways/outbound.ts'
import type { Database } from '../../store/db.ts'
import { findConsumerSecrets } from '../../store/queries/credentials.ts'
import { authorization } from './authorization.ts'

export interface SchoolClientDeps {
  db: Database
  clock: Clock
  vault: Vault
  /** For addresses that an LMS gave us. */
  outbound: Outbound
}

/** Calls the services of a school's LMS, signed with the school's secret. Throws where no whole answer came. */
export type SchoolClient = (
  consumerId: number,
  call: Call & { method: 'GET' | 'POST' },
  isRefused: (answer: Answer) => boolean,
) => Promise<Answer>

/**
 * After a change of the secret a school's LMS goes on with the one before until somebody enters the new one. Its launches
 * are taken meanwhile, so it is called in the same way: what it refuses is signed with the secret before, once.
 */
export const makeSchoolClient =
  ({ db, clock, vault, outbound }: SchoolClientDeps): SchoolClient =>
  async (consumerId, call, isRefused) => {
    const school = await findConsumerSecrets(db, consumerId)
    if (!school) throw new Error('the school is gone')
    const { key, sealedSecret, sealedPreviousSecret } = school
    const ask = (sealed: string) => {
      const { method, url, body = '' } = call
      const signed = authorization({ method, url, key, secret: vault.open(sealed), now: clock.now() }, body)
      return outbound({ ...call, headers: { ...call.headers, authorization: signed } })
    }
    const answer = await ask(sealedSecret)
    if (sealedPreviousSecret === null || !isRefused(answer)) return answer
    const again = await ask(sealedPreviousSecret)
    return isRefused(again) ? answer : again
  }
