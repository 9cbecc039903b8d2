import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { FlagKind } from '#src/access/rules/payment.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { Activation } from '#src/courses/rules/activation.ts'
import type { Message } from '#src/messages/rules/message.ts'
import type { FailedJob } from './job-status.ts'

/** Everything known about one person in one course, to answer why they have no access. */
export interface AccessHistory {
  entitlement: Entitlement
  /** First launch or sign-up. */
  createdAt: Date
  uses: { code: string; product: string; attachedAt: Date; voidedAt: Date | null }[]
  tries: CodeTry[]
  payments: PaymentHistory[]
  jobs: FailedJob[]
  /** Audit entries of the row, by staff and system. */
  audit: AuditEntry[]
  activations: Activation[]
  /** Rejections by the school's LMS or Canvas. */
  problems: string[]
}

/** A rejected code; `code` and `product` are null if it is unknown. */
export interface CodeTry {
  code: string | null
  product: string | null
  /** A status or reason, see `attemptText`. */
  outcome: string
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

/** Formats a date. */
export type ShowDate = (instant: Date) => string

/** Returns ', 3 times', or '' for once. */
export const times = (count: number): string => (count > 1 ? `, ${count} times` : '')
