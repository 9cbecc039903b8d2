import { keysOf } from '#src/core/rules/guards.ts'
import type { Message } from '#src/messages/rules/message.ts'

/** Work that waits for staff. */

/** Days ahead in which a course that closes, or codes that expire, count as due. */
export const DUE_DAYS = 14

/** Number of things that wait, by kind. */
export interface WaitingCounts {
  /** Schools that may be known already, whose people wait for a decision. */
  moves: number
  /** Launched courses without products. */
  courses: number
  /** Help requests without an answer. */
  help: number
  /** Payments that need attention. */
  payments: number
  /** LTI 1.3 deployments to approve or refuse. */
  deployments: number
  /** LMSs that registered themselves and were never switched on. */
  registrations: number
  /** Background jobs that failed for good. */
  jobs: number
  /** Changes to signs for review; 0 for a role that does not review. */
  signs: number
}

/** Words for a number of things that wait, by kind. */
const waitingWords: Record<keyof WaitingCounts, { one: string; many: string }> = {
  moves: { one: 'school that moves', many: 'schools that move' },
  courses: { one: 'course without a product', many: 'courses without a product' },
  help: { one: 'help request', many: 'help requests' },
  payments: { one: 'payment to look at', many: 'payments to look at' },
  deployments: { one: 'deployment to approve', many: 'deployments to approve' },
  registrations: { one: 'registration', many: 'registrations' },
  jobs: { one: 'failed job', many: 'failed jobs' },
  signs: { one: 'sign change for review', many: 'sign changes for review' },
}

const kindsWaiting = keysOf(waitingWords)

/** Returns '2 failed jobs' and the like for each of these kinds that waits. */
export const listWaiting = (
  counts: WaitingCounts,
  kinds: (keyof WaitingCounts)[] = kindsWaiting,
): { kind: keyof WaitingCounts; text: string }[] =>
  kinds
    .filter(kind => counts[kind] > 0)
    .map(kind => ({
      kind,
      text: `${counts[kind].toLocaleString('en-US')} ${waitingWords[kind][counts[kind] === 1 ? 'one' : 'many']}`,
    }))

export const totalWaiting = (counts: WaitingCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** A course that gives access and whose access ends soon. */
export interface ClosingCourse {
  id: number
  contextId: string
  /** Token that opens an LTI 1.3 course, of a person in it; null for LTI 1.1, or if nobody is in it. */
  token: string | null
  title: string
  school: string
  endsAt: Date
  /** Number of people who have access. */
  people: number
}

/** Unused codes of one product that expire soon: those of a batch, or all that belong to no batch. */
export interface ExpiringCodes {
  /** Null for codes without a batch. */
  batchId: number | null
  note: string
  productCode: string
  expiresAt: Date
  unused: number
}

/** An LMS that registered itself and waits to be switched on. */
export interface WaitingPlatform {
  id: number
  domain: string
  /** Recipient of the invitation, as noted by staff. */
  invited: string
  at: Date
}

/** A mail that the receiving server refused for good. */
export interface RefusedMail {
  id: number
  kind: Message['kind']
  recipient: string
  at: Date
}

/** A course whose sign-up closes soon. */
export type ClosingSignUp = Omit<ClosingCourse, 'people'>

export interface DueSoon {
  registrations: WaitingPlatform[]
  closing: ClosingCourse[]
  closingSignUps: ClosingSignUp[]
  expiring: ExpiringCodes[]
  refusedMail: RefusedMail[]
}

export const mailNames: Record<Message['kind'], string> = {
  welcome: 'Welcome',
  ready: 'Access is open',
  'course-ready': 'Course is ready',
  'welcome-back': 'Welcome back',
  refund: 'Refund',
  'access-ends': 'Access ends soon',
  code: 'Verification code',
  receipt: 'Receipt',
  'payment-failed': 'Payment failed',
  help: 'Help request',
  'help-reply': 'Reply to a help request',
  waiting: 'Courses waiting',
  'lms-registered': 'LMS registered',
  'lms-on': 'LMS turned on',
  'code-cards': 'Access codes for a coordinator',
  security: 'Account security',
  faults: 'Installation needs attention',
}

/** Returns the name of a kind of message. */
export const mailName = (kind: Message['kind']): string => mailNames[kind]
