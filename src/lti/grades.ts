import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import { GradeRefused, type Grades, type GradeTarget } from '../domain/grade.ts'
import type { Outbound } from '../gateways/outbound.ts'
import type { Database } from '../store/db.ts'
import { findConsumerSecret } from '../store/queries/credentials.ts'
import { type OutcomeCall, readResult, replaceResult } from './v1p1/outcomes.ts'
import type { makeScores } from './v1p3/scores.ts'

export interface GradesDeps {
  db: Database
  clock: Clock
  vault: Vault
  /** For addresses that an LMS gave us. */
  outbound: Outbound
  scores: ReturnType<typeof makeScores>
}

/** The grade services of both versions behind one type. It sits here because it opens the schools' secrets. */
export const makeGrades = ({ db, clock, vault, outbound, scores }: GradesDeps): Grades => {
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
          return scores.send(target, score)
        default:
          return target satisfies never
      }
    },
    async read(target) {
      switch (target.kind) {
        case 'outcome':
          return readResult(outbound, await outcome(target))
        case 'score':
          return scores.read(target)
        default:
          return target satisfies never
      }
    },
  }
}
