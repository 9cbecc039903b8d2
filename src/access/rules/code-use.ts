import type { PersonKey } from '#src/core/rules/person.ts'

/** A use of the code by someone who may be the same person. */
export interface CodeUse extends PersonKey {
  id: number
  /** True if both rows come from the same LMS. Only then does an equal email identify one person for a move. */
  sameSchool: boolean
  entitlementId: number
  processedAt: Date | null
  voidedAt: Date | null
}
