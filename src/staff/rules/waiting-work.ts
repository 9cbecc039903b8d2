import type { Message } from '#src/messages/rules/message.ts'

/** What waits for staff. */

/** Days ahead in which a course that closes, or codes that expire, count as due. */
export const DUE_DAYS = 14

/** How much waits, by kind. */
export interface WaitingCounts {
  /** Launched courses without products. */
  courses: number
  /** Help requests without an answer. */
  help: number
  /** Payments that need attention. */
  payments: number
  /** LTI 1.3 deployments to approve or refuse. */
  deployments: number
  /** Background jobs that failed for good. */
  jobs: number
}

export const totalWaiting = (counts: WaitingCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** A course that gives access and whose access ends soon. */
export interface ClosingCourse {
  id: number
  contextId: string
  /** Membership token that opens an LTI 1.3 course; null for LTI 1.1, or if nobody is in it. */
  token: string | null
  title: string
  school: string
  endsAt: Date
  /** Number of people who have access. */
  people: number
}

/** A batch with unused codes that expire soon. */
export interface ExpiringBatch {
  id: number
  note: string
  productCode: string
  expiresAt: Date
  unused: number
}

/** A mail that the receiving server refused for good. */
export interface RefusedMail {
  id: number
  kind: Message['kind']
  recipient: string
  at: Date
}

export interface DueSoon {
  closing: ClosingCourse[]
  expiring: ExpiringBatch[]
  refusedMail: RefusedMail[]
}

const mailNames: Record<Message['kind'], string> = {
  welcome: 'Welcome',
  ready: 'Access is open',
  'course-ready': 'Course is ready',
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
