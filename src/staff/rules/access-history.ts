import { isUsedUp } from '#src/access/rules/coverage.ts'
import { type Entitlement, lastPeriodEnd } from '#src/access/rules/entitlement.ts'
import type { DisputeState, FlagKind } from '#src/access/rules/payment.ts'
import type { AttemptOutcome } from '#src/codes/rules/redeem-texts.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { Activation } from '#src/courses/rules/activation.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { disputeBars } from '#src/payments/rules/refund.ts'
import type { FailedJob } from './job-status.ts'

/** Everything known about one person in one course, to answer why they have no access. */
export interface AccessHistory {
  entitlement: Entitlement
  /** First launch or sign-up. */
  createdAt: Date
  uses: CodeUse[]
  tries: CodeTry[]
  payments: PaymentHistory[]
  jobs: FailedJob[]
  /** Audit entries of the row, by staff and system. */
  audit: AuditEntry[]
  activations: Activation[]
  /** Rejections by the school's LMS or Canvas. */
  problems: string[]
}

/** An accepted code; voided if it was taken back. */
export interface CodeUse {
  code: string
  product: string
  attachedAt: Date
  voidedAt: Date | null
}

/** A rejected code; `code` and `product` are null if it is unknown. */
export interface CodeTry {
  code: string | null
  product: string | null
  outcome: AttemptOutcome
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
  /** When its last line stopped counting because staff took the person out or access ended. */
  voidedAt: Date | null
  refunds: { amount: number; failed: boolean; at: Date }[]
  disputes: { state: DisputeState; at: Date }[]
  flags: { kind: FlagKind; openedAt: Date; closedAt: Date | null }[]
}

export interface MailHistory {
  kind: Message['kind']
  recipient: string
  createdAt: Date
  sentAt: Date | null
  refusedAt: Date | null
}

/**
 * Lists the payments that a person's page offers to refund: paid, not refunded, not disputed, and not used up in a period
 * that has ended unless a flag asks for it. The page of payments may refund the others.
 */
export const refundsOffered = ({ entitlement, payments }: AccessHistory, now: Date): PaymentHistory[] => {
  const ended = lastPeriodEnd(entitlement, now)
  return payments.filter(payment => {
    const { completedAt, amount, refunds, disputes, flags } = payment
    const back = refunds.reduce((all, refund) => all + (refund.failed ? 0 : refund.amount), 0)
    if (completedAt === null || back >= amount || disputeBars({ disputes: disputes.map(d => d.state) })) return false
    return !isUsedUp(payment, ended) || flags.some(flag => flag.closedAt === null)
  })
}

/** Formats a date. */
export type ShowDate = (instant: Date) => string

/** Returns ', 3 times', or '' for once. */
export const times = (count: number): string => (count > 1 ? `, ${count} times` : '')
