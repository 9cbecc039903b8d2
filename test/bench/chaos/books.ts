import { systemClock } from '#src/core/clock.ts'
import type { Done } from './load.ts'
import type { World } from './world.ts'

/** Statements that return a row for each entry that is wrong. */
const WRONG: Record<string, string> = {
  'codes whose count differs from their uses':
    'select c.id from coupons c where c.used <> (select count(*) from coupon_uses u where u.coupon_id = c.id)',
  'codes used too often': 'select id from coupons where used > max_usage',
  'code uses of a person without access': `select u.id from coupon_uses u join entitlements e on e.id = u.entitlement_id
     where u.voided_at is null and e.processed_at is null`,
  'people with a code twice': 'select entitlement_id from coupon_uses group by 1 having count(*) > 1',
  'people in without a code or a payment': `select e.id from entitlements e where e.processed_at is not null
     and not exists (select from coupon_uses u where u.entitlement_id = e.id)
     and not exists (select from checkouts k where k.entitlement_id = e.id and k.status = 'paid')`,
  'paid checkouts of a person without access':
    "select k.id from checkouts k join entitlements e on e.id = k.entitlement_id where k.status = 'paid' and e.processed_at is null",
  'welcome mails missing': `select e.id from entitlements e join people p on p.id = e.person_id
     where e.processed_at is not null and p.email is not null and not exists (select from messages m where m.key = 'welcome:' || e.id)`,
  'batches without all their codes':
    'select b.id from coupon_batches b where b.size <> (select count(*) from coupons c where c.batch_id = b.id)',
  'dead jobs': "select id from pgboss.job where name = 'dead' and state = 'created'",
}

/** Lists what is wrong in the books, what was confirmed to the load and is missing, and payments that do not count exactly once. */
export const listWrong = async (
  { db, stripe, canvas }: World,
  { verified, batches }: Pick<Done, 'verified' | 'batches'>,
): Promise<string[]> => {
  const wrong: string[] = []
  for (const [name, statement] of Object.entries(WRONG)) {
    const { rows } = await db.client.query(statement)
    if (rows.length > 0) wrong.push(`${rows.length} ${name}`)
  }
  const countOf = async (text: string, value: unknown[]) => Number((await db.client.query(text, [value])).rows[0].n)
  const people = 'select count(distinct email) as n from people where email = any($1) and email_verified_at is not null'
  const unknown = verified.length - (await countOf(people, verified))
  if (unknown > 0) wrong.push(`${unknown} verified addresses that are not known here`)
  const gone = batches.length - (await countOf('select count(*) as n from coupon_batches where id = any($1)', batches))
  if (gone > 0) wrong.push(`${gone} batches of codes that staff were told of`)
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

/** Returns for each person who paid how many milliseconds later they were in, the longest last. Until now if they are not. */
export const waitsOfPayers = async ({ db }: World, paidAt: Done['paidAt']): Promise<number[]> => {
  const { rows } = await db.client.query<{ id: string; at: Date | null }>(
    `select k.stripe_session_id as id, e.processed_at as at
     from checkouts k join entitlements e on e.id = k.entitlement_id where k.stripe_session_id = any($1)`,
    [[...paidAt.keys()]],
  )
  const enteredAt = new Map(rows.map(row => [row.id, row.at]))
  const now = systemClock.now()
  return [...paidAt].map(([id, at]) => (enteredAt.get(id) ?? now).getTime() - at.getTime()).toSorted((a, b) => a - b)
}
