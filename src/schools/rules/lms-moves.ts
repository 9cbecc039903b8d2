import { counted } from '#src/core/rules/counted.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { ConnectionRef } from './school-facts.ts'

/** The same LMS again: a deployment that may replace an earlier connection of its LMS (docs/rules/schools.md). */

export const moveStates = ['asked', 'replaces', 'other'] as const
export type MoveState = (typeof moveStates)[number]

/** Moves on one page. */
export const MOST_MOVES = 100

/** An earlier connection of the same LMS, with what speaks for it and what would be carried over. */
export interface MoveCandidate extends ConnectionRef {
  /** The key of a consumer, or the deployment with its client id. */
  name: string
  school: string
  schoolId: number
  since: Date
  sameIssuer: boolean
  sameHost: string | null
  /** Courses with the same context id, and people with the same LMS user id, that launched both. */
  sameCourses: number
  samePeople: number
  courses: number
  people: number
  /** People who have access. */
  letIn: number
  codes: number
  payments: number
  grades: number
}

export interface LmsMove {
  deploymentId: number
  state: MoveState
  /** The school that it has now. */
  school: string
  schoolId: number
  domain: string
  issuer: string
  clientId: string
  deployment: string
  courses: number
  people: number
  askedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  /** The connection that it replaces, once decided. */
  replaces: string | null
  /** The school that it left for the one of that connection. The id is null once the school is deleted. */
  leftSchool: string | null
  leftSchoolId: number | null
}

export type MoveDecision = { replaces: ConnectionRef } | 'other'

export const listEvidence = (of: MoveCandidate): string[] => [
  ...(of.samePeople > 0 ? [`${counted(of.samePeople, 'person opened', 'people opened')} both`] : []),
  ...(of.sameCourses > 0 ? [`${counted(of.sameCourses, 'course has', 'courses have')} the same context ID`] : []),
  ...(of.sameIssuer ? ['same issuer'] : []),
  ...(of.sameHost === null ? [] : [`same host ${of.sameHost}`]),
]

export const describeCarried = (of: MoveCandidate): string[] => [
  `${counted(of.courses, 'course', 'courses')} with ${counted(of.people, 'person', 'people')}, of whom ${of.letIn.toLocaleString('en-US')} ${of.letIn === 1 ? 'has' : 'have'} access.`,
  `${counted(of.codes, 'code', 'codes')} in use, ${counted(of.payments, 'card payment', 'card payments')} and ${counted(of.grades, 'grade', 'grades')} count for the new link too.`,
]

export const describeReplacement = (move: LmsMove, of: MoveCandidate): string[] => [
  `The deployment ${move.deployment} of ${move.domain} replaces ${of.name} of ${of.school}.`,
  ...describeCarried(of),
  'Courses are matched by context ID, and people by the user ID of the LMS.',
  ...(move.schoolId === of.schoolId ? [] : [`The deployment moves from ${move.school} to ${of.school}.`]),
  'The earlier link keeps working. You can undo this.',
]

export const moveMessages = {
  replaces: 'It is the same school. Its courses and people are being carried over, and nobody pays again.',
  other: 'It is another school. Its students pay for themselves.',
  undone: 'Undone. Decide again: until then, nobody in this school is asked to pay.',
} as const

export const lmsMoveRefusals = {
  move_not_found: { message: 'There is nothing to decide for this deployment.' },
  move_decided: { message: 'A colleague already decided this.' },
  connection_not_chosen: { message: 'Choose the connection that it replaces.', field: 'replaces' },
  later_move: { message: 'A newer deployment replaces this one. Undo that first.' },
  people_being_parted: { message: 'People are still being parted after the undo. Try again in a minute.' },
  erasure_running: { message: 'The data of one of these schools is being erased. Wait until that ends.' },
} as const satisfies RefusalTexts

export type LmsMoveReason = keyof typeof lmsMoveRefusals
