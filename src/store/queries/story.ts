import type { Entitlement, Subject } from '../../domain/entitlement.ts'
import { gradeRefusal } from '../../domain/grade.ts'
import type { FlagKind } from '../../domain/payment.ts'
import type { CodeTry, StoryMail, StoryPayment } from '../../domain/story.ts'
import { prepared, type Queryable } from '../db.ts'

export interface Born extends Subject {
  at: Date
}

const born = prepared<Born>(
  'story_rows',
  `select 'enrollment' as kind, id, created_at as at from enrollments where person_id = any($1)
   union all select 'membership', id, created_at from memberships where person_id = any($1)
   order by at desc limit 40`,
)

/** The rows of these people, the newest first. */
export const listBorn = (db: Queryable, personIds: number[]): Promise<Born[]> => born(db, [personIds])

const mine = (subject: Subject) => [
  subject.kind === 'enrollment' ? subject.id : null,
  subject.kind === 'membership' ? subject.id : null,
]

const uses = prepared<{ code: string; product: string; attached_at: Date; voided_at: Date | null }>(
  'story_uses',
  `select k.coupon_code as code, r.name as product, u.attached_at, u.voided_at
   from coupon_uses u join coupons k on k.id = u.coupon_id join products r on r.id = u.product_id
   where u.enrollment_id = $1 or u.membership_id = $2`,
)

export const listStoryUses = async (db: Queryable, subject: Subject) =>
  (await uses(db, mine(subject))).map(u => ({
    code: u.code,
    product: u.product,
    attachedAt: u.attached_at,
    voidedAt: u.voided_at,
  }))

const tries = prepared<{ code: string | null; answer: string; count: number; first_at: Date; last_at: Date }>(
  'story_tries',
  `select k.coupon_code as code, t.answer, t.count, t.first_at, t.last_at from code_tries t left join coupons k on k.id = t.coupon_id
   where t.subject_kind = $1 and t.subject_id = $2 order by t.last_at desc limit 100`,
)

export const listStoryTries = async (db: Queryable, { kind, id }: Subject): Promise<CodeTry[]> =>
  (await tries(db, [kind, id])).map(t => ({
    code: t.code,
    answer: t.answer,
    count: t.count,
    firstAt: t.first_at,
    lastAt: t.last_at,
  }))

interface PaymentRow {
  session_id: string
  status: string
  amount: number
  currency: string
  products: string[]
  created_at: Date
  completed_at: Date | null
  refunds: { amount: number; failed: boolean; at: string }[]
  disputes: { state: string; at: string }[]
  flags: { kind: FlagKind; openedAt: string; closedAt: string | null }[]
}

const payments = prepared<PaymentRow>(
  'story_payments',
  `select x.stripe_session_id as session_id, x.status, coalesce(x.total, x.amount) as amount, x.currency, x.created_at, x.completed_at,
    array(select r.name from checkout_lines l join products r on r.id = l.product_id where l.stripe_session_id = x.stripe_session_id order by r.name) as products,
    coalesce((select json_agg(json_build_object('amount', f.amount, 'failed', f.failed, 'at', f.at)) from card_refunds f where f.payment_intent = x.payment_intent), '[]') as refunds,
    coalesce((select json_agg(json_build_object('state', d.state, 'at', d.at)) from card_disputes d where d.payment_intent = x.payment_intent), '[]') as disputes,
    coalesce((select json_agg(json_build_object('kind', f.kind, 'openedAt', f.opened_at, 'closedAt', f.closed_at)) from payment_flags f where f.stripe_session_id = x.stripe_session_id), '[]') as flags
   from checkouts x where x.enrollment_id = $1 or x.membership_id = $2 order by x.created_at desc limit 50`,
)

export const listStoryPayments = async (db: Queryable, subject: Subject): Promise<StoryPayment[]> =>
  (await payments(db, mine(subject))).map(p => ({
    sessionId: p.session_id,
    status: p.status,
    amount: p.amount,
    currency: p.currency,
    products: p.products,
    createdAt: p.created_at,
    completedAt: p.completed_at,
    refunds: p.refunds.map(r => ({ ...r, at: new Date(r.at) })),
    disputes: p.disputes.map(d => ({ ...d, at: new Date(d.at) })),
    flags: p.flags.map(f => ({
      kind: f.kind,
      openedAt: new Date(f.openedAt),
      closedAt: f.closedAt === null ? null : new Date(f.closedAt),
    })),
  }))

const mails = prepared<{
  kind: StoryMail['kind']
  recipient: string
  created_at: Date
  sent_at: Date | null
  refused_at: Date | null
}>(
  'story_mails',
  `select kind, recipient, created_at, sent_at, refused_at from messages where recipient = any($1) order by created_at desc limit 100`,
)

/** What was written to these addresses; never the words. */
export const listStoryMails = async (db: Queryable, addresses: string[]): Promise<StoryMail[]> =>
  (await mails(db, [addresses])).map(m => ({
    kind: m.kind,
    recipient: m.recipient,
    createdAt: m.created_at,
    sentAt: m.sent_at,
    refusedAt: m.refused_at,
  }))

const problems = prepared<{ problem: string }>(
  'story_problems',
  `select problem from grades where subject_kind = $1 and subject_id = $2 and problem is not null`,
)

export const listStoryProblems = async (
  db: Queryable,
  { kind, id }: Pick<Entitlement, 'kind' | 'id'>,
): Promise<string[]> => (await problems(db, [kind, id])).map(p => gradeRefusal(p.problem))

const views = prepared<{ count: number; colleagues: number }>(
  'story_views',
  `select count(*)::int as count, count(distinct actor)::int as colleagues from audit
   where action = 'view' and ((subject_kind = 'person' and subject_id = any($1)) or (subject_kind = 'person' and subject_key = any($2)))`,
)

/** How often colleagues looked at these people. */
export const countViews = async (db: Queryable, personIds: number[], addresses: string[]) =>
  (await views(db, [personIds, addresses]))[0] ?? { count: 0, colleagues: 0 }
