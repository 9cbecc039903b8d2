import type { PersonKey } from '#src/core/rules/person.ts'
import type { Subject } from './entitlement.ts'

/** A use of the code by someone who may be the same person. */
export interface CodeUse extends PersonKey {
  id: number
  /** True if both rows come from the same LMS. Only then does an equal email identify one person for a move. */
  sameSchool: boolean
  subject: Subject
  processedAt: Date | null
  voidedAt: Date | null
}
