import type { World } from './world.ts'

/** Statements that return a row for each entry that is wrong. */
const WRONG: Record<string, string> = {
  'codes whose count differs from their uses':
    'select c.id from coupons c where c.used <> (select count(*) from coupon_uses u where u.coupon_id = c.id)',
  'codes used too often': 'select id from coupons where used > max_usage',
  'code uses of a person without access': `select u.id from coupon_uses u join enrollments e on e.id = u.enrollment_id
     where u.voided_at is null and e.processed_at is null`,
  'people with a code twice': 'select enrollment_id from coupon_uses group by 1 having count(*) > 1',
  'people in without a code or a payment': `select e.id from enrollments e where e.processed_at is not null
     and not exists (select from coupon_uses u where u.enrollment_id = e.id)
     and not exists (select from checkouts k where k.enrollment_id = e.id and k.status = 'paid')`,
  'paid checkouts of a person without access':
    "select k.id from checkouts k join enrollments e on e.id = k.enrollment_id where k.status = 'paid' and e.processed_at is null",
  'welcome mails missing': `select e.id from enrollments e join people p on p.id = e.person_id
     where e.processed_at is not null and p.email is not null and not exists (select from messages m where m.key = 'welcome:enrollment:' || e.id)`,
  'dead jobs': "select id from pgboss.job where name = 'dead' and state = 'created'",
}

/** Lists what is wrong in the books, and payments at Stripe that count here not exactly once. */
export const listWrong = async ({ db, stripe, canvas }: World): Promise<string[]> => {
  const wrong: string[] = []
  for (const [name, statement] of Object.entries(WRONG)) {
    const { rows } = await db.client.query(statement)
    if (rows.length > 0) wrong.push(`${rows.length} ${name}`)
  }
  const { rows } = await db.client.query(
    "select stripe_session_id as id from checkouts where status in ('paid', 'flagged')",
  )
  const counted = new Set(rows.map(row => row.id))
  const paid = [...stripe.world.sessions.values()].filter(session => session.payment_status === 'paid')
  const lost = paid.filter(session => !counted.has(session.id))
  if (lost.length > 0) wrong.push(`${lost.length} payments that are not known here`)
  if (counted.size > paid.length) wrong.push(`${counted.size - paid.length} payments that nobody made`)
  const twice =
    canvas.state.enrollments.length - new Set(canvas.state.enrollments.map(e => `${e.user_id} ${e.course_id}`)).size
  if (twice > 0) wrong.push(`${twice} people enrolled twice in Canvas`)
  return wrong
}

/** Counts jobs that are not done. */
export const countUnfinished = async ({ db }: World): Promise<number> => {
  const { rows } = await db.client.query(
    "select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active') and name in ('mail', 'bulk-mail', 'grade', 'canvas-user', 'canvas-enrollment', 'close-checkouts')",
  )
  return rows[0].n
}
