import { DAY_MS } from '#src/core/rules/time.ts'

/** A column of the LMS that gets a person's grade: one that a launch named, or ours in the course. */
export type GradeTarget =
  | { kind: 'outcome'; consumerId: number; serviceUrl: string; sourcedId: string }
  | {
      kind: 'score'
      platformId: number
      /** Null for our own column. */
      lineItemUrl: string | null
      lineItemsUrl: string | null
      userId: string
      scopes: string[]
    }

/** Score of access: 1 with access, 0 after removal (docs/rules/access.md). */
export type Score = 0 | 1

/** The LMS rejected the grade. A retry will not help. */
export class GradeRejected extends Error {}

/** Days of daily retries while an LMS does not answer or issues no token. Afterwards staff must act. */
const PATIENCE_DAYS = 14
export const GRADE_GIVE_UP_MS = PATIENCE_DAYS * DAY_MS

/** Returns true if the LMS has failed so long that automatic retries stop. */
export const hasGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= GRADE_GIVE_UP_MS

/** Returns the problem text once automatic retries have stopped. */
export const gaveUpMessage = (problem: string): string => `${problem} (we gave up after ${PATIENCE_DAYS} days)`

/**
 * Returns true for temporary errors: timeout, rate limit, server error. Canvas throttles with a 403 that mentions the
 * rate limit.
 */
export const isRetryable = (status: number, text: string): boolean =>
  status === 408 || status === 429 || status >= 500 || /rate limit/i.test(text)

/** Returns the message for a rejected grade. */
export const gradeRejection = (problem: string): string => `The school's LMS rejected a grade: ${problem}`

/** Owner of grades: one person in a course, a school, or a platform, which issues the tokens for several schools. */
export interface GradesOf {
  kind: 'entitlement' | 'school' | 'platform'
  id: number
}

/** Rejected grades: how many, and the latest problem. */
export interface RejectedGrades {
  count: number
  problem: string
}

/** Rejected grades of a school or a platform. */
export interface NamedRejectedGrades extends RejectedGrades {
  id: number
  name: string
}

export const describeRejectedGrades = ({ count, problem }: RejectedGrades): string =>
  `${count} rejected. Latest: ${problem}`

/** Messages after staff resend grades. */
export const retryMessages = {
  again: 'We are sending the rejected grades again.',
  gone: 'No rejected grades are left to send.',
} as const

/** Identifies the address of a target, to send the grade again if it changes. */
export const targetKey = (target: GradeTarget): string =>
  target.kind === 'outcome'
    ? `${target.serviceUrl} ${target.sourcedId}`
    : `${target.lineItemUrl ?? target.lineItemsUrl} ${target.userId}`

/**
 * Returns the score the LMS should have. Null if nothing must be sent, because it never got a score for a person
 * without access.
 */
export const wantedScore = (isIn: boolean, lastScore: number | null): Score | null =>
  isIn ? 1 : lastScore === null ? null : 0
