import type { Message } from '#src/messages/rules/message.ts'

/** Work that waits for staff. */

/** Days ahead in which a course that closes, or codes that expire, count as due. */
export const DUE_DAYS = 14

/** Number of things that wait, by kind. */
export interface WaitingCounts {
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

export const totalWaiting = (counts: WaitingCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** A course that gives access and whose access ends soon. */
export interface ClosingCourse {
  id: number
  contextId: string
  /** Membership token that opens an LTI 1.3 course; null for LTI 1.1, or if it has no members. */
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
  waiting: 'Courses waiting',
  security: 'Account security',
}

/** Returns the name of a kind of message. */
export const mailName = (kind: Message['kind']): string => mailNames[kind]
