import type { AttemptOutcome } from '#src/access/rules/access-code.ts'
import { type Coverage, coverage, isUsedUp, progress, restorable } from '#src/access/rules/coverage.ts'
import { type Entitlement, endedAt, lastPeriodEnd, sourceLabels } from '#src/access/rules/entitlement.ts'
import {
  type DisputeState,
  type FlagKind,
  flagSentences,
  waitingReasons,
  waitsForStaff,
} from '#src/access/rules/payment.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import type { Activation } from '#src/courses/rules/activation.ts'
import { courseGate, signUpEnd } from '#src/courses/rules/course.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { disputeBars } from '#src/payments/rules/refund.ts'
import { describeJob, type FailedJob } from './failed-jobs.ts'

/** Everything known about one person in one course, to answer why they have no access. */
export interface AccessHistory {
  entitlement: Entitlement
  /** First launch or sign-up. */
  createdAt: Date
  uses: CodeUse[]
  /** `answer`: the sentence that the person read. */
  tries: (CodeTry & { answer: string })[]
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
  // Times of these come as text, since PostgreSQL lists them as JSON.
  refunds: { amount: number; failed: boolean; at: string }[]
  disputes: { state: DisputeState; at: string }[]
  flags: { kind: FlagKind; openedAt: string; closedAt: string | null }[]
}

/** A help request, or a reply of staff to one. */
export interface HelpHistory {
  at: Date
  text: string
  /** Name of the staff member who replied; null for the request. */
  who: string | null
}

export interface MailHistory {
  kind: Message['kind']
  recipient: string
  createdAt: Date
  sentAt: Date | null
  refusedAt: Date | null
  expiredAt: Date | null
}

/** A payment with the amount that can still be refunded. */
export type OfferedRefund = Pick<PaymentHistory, 'sessionId' | 'amount' | 'currency' | 'products'>

/**
 * Lists the payments that a person's page offers to refund: paid, not refunded, not disputed, and not used up in a period
 * that has ended unless a flag asks for it. The page of payments may refund the others.
 */
export const refundsOffered = ({ entitlement, payments }: AccessHistory, now: Date): OfferedRefund[] => {
  const ended = lastPeriodEnd(entitlement, now)
  return payments.flatMap(payment => {
    const { completedAt, refunds, disputes, flags } = payment
    const amount = refunds.reduce((left, refund) => left - (refund.failed ? 0 : refund.amount), payment.amount)
    if (completedAt === null || amount <= 0 || disputeBars({ disputes: disputes.map(d => d.state) })) return []
    return !isUsedUp(payment, ended) || flags.some(flag => flag.closedAt === null) ? [{ ...payment, amount }] : []
  })
}

/** Formats a date. */
export type ShowDate = (instant: Date) => string

/** Returns ', 3 times', or '' for once. */
export const times = (count: number): string => (count > 1 ? `, ${count} times` : '')

/** A safe next action for staff; a page of its own performs or confirms it. */
export type Fix = { do: 'activate' } | { do: 'extend' } | { do: 'move-code'; code: string }

export interface AccessStatus {
  isIn: boolean
  /** The main reason, in plain words. */
  why: string
  more: string[]
  fixes: Fix[]
  /** True if letting the person in is a usual next step: nothing else mends it, and nothing is on its way. */
  isLetInUsual: boolean
  /** Codes that come back when staff let the person in. */
  restorable: number
  /** The person had codes or payments in a period that has ended. They stay used up. */
  hasUsedUp: boolean
}

/** Returns why a person has access or not: the first obstacle, in the order in which the person meets them. */
export const accessStatusOf = (history: AccessHistory, now: Date, date: ShowDate): AccessStatus => {
  const { entitlement: e, jobs } = history
  const trouble = jobs.map(j => describeJob(j, now))
  const holds = {
    restorable: restorable(e, now).length,
    hasUsedUp: (e.codes.length > 0 || e.hasCheckouts) && lastPeriodEnd(e, now) !== null,
  }
  if (e.processedAt && e.source) {
    const ends = e.accessEndsAt ? [`Access ends on ${date(e.accessEndsAt)}.`] : []
    return {
      isIn: true,
      why: `Has had access since ${date(e.processedAt)}, ${sourceLabels[e.source]}.`,
      more: [...ends, ...openFlags(history), ...trouble],
      fixes: [],
      isLetInUsual: false,
      ...holds,
    }
  }
  const { why, fixes, isLetInUsual = fixes.length === 0 } = outside(history, now, date)
  return {
    isIn: false,
    why,
    more: [...lastTries(history, date), ...openFlags(history), ...trouble],
    fixes,
    isLetInUsual,
    ...holds,
  }
}

interface Outside extends Pick<AccessStatus, 'why' | 'fixes'> {
  isLetInUsual?: boolean
}

