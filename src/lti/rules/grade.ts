import { DAY_MS } from '#src/core/rules/time.ts'
import type { Platform, PlatformPreset } from '#src/schools/rules/platform.ts'

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

/** The LMS does not allow the tool to send grades, by its settings. */
export class GradeForbidden extends GradeRejected {}

/** Settings that allow grades by LTI 1.3, by the LMS's own names (docs/platforms/). */
const SETTINGS: Record<PlatformPreset, string> = {
  moodle:
    'In Moodle, edit the tool and set “IMS LTI Assignment and Grade Services” to “Use this service for grade sync and column management”',
  canvas:
    'In Canvas, switch on the LTI Advantage services of the developer key that create and update assignment data and results',
  d2l: 'In Brightspace, tick the extension “Assignment and Grade Services” of the registration and of the deployment',
  blackboard: 'In Blackboard, set “Allow grade service access” of the tool to “Yes”',
  custom: 'In the LMS, allow the tool to use Assignment and Grade Services, with scores and columns',
}

const SETTING_11 =
  'If the LMS names no other reason, allow the tool to send grades. In Moodle it is “Accept grades from the tool”, elsewhere the link must be a graded assignment'

type KnownPlatform = Pick<Platform, 'preset' | 'authorizationRedirect'>

/** Returns the setting to change, as a sentence. */
export const gradeAdvice = (platform: KnownPlatform | null): string =>
  `${platform ? SETTINGS[lmsOf(platform)] : SETTING_11}. Then open the link once from the course, and send the grade again here.`

/** A platform with typed addresses may still be one that we know. */
const lmsOf = ({ preset, authorizationRedirect: url }: KnownPlatform): PlatformPreset => {
  if (preset !== 'custom') return preset
  if (/\/mod\/lti\//.test(url)) return 'moodle'
  if (/\/d2l\//.test(url)) return 'd2l'
  return /\/api\/lti\/authorize_redirect/.test(url) ? 'canvas' : 'custom'
}

/** Days of daily retries while an LMS does not answer or issues no token. Afterwards staff must act. */
const PATIENCE_DAYS = 14
export const GRADE_GIVE_UP_MS = PATIENCE_DAYS * DAY_MS

/** Returns true if the LMS has failed so long that automatic retries stop. */
export const hasGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= GRADE_GIVE_UP_MS

export const gaveUpMessage = (problem: string): string => `${problem} (we gave up after ${PATIENCE_DAYS} days)`

/** Returns true for temporary errors. Canvas throttles with a 403 that mentions the rate limit. */
export const isRetryable = (status: number, text: string): boolean =>
  status === 408 || status === 429 || status >= 500 || /rate limit/i.test(text)

export const gradeRejection = (problem: string): string => `The school's LMS rejected a grade: ${problem}`

/** Owner of grades: one person in a course, or a school. */
export interface GradesOf {
  kind: 'entitlement' | 'school'
  id: number
}

export interface RejectedGrades {
  count: number
  problem: string
}

export interface NamedRejectedGrades extends RejectedGrades {
  id: number
  name: string
}

export const describeRejectedGrades = ({ count, problem }: RejectedGrades): string =>
  `${count} rejected. Latest: ${problem}`

export const retryMessages = {
  again: 'We are sending the rejected grades again.',
  gone: 'No rejected grades are left to send.',
} as const

/** Identifies the address of a target, to send the grade again if it changes. */
export const targetKey = (target: GradeTarget): string =>
  target.kind === 'outcome'
    ? `${target.serviceUrl} ${target.sourcedId}`
    : `${target.lineItemUrl ?? target.lineItemsUrl} ${target.userId}`

/** Returns the score the LMS should have; null for a person without access for whom it never got one. */
export const wantedScore = (isIn: boolean, lastScore: number | null): Score | null =>
  isIn ? 1 : lastScore === null ? null : 0
