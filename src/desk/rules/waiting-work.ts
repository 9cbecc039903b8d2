import { counted } from '#src/core/rules/counted.ts'
import { keysOf } from '#src/core/rules/guards.ts'
import type { Message } from '#src/messages/rules/message.ts'

/** Work that waits for staff. */

/** Days ahead in which a course that closes, or codes that expire, count as due. */
export const DUE_DAYS = 14

/** Things of a kind that are listed as due. */
export const MOST_DUE = 100

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

/** Words for one thing that waits, and for several, by kind. */
const waitingWords: Record<keyof WaitingCounts, [one: string, many: string]> = {
  moves: ['school that moves', 'schools that move'],
  courses: ['course without a product', 'courses without a product'],
  help: ['help request', 'help requests'],
  payments: ['payment to look at', 'payments to look at'],
  deployments: ['deployment to approve', 'deployments to approve'],
  registrations: ['registration', 'registrations'],
  jobs: ['failed job', 'failed jobs'],
  signs: ['sign change for review', 'sign changes for review'],
}

/** Returns '2 failed jobs' and the like for each of these kinds that waits. */
export const listWaiting = (
  counts: WaitingCounts,
  kinds: (keyof WaitingCounts)[] = keysOf(waitingWords),
): { kind: keyof WaitingCounts; text: string }[] =>
  kinds.filter(kind => counts[kind] > 0).map(kind => ({ kind, text: counted(counts[kind], ...waitingWords[kind]) }))

export const totalWaiting = (counts: WaitingCounts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** Names of the kinds of messages. */
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