const outside = (history: AccessHistory, now: Date, date: ShowDate): Outside => {
  const { entitlement: e, payments, tries } = history
  const only = (why: string, ...fixes: Fix[]): Outside => ({ why, fixes })
  const waits = (why: string, ...fixes: Fix[]): Outside => ({ why, fixes, isLetInUsual: false })
  const transfers: Fix[] = tries
    .filter(t => t.code !== null && t.outcome === 'MAX_SAME_EMAIL')
    .map(t => ({ do: 'move-code', code: t.code ?? '' }))
  if (e.role !== 'learner')
    return waits('They teach or manage this course. They use the teacher page and need no code.')
  const gate = courseGate(e.course, now, endedAt(e) !== null)
  if (gate === 'school_moving')
    return waits('Their LMS registered again. Decide on the page Schools that move if it is the same school.')
  if (gate === 'course_not_activated') return only('The course has no product yet. Activate it.', { do: 'activate' })
  const ended = endedAt(e)
  if (ended) return only(`Their access ended on ${date(ended)}. A new code or payment starts a new period.`)
  if (payments.some(p => p.status === 'pending')) return waits(waitingReasons.pending)
  if (payments.some(p => waitsForStaff({ status: p.status, openFlags: openKinds(p) })))
    return waits(waitingReasons.flagged)
  if (e.unprocessedAt)
    return waits(
      [`They were removed on ${date(e.unprocessedAt)}${moneyWent(history)}.`, ...leftOf(history)].join(' '),
      ...transfers,
    )
  if (gate) return { why: `Sign-up ended${endOf(e, date)}.`, fixes: [{ do: 'extend' }], isLetInUsual: true }
  const { missing, total } = progress(e)
  if (missing.length === 0)
    return waits('They have everything they need. They get access when they open the page again.')
  const names = missing.map(p => p.name).join(' and ')
  if (missing.length < total)
    return only(`They have ${total - missing.length} of ${total} products. Still missing: ${names}.`, ...transfers)
  if (tries.length > 0) return only(`No code was accepted yet for ${names}.`, ...transfers)
  if (payments[0]) return only(unpaidSentence(payments[0], names))
  if (!e.agreedAt) return only('They opened the page but have not agreed to the terms yet.')
  return only(`They agreed to the terms but have no code or payment for ${names}.`)
}

/** Says how the newest payment ended, by the provider's last word. */
const unpaidSentence = ({ status }: PaymentHistory, names: string): string => {
  if (status === 'failed') return `The bank refused their card payment for ${names}. They can pay again.`
  if (status === 'open') return `They started to pay by card for ${names} and are not finished yet.`
  return `They started to pay by card for ${names} and did not finish.`
}

/** Returns the payment reason of a removal by the system. Removals by staff are in the history. */
const moneyWent = ({ payments, audit }: AccessHistory): string => {
  if (audit.find(a => a.action === 'unprocess')?.who !== 'System') return ''
  if (payments.some(p => p.disputes.some(d => d.state === 'lost'))) return ': we lost the dispute of their payment'
  if (payments.some(p => p.disputes.some(d => d.state === 'open'))) return ': their payment is disputed'
  const back = payments.map(p => ({ paid: p.amount, went: sum(p.refunds.filter(r => !r.failed).map(r => r.amount)) }))
  if (back.some(p => p.went >= p.paid)) return ': their payment was refunded'
  return back.some(p => p.went > 0) ? ': their payment was partly refunded' : ''
}

const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** Describes which coverage of a removed person still counts. */
const leftOf = ({ entitlement: e }: AccessHistory): string[] => {
  const names = (of: Coverage[]) => of.map(c => c.product).join(' and ')
  const isThere = (c: Coverage) => c.paid || c.code !== null
  const [there, open] = [coverage(e).filter(isThere), coverage(e).filter(c => !isThere(c))]
  return [
    ...(there.length > 0 && open.length > 0 ? [`Still covered: ${names(there)}. Still missing: ${names(open)}.`] : []),
    ...(e.codes.some(c => c.voidedAt !== null) ? ['Their used codes do not count again automatically.'] : []),
  ]
}

const endOf = ({ course }: Entitlement, date: ShowDate): string => {
  const end = signUpEnd(course)
  return end ? ` on ${date(end)}` : ''
}

const lastTries = ({ tries }: AccessHistory, date: ShowDate): string[] =>
  tries
    .toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    .slice(0, 3)
    .map(t => `${date(t.lastAt)}: ${t.code ?? 'an unknown code'}${times(t.count)}: “${t.answer}”`)

const openKinds = ({ flags }: PaymentHistory) => flags.filter(f => f.closedAt === null).map(f => f.kind)

const openFlags = ({ payments }: AccessHistory): string[] =>
  payments.flatMap(p => openKinds(p).map(kind => flagSentences[kind]))
