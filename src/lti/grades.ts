import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import { GradeRefused, type Grades, type GradeTarget } from '../domain/grade.ts'
import type { Outbound } from '../gateways/outbound.ts'
import type { Database } from '../store/db.ts'
import { findConsumerSecret } from '../store/queries/credentials.ts'
import { type OutcomeCall, readResult, replaceResult } from './v1p1/outcomes.ts'

export interface GradesDeps {
  db: Database
  clock: Clock
  vault: Vault
  /** For addresses that an LMS gave us. */
  outbound: Outbound
}

/** The grade services of both versions behind one type. It sits here because it opens the schools' secrets. */
export const makeGrades = ({ db, clock, vault, outbound }: GradesDeps): Grades => {
  const outcome = async (target: Extract<GradeTarget, { kind: 'outcome' }>): Promise<OutcomeCall> => {
    const found = await findConsumerSecret(db, target.consumerId)
    if (!found) throw new GradeRefused('The school is gone')
    const { serviceUrl, sourcedId } = target
    return { serviceUrl, sourcedId, key: found.key, secret: vault.open(found.sealedSecret), now: clock.now() }
  }
  return {
    async send(target, score) {
      switch (target.kind) {
        case 'outcome':
          return replaceResult(outbound, await outcome(target), score)
        case 'score':
          throw new GradeRefused('This platform has no grade service that we know')
        default:
          return target satisfies never
      }
    },
    async read(target) {
      switch (target.kind) {
        case 'outcome':
          return readResult(outbound, await outcome(target))
        case 'score':
          return null
        default:
          return target satisfies never
      }
    },
  }
}
