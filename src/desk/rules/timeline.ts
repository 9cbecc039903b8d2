import { auditedSourceLabel, hasAccess, sourceLabels } from '#src/access/rules/entitlement.ts'
import { flagSentences } from '#src/access/rules/payment.ts'
import { type AuditEntry, actionTitle } from '#src/core/rules/audit.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { courseName } from '#src/courses/rules/course.ts'
import {
  type AccessHistory,
  type HelpHistory,
  type MailHistory,
  type PaymentHistory,
  type ShowDate,
  times,
} from './access-status.ts'
import { jobTitle } from './failed-jobs.ts'
import { mailNames } from './waiting-work.ts'

/** As the label of an event shows it. */
type EventKind = 'access' | 'terms' | 'code' | 'payment' | 'mail' | 'job' | 'help' | 'staff' | 'course'

/** One event. */
export interface TimelineEvent {
  at: Date
  kind: EventKind
  title: string
  detail: string | null
  /** Course name; null for events of the person. */
  place: string | null
  tone: 'good' | 'problem' | 'plain'
}

const CHECKOUTS: Record<string, string> = {
  open: 'Card payment started',
  expired: 'Card payment started, not finished',
  failed: 'Card payment refused by the bank',
  pending: 'Card payment pending',
  paid: 'Card payment started',
  flagged: 'Card payment started',
}

/** Lists all events, newest first. */
export const timelineEvents = (
  histories: AccessHistory[],
  { mails, help }: { mails: MailHistory[]; help: HelpHistory[] },
  date: ShowDate,
): TimelineEvent[] =>
  [
    ...histories.flatMap(h => accessEvents(h, date)),
    ...courseEvents(histories),
    ...mails.map(mailEvent),
    ...help.map(({ at, text, who }) =>
      ofPerson(at, 'help', who === null ? 'Asked for help' : `${who} replied`, `“${text}”`),
    ),
  ].sort((a, b) => b.at.getTime() - a.at.getTime())

type MakeEvent = (
  at: Date,
  kind: EventKind,
  title: string,
  detail?: string | null,
  tone?: TimelineEvent['tone'],
) => TimelineEvent

const eventsAt =
  (place: string | null): MakeEvent =>
  (at, kind, title, detail = null, tone = 'plain') => ({ at, kind, title, detail, place, tone })

const ofPerson = eventsAt(null)

const accessEvents = (history: AccessHistory, date: ShowDate): TimelineEvent[] => {
  const { entitlement: e } = history
  const event = eventsAt(courseName(e.course))
  const came = e.createdVia === 'sign_up' ? 'Signed up with us' : 'Opened the course from the LMS for the first time'
  return [
    event(history.createdAt, 'access', came, e.school.name),
    ...(e.agreedAt
      ? [event(e.agreedAt, 'terms', 'Agreed to the terms', e.agreedTerms && `version ${e.agreedTerms}`)]
      : []),
    ...(hasAccess(e) && e.processedAt && e.source
      ? [event(e.processedAt, 'access', 'Has access', sourceLabels[e.source], 'good')]
      : []),
    ...history.audit.flatMap(a => {
      const was = wasIn(a.before)
      return was ? [event(was.since, 'access', 'Got access', was.how, 'good')] : []
    }),
    ...history.uses.flatMap(u => [
      event(u.attachedAt, 'code', `Code ${u.code} accepted`, u.product, 'good'),
      ...(u.voidedAt ? [event(u.voidedAt, 'code', `Code ${u.code} voided`, u.product, 'problem')] : []),
    ]),
    ...history.tries.map(t =>
      event(
        t.lastAt,
        'code',
        `${t.code ? `Code ${t.code}` : 'An unknown code'} was not accepted${times(t.count)}`,
        t.count > 1 ? `${t.answer} First on ${date(t.firstAt)}.` : t.answer,
        'problem',
      ),
    ),
    ...history.payments.flatMap(p => paymentEvents(p, event)),
    ...history.jobs.map(j => event(j.createdAt, 'job', `${jobTitle(j)} failed`, j.problem, 'problem')),
    ...history.audit.map(a => event(a.at, 'staff', `${a.who}: ${actionTitle(a.action)}`, a.reason && `“${a.reason}”`)),
  ]
}

/** Lists course changes once per course, even if the person has several rows in it. */
const courseEvents = (histories: AccessHistory[]): TimelineEvent[] =>
  [...new Map(histories.map(h => [h.entitlement.course.id, h])).values()].flatMap(({ entitlement, activations }) =>
    activations.map(a => {
      const title = a.productCodes.length > 0 ? `Course set to ${a.productCodes.join(', ')}` : 'Course closed'
      return eventsAt(courseName(entitlement.course))(a.activatedAt, 'course', title, a.userName)
    }),
  )

/**
 * Reads since when and how a person had access from the audit entry of the removal; the row itself no longer has it.
 */
const wasIn = (before: AuditEntry['before']): { since: Date; how: string | null } | null =>
  typeof before?.processedAt === 'string'
    ? { since: new Date(before.processedAt), how: auditedSourceLabel(before.source) }
    : null

const paymentEvents = (p: PaymentHistory, event: MakeEvent): TimelineEvent[] => {
  const money = (amount: number) => moneyText({ amount, currency: p.currency })
  const what = `${money(p.amount)} for ${p.products.join(' and ') || 'a deleted product'} (${p.sessionId})`
  return [
    event(p.createdAt, 'payment', CHECKOUTS[p.status] ?? 'Card payment started', what),
    ...(p.completedAt ? [event(p.completedAt, 'payment', 'Paid by card', what, 'good')] : []),
    ...p.refunds.map(r =>
      event(new Date(r.at), 'payment', r.failed ? 'A refund failed' : 'Payment refunded', money(r.amount), 'problem'),
    ),
    ...p.disputes.map(d => event(new Date(d.at), 'payment', `Dispute: ${d.state}`, p.sessionId, 'problem')),
    ...p.flags.map(f => event(new Date(f.openedAt), 'payment', 'Payment flagged', flagSentences[f.kind], 'problem')),
  ]
}

const mailEvent = ({ kind, recipient, createdAt, sentAt, refusedAt, expiredAt }: MailHistory): TimelineEvent => {
  const mail = (at: Date, state: string, tone?: TimelineEvent['tone']) =>
    ofPerson(at, 'mail', `Email “${mailNames[kind]}” ${state}`, recipient, tone)
  if (refusedAt) return mail(refusedAt, 'refused, the address does not accept mail', 'problem')
  if (expiredAt) return mail(expiredAt, 'not sent, it waited for the mail server until it expired', 'problem')
  return sentAt ? mail(sentAt, 'sent') : mail(createdAt, 'waiting to be sent')
}
