import type { Activation } from './activation.ts'
import type { AuditEntry } from './audit.ts'
import type { Entitlement } from './entitlement.ts'
import type { TroubledJob } from './job.ts'
import type { Message } from './message.ts'
import type { FlagKind } from './payment.ts'

/** All that is known of one person in one course, for the question that staff get most: why am I not in? */
export interface AccessHistory {
  entitlement: Entitlement
  /** When the person came first. */
  bornAt: Date
  uses: { code: string; product: string; attachedAt: Date; voidedAt: Date | null }[]
  tries: CodeTry[]
  payments: PaymentHistory[]
  jobs: TroubledJob[]
  /** What colleagues and the system did to the row. */
  audit: AuditEntry[]
  activations: Activation[]
  /** What the school's LMS or the learning platform said no to. */
  problems: string[]
}

/** A code that was tried in vain; without a code it was none of ours. */
export interface CodeTry {
  code: string | null
  answer: string
  count: number
  firstAt: Date
  lastAt: Date
}

export interface PaymentHistory {
  sessionId: string
  status: string
  amount: number
  currency: string
  products: string[]
  createdAt: Date
  completedAt: Date | null
  refunds: { amount: number; failed: boolean; at: Date }[]
  disputes: { state: string; at: Date }[]
  flags: { kind: FlagKind; openedAt: Date; closedAt: Date | null }[]
}

export interface MailHistory {
  kind: Message['kind']
  recipient: string
  createdAt: Date
  sentAt: Date | null
  refusedAt: Date | null
}

/** How a day is written. */
export type ShowDate = (instant: Date) => string

/** ', 3 times' of what happened more than once. */
export const times = (count: number): string => (count > 1 ? `, ${count} times` : '')
