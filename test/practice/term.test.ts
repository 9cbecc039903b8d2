import t from 'tap'
import type { Subject } from '#src/access/rules/entitlement.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { requireDemoDatabase } from '#src/practice/demo-database.ts'
import { seedDemo } from '#src/practice/seed.ts'
import { countTermSchools, fillTerm } from '#src/practice/term/fill-term.ts'
import { planTerm, termSize } from '#src/practice/term/plan.ts'
import { consumerVault, testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import type { Test } from '../support/test.ts'
import { endExpiredAccess } from "#src/access/end-access.ts";
import { remindOfAccessEnd } from "#src/access/remind-of-access-end.ts";
import { sendMissedGrades } from "#src/lti/send-grades.ts";
import { settlePayments } from "#src/access/settle-payments.ts";

const SMALL = { schools: 40, courses: 80, students: 900 }
const NOW = new Date('2026-11-24T16:00:00Z')
const fill = (db: Database, size = SMALL) =>
  fillTerm({ db, vault: consumerVault, size, now: NOW, countDays: async () => {} })

const demoDatabase = async (t: Test): Promise<Database> => {
  const db = await freshDatabase(t)
  await requireDemoDatabase(db)
  await seedDemo(db, consumerVault, 'America/Chicago', NOW)
  return db
}

/** SQL for rows of access of both kinds, with the products that each still needs. */
const ACCESS = `access as (
  select 'enrollment' as kind, id, course_id, source, processed_at, processed_by, access_ends_at, unprocessed_at, created_at from enrollments
  union all select 'membership', id, course_id, source, processed_at, processed_by, access_ends_at, unprocessed_at, created_at from memberships
), uses as (
  select case when enrollment_id is null then 'membership' else 'enrollment' end as kind, coalesce(enrollment_id, membership_id) as id, * from coupon_uses
), lines as (
  select case when x.enrollment_id is null then 'membership' else 'enrollment' end as kind, coalesce(x.enrollment_id, x.membership_id) as owner, l.*
  from checkout_lines l join checkouts x on x.id = l.checkout_id
), needs as (
  select a.kind, a.id, cp.product_id,
    exists (select from uses u where u.kind = a.kind and coalesce(u.enrollment_id, u.membership_id) = a.id and u.product_id = cp.product_id and u.voided_at is null) as by_code,
    exists (select from lines l where l.kind = a.kind and l.owner = a.id and l.product_id = cp.product_id and l.covers) as by_card
  from access a join course_products cp on cp.course_id = a.course_id join products p on p.id = cp.product_id where not p.is_free
)`

/** Each query finds rows that break the books. */
const WRONG: Record<string, string> = {
  'a code is used as often as its uses say':
    'select from coupons k where k.used <> (select count(*) from coupon_uses u where u.coupon_id = k.id)',
  'a use is of the product of its code':
    'select from coupon_uses u join coupons k on k.id = u.coupon_id where k.product_id <> u.product_id',
  'a batch is as large as its codes':
    'select from coupon_batches b where b.size <> (select count(*) from coupons k where k.batch_id = b.id)',
  'access by code has all its codes': `with ${ACCESS} select from needs n join access a using (kind, id) where a.source = 'code' and not by_code`,
  'access by card is covered, in part by card': `with ${ACCESS} select from access a where a.source = 'card' and (
    exists (select from needs n where n.kind = a.kind and n.id = a.id and not (by_code or by_card))
    or not exists (select from needs n where n.kind = a.kind and n.id = a.id and by_card))`,
  'free access is to free courses': `with ${ACCESS} select from needs n join access a using (kind, id) where a.source = 'free'`,
  'staff gave what staff gave': `with ${ACCESS} select from access where (source = 'staff') <> (processed_by is not null) and processed_at is not null`,
  'access that has ended is ended': `with ${ACCESS} select from access where processed_at is not null and access_ends_at <= $1`,
  'a 1.3 course has one product':
    'select c.id from courses c join course_products cp on cp.course_id = c.id where c.deployment_id is not null group by c.id having count(*) > 1',
  'a payment is the sum of its lines': `select x.id from checkouts x join checkout_lines l on l.checkout_id = x.id where x.status in ('paid', 'flagged') group by x.id having sum(l.amount) <> x.total`,
  'a charge is what was paid':
    'select from checkouts x left join card_payments p on p.payment_intent = x.payment_intent where x.payment_intent is not null and p.charged is distinct from x.total',
  'refunds are the sum of refunds':
    'select from card_payments p where p.refunded <> (select coalesce(sum(amount), 0) from card_refunds r where r.payment_intent = p.payment_intent)',
  'nothing is of tomorrow': `with ${ACCESS} select from access where greatest(created_at, processed_at, unprocessed_at) > $1
    union all select from audit where at > $1 union all select from launch_diary where at > $1
    union all select from messages where created_at > $1 union all select from help_requests where at > $1
    union all select from checkouts where greatest(created_at, completed_at) > $1 union all select from card_refunds where at > $1`,
  'nobody is in before they came': `with ${ACCESS} select from access where processed_at < created_at`,
  'all addresses are examples': `select email from people where email !~ '\\.example$' union all select email from staff_users where email !~ '\\.example$|@example\\.com$'`,
}

t.test('fills the books so that they balance', async t => {
  const db = await demoDatabase(t)
  t.equal(await fill(db), 40)
  const count = async (text: string) => (await db.client.query(text, text.includes('$1') ? [NOW] : [])).rowCount
  for (const [rule, text] of Object.entries(WRONG)) t.equal(await count(text), 0, rule)
  const found = async (what: string) => (await db.client.query(`select count(*) as n from ${what}`)).rows[0].n
  t.equal(
    await found(`courses where context_id !~ '^(demo|river|lake|maple)-' and created_at > '2026-07-01'`),
    SMALL.courses,
  )
  for (const what of [
    "launch_diary where outcome = 'pay'",
    "launch_diary where outcome = 'signature'",
    "enrollments where source = 'code'",
    "enrollments where source = 'card'",
    "enrollments where source = 'staff'",
    "enrollments where born_by = 'sign_up'",
    'card_refunds',
    'help_requests',
    "deployments where status = 'waiting'",
    "coupons where expires_at between '2026-11-24' and '2026-12-08' and used < max_usage",
    "audit where action = 'end-access'",
  ])
    t.ok((await found(what)) > 0, what)
})

t.test('leaves nothing for the jobs of the product to correct', async t => {
  const db = await demoDatabase(t)
  const clock = testClock(NOW)
  const app = await testApp(t, { db, clock })
  await fill(db)
  const state = async () =>
    (
      await db.client.query(
        `select (select json_agg(e order by id) from enrollments e) as e, (select json_agg(m order by id) from memberships m) as m,
         (select json_agg(l order by checkout_id, product_id) from checkout_lines l) as l, (select json_agg(f order by id) from payment_flags f) as f`,
      )
    ).rows[0]
  const before = await state()
  t.equal(await endExpiredAccess(app), 0)
  await remindOfAccessEnd(app)
  await sendMissedGrades(app)
  const { rows: paid } = await db.client.query<Subject>(
    `select distinct case when enrollment_id is null then 'membership' else 'enrollment' end as kind, coalesce(enrollment_id, membership_id) as id from checkouts`,
  )
  for (const subject of paid)
    await inTransaction(db, tx => settlePayments(app, tx, { subject, now: NOW }))
  t.strictSame(await state(), before)
  const { rows } = await db.client.query(
    "select name, count(*)::int as n from pgboss.job where name <> 'dead' group by name",
  )
  t.strictSame(rows, [])
})

t.test('adds each school once, from two runs at once and from a later one', async t => {
  const db = await demoDatabase(t)
  const size = { schools: 6, courses: 6, students: 30 }
  const added = await Promise.all([fill(db, size), fill(db, size)])
  t.equal(added[0] + added[1], 6)
  t.equal(await fill(db, size), 0)
  t.equal(await countTermSchools(db, size), 6)
})

t.test('numbers the rows of all schools by time, as staff see them in order', async t => {
  const db = await demoDatabase(t)
  const tables = { courses: 'created_at', people: 'created_at', audit: 'at', launch_diary: 'at', coupons: 'created_at' }
  const lists = { ...tables, help_requests: 'at', checkouts: 'coalesce(completed_at, created_at)' }
  const last = new Map<string, number>()
  for (const table of Object.keys(lists)) {
    const { rows } = await db.client.query<{ id: number }>(`select coalesce(max(id), 0)::int as id from ${table}`)
    last.set(table, rows[0]!.id)
  }
  await fill(db)
  for (const [table, at] of Object.entries(lists)) {
    const { rows } = await db.client.query<{ all: number; wrong: number }>(
      `select count(*)::int as all, count(*) filter (where at < before)::int as wrong
      from (select ${at} as at, lag(${at}) over (order by id) as before from ${table} where id > $1) x`,
      [last.get(table)],
    )
    t.ok(rows[0]!.all > 1, table)
    t.equal(rows[0]!.wrong, 0, table)
  }
})

t.test('fills no database that demo mode did not make', async t => {
  const db = await freshDatabase(t)
  await db.client.query("insert into staff_users (email) values ('boss@company.com')")
  await t.rejects(fill(db), { message: /^DEMO: this database was not made by demo mode/ })
  t.equal((await db.client.query('select from people')).rowCount, 0)
})

t.test('divides a term among schools exactly', async t => {
  const plans = planTerm(termSize(3))
  const sum = (of: 'courses' | 'students') => plans.reduce((all, plan) => all + plan[of], 0)
  t.strictSame([plans.length, sum('courses'), sum('students')], [120, 1800, 36_000])
  t.equal(new Set(plans.map(p => p.school.name)).size, 117, 'one school of forty has both LTI versions')
})
