import type { SubjectKind } from './entitlement.ts'
import { DAY_MS } from './time.ts'

/** Where a person's grade goes: what the last launch that carried it said. */
export type GradeTarget =
  | { kind: 'outcome'; consumerId: number; serviceUrl: string; sourcedId: string }
  | {
      kind: 'score'
      platformId: number
      lineItemUrl: string | null
      lineItemsUrl: string | null
      userId: string
      scopes: string[]
    }

/** A person who is in has 1, a person who was taken out again 0 (rules.md C). */
export type Score = 0 | 1

/** The LMS said no: the grade is not wanted there, and asking again the same way will not help. */
export class GradeRefused extends Error {}

/** So long an LMS that gives no answer, or no token, is asked once a day; then staff have to look (rules.md C). */
const PATIENCE_DAYS = 14
export const GRADE_GIVE_UP_MS = PATIENCE_DAYS * DAY_MS

/** Whether an LMS has failed us for so long that it is not asked any more by itself. */
export const hasGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= GRADE_GIVE_UP_MS

/** What stands at a person whose LMS was asked in vain. */
export const gaveUpMessage = (problem: string): string =>
  `${problem} (asked for ${PATIENCE_DAYS} days, and not any more)`

/** A no that passes by itself: too slow, too many calls, in trouble; Canvas throttles with a 403 that says so. */
export const isRetryable = (status: number, text: string): boolean =>
  status === 408 || status === 429 || status >= 500 || /rate limit/i.test(text)

/** What staff read of a grade that was refused. */
export const gradeRefusal = (problem: string): string => `The school's LMS takes no grade: ${problem}`

/** Whose grades: of one person, or of a school of LTI 1.1 or 1.3. */
export interface WhoseGrades {
  kind: SubjectKind | 'consumer' | 'platform'
  id: number
}

/** Grades that an LMS did not take for good, and why the last of them not. */
export interface RejectedGrades {
  count: number
  problem: string
}

/** The same of all in a school or on a platform; `key` is the consumer's key, or the client id. */
export interface GradeRefusals extends RejectedGrades {
  kind: 'consumer' | 'platform'
  id: number
  name: string
  key: string
}

export const describeRejectedGrades = ({ count, problem }: RejectedGrades): string =>
  `${count} not taken. The last: ${problem}`

/** What staff read after they had grades sent again, by what became of it. */
export const retryMessages = {
  again: 'What the LMS did not take is sent again now.',
  gone: 'Nothing waits to be sent again.',
} as const

/** Grade services of LTI 1.1 and 1.3. Every call may throw: GradeRefused, or any other error when the LMS is away. */
export interface Grades {
  send(target: GradeTarget, score: Score): Promise<void>
  /** What the LMS holds now, 0 to 1; null: nothing. */
  read(target: GradeTarget): Promise<number | null>
}

/** Names a target, so that one that moved is told anew. */
export const targetKey = (target: GradeTarget): string =>
  target.kind === 'outcome'
    ? `${target.serviceUrl} ${target.sourcedId}`
    : `${target.lineItemUrl ?? target.lineItemsUrl} ${target.userId}`

/** The score that an LMS should hold; null: it need not be told, since it never heard of the person. */
export const wantedScore = (isIn: boolean, told: number | null): Score | null => (isIn ? 1 : told === null ? null : 0)
