import { codeMessages } from './access-code.ts'
import type { Activation } from './activation.ts'
import { type AuditEntry, actionTitle } from './audit.ts'
import { moneyText } from './card.ts'
import { courseGate, courseName } from './course.ts'
import { type Entitlement, endedAt, isIn, progress, type Source } from './entitlement.ts'
import { jobTitles, type TroubledJob } from './job.ts'
import type { Message } from './message.ts'
import { type FlagKind, flagSentences } from './payment.ts'

/** All that is known of one person in one course, for the question that staff get most: why am I not in? */
export interface Chapter {
  entitlement: Entitlement
  /** When the person came first. */
  bornAt: Date
  uses: { code: string; product: string; attachedAt: Date; voidedAt: Date | null }[]
  tries: CodeTry[]
  payments: StoryPayment[]
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

export interface StoryPayment {
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

export interface StoryMail {
  kind: Message['kind']
  recipient: string
  createdAt: Date
  sentAt: Date | null
  refusedAt: Date | null
}

export type MomentKind = 'launch' | 'agreement' | 'code' | 'payment' | 'mail' | 'job' | 'staff' | 'course'

/** One thing that happened. */
export interface Moment {
  at: Date
  kind: MomentKind
  title: string
  detail: string | null
  /** The course; null for what concerns the person. */
  place: string | null
  tone: 'good' | 'problem' | 'plain'
}

/** What a colleague can safely do next. Each is carried out, or asked about, by a page of its own. */
export type Fix =
  | { do: 'let-in' }
  | { do: 'take-out' }
  | { do: 'activate' }
  | { do: 'extend' }
  | { do: 'move-code'; code: string }
  | { do: 'retry'; jobId: string; title: string }

export interface Standing {
  isIn: boolean
  /** The plain reason, first. */
  why: string
  more: string[]
  fixes: Fix[]
}

type ShowDate = (instant: Date) => string

const SOURCES: Record<Source, string> = {
  code: 'by access code',
  card: 'by card',
  staff: 'by a colleague',
  free: 'since the course is free',
  test: "in the LMS's Student View, as a test",
  migrated: 'since they were in by LTI 1.1',
}

/** Why a person is in, or is not: the first thing that stands in the way, in the order in which they would meet it. */
export const standingOf = (chapter: Chapter, now: Date, date: ShowDate): Standing => {
  const { entitlement: e, jobs } = chapter
  const retries: Fix[] = jobs.map(j => ({ do: 'retry', jobId: j.id, title: jobTitles[j.name] ?? j.name }))
  const trouble = [...jobs.map(j => `${jobTitles[j.name] ?? j.name}: ${j.problem}`), ...chapter.problems]
  if (e.processedAt && e.source) {
    const ends = e.accessEndsAt ? [`Access ends on ${date(e.accessEndsAt)}.`] : []
    return {
      isIn: true,
      why: `In since ${date(e.processedAt)}, ${SOURCES[e.source]}.`,
      more: [...ends, ...openFlags(chapter), ...trouble],
      fixes: [...retries, { do: 'take-out' }],
    }
  }
  const { why, fixes } = outside(chapter, now, date)
  return {
    isIn: false,
    why,
    more: [...lastTries(chapter, date), ...openFlags(chapter), ...trouble],
    fixes: [...fixes, ...retries, { do: 'let-in' }],
  }
}

const outside = (
  { entitlement: e, payments, tries }: Chapter,
  now: Date,
  date: ShowDate,
): { why: string; fixes: Fix[] } => {
  const only = (why: string, ...fixes: Fix[]) => ({ why, fixes })
  const transfers: Fix[] = tries
    .filter(t => t.code !== null && t.answer === codeMessages.MAX_SAME_EMAIL)
    .map(t => ({ do: 'move-code', code: t.code ?? '' }))
  if (e.kind === 'membership' && e.role !== 'learner')
    return only('They teach or run this course: they open the teacher page and need no code.')
  const gate = courseGate(e.course, now, endedAt(e) !== null)
  if (gate?.status === 409) return only('The course has no product: staff have not activated it.', { do: 'activate' })
  const ended = endedAt(e)
  if (ended) return only(`Their access ended on ${date(ended)}. A new code or payment begins a new time.`)
  if (payments.some(p => p.status === 'pending')) return only('They paid by card, and the money is still on its way.')
  if (payments.some(p => p.status === 'flagged'))
    return only('They paid, but not what was asked for. The payment waits to be looked at.')
  if (e.unprocessedAt)
    return only(
      `They were in and were taken out on ${date(e.unprocessedAt)}. The codes they used do not count again by themselves.`,
      ...transfers,
    )
  if (gate) return only(`Sign-up ended${endOf(e, date)}.`, { do: 'extend' })
  const { missing, total } = progress(e)
  if (missing.length === 0)
    return only('They have all that is asked for. They are in as soon as they open the page again.')
  const names = missing.map(p => p.name).join(' and ')
  if (missing.length < total)
    return only(`${total - missing.length} of ${total} are there. Still to come: ${names}.`, ...transfers)
  if (tries.length > 0) return only(`No code was accepted yet for ${names}.`, ...transfers)
  if (payments.length > 0) return only(`They began to pay by card for ${names} and did not finish.`)
  if (!e.agreedAt) return only('They opened the page and have not agreed to the terms yet.')
  return only(`They agreed to the terms, but gave no code and paid nothing for ${names}.`)
}

const endOf = ({ course }: Entitlement, date: ShowDate): string => {
  const end = course.expiresAt ?? course.termEndsAt
  return end ? ` on ${date(end)}` : ''
}

const lastTries = ({ tries }: Chapter, date: ShowDate): string[] =>
  [...tries]
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    .slice(0, 3)
    .map(t => `${date(t.lastAt)}: ${t.code ?? 'an unknown code'}${times(t.count)}: “${t.answer}”`)

const openFlags = ({ payments }: Chapter): string[] =>
  payments.flatMap(p => p.flags.filter(f => f.closedAt === null).map(f => flagSentences[f.kind]))

const times = (count: number): string => (count > 1 ? `, ${count} times` : '')

const MAILS: Record<Message['kind'], string> = {
  welcome: 'Welcome message',
  code: 'Code to prove the address',
  receipt: 'Receipt',
  help: 'Request for help',
  ready: 'Message that the place in the course is ready',
  'course-ready': 'Message that the course is ready for students',
  'access-ends': 'Message that access ends soon',
  'payment-failed': 'Message that a payment failed',
  waiting: 'Message about courses that wait',
}

const CHECKOUTS: Record<string, string> = {
  open: 'Card payment begun',
  expired: 'Card payment begun, not finished',
  failed: 'Card payment failed',
  pending: 'Card payment on its way',
  paid: 'Card payment begun',
  flagged: 'Card payment begun',
}

/** Everything in one line of time, the newest first. */
export const momentsOf = (chapters: Chapter[], mails: StoryMail[], date: ShowDate): Moment[] =>
  [...chapters.flatMap(c => chapterMoments(c, date)), ...mails.flatMap(mailMoments)].sort(
    (a, b) => b.at.getTime() - a.at.getTime(),
  )

const chapterMoments = (chapter: Chapter, date: ShowDate): Moment[] => {
  const { entitlement: e } = chapter
  const place = courseName(e.course)
  const moment = (
    at: Date,
    kind: MomentKind,
    title: string,
    detail: string | null = null,
    tone: Moment['tone'] = 'plain',
  ): Moment => ({ at, kind, title, detail, place, tone })
  const came = e.bornBy === 'sign_up' ? 'Signed up with us' : 'Opened the course from the LMS for the first time'
  return [
    moment(chapter.bornAt, 'launch', came, e.school.name),
    ...(e.agreedAt ? [moment(e.agreedAt, 'agreement', 'Agreed to the terms', e.agreedTerms)] : []),
    ...(isIn(e) && e.processedAt && e.source
      ? [moment(e.processedAt, 'launch', 'Is in', SOURCES[e.source], 'good')]
      : []),
    ...chapter.uses.flatMap(u => [
      moment(u.attachedAt, 'code', `Code ${u.code} accepted`, u.product, 'good'),
      ...(u.voidedAt ? [moment(u.voidedAt, 'code', `Code ${u.code} taken back`, u.product, 'problem')] : []),
    ]),
    ...chapter.tries.map(t =>
      moment(
        t.lastAt,
        'code',
        `${t.code ? `Code ${t.code}` : 'An unknown code'} was not accepted${times(t.count)}`,
        t.count > 1 ? `${t.answer} First on ${date(t.firstAt)}.` : t.answer,
        'problem',
      ),
    ),
    ...chapter.payments.flatMap(p => paymentMoments(p, moment)),
    ...chapter.jobs.map(j =>
      moment(j.createdAt, 'job', `${jobTitles[j.name] ?? j.name}: did not work`, j.problem, 'problem'),
    ),
    ...chapter.audit.map(a => moment(a.at, 'staff', `${a.who}: ${actionTitle(a.action)}`, a.reason && `“${a.reason}”`)),
    ...chapter.activations.map(a =>
      moment(
        a.activatedAt,
        'course',
        a.productCodes.length > 0 ? `Course set to ${a.productCodes.join(', ')}` : 'Course closed',
        a.userName,
      ),
    ),
  ]
}

type MakeMoment = (at: Date, kind: MomentKind, title: string, detail?: string | null, tone?: Moment['tone']) => Moment

const paymentMoments = (p: StoryPayment, moment: MakeMoment): Moment[] => {
  const money = (amount: number) => moneyText({ amount, currency: p.currency })
  const what = `${money(p.amount)} for ${p.products.join(' and ') || 'a product that is gone'} (${p.sessionId})`
  return [
    moment(p.createdAt, 'payment', CHECKOUTS[p.status] ?? 'Card payment begun', what),
    ...(p.completedAt ? [moment(p.completedAt, 'payment', 'Paid by card', what, 'good')] : []),
    ...p.refunds.map(r =>
      moment(r.at, 'payment', r.failed ? 'A refund failed' : 'Money went back', money(r.amount), 'problem'),
    ),
    ...p.disputes.map(d => moment(d.at, 'payment', `Dispute: ${d.state}`, p.sessionId, 'problem')),
    ...p.flags.map(f => moment(f.openedAt, 'payment', 'Payment flagged', flagSentences[f.kind], 'problem')),
  ]
}

const mailMoments = (m: StoryMail): Moment[] => {
  const title = MAILS[m.kind]
  const at = (instant: Date, what: string, tone: Moment['tone']): Moment => ({
    at: instant,
    kind: 'mail',
    title: `${title} ${what}`,
    detail: m.recipient,
    place: null,
    tone,
  })
  if (m.refusedAt) return [at(m.refusedAt, 'was refused: the address does not take mail', 'problem')]
  return [m.sentAt ? at(m.sentAt, 'sent', 'plain') : at(m.createdAt, 'waits to be sent', 'plain')]
}
