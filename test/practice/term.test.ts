import t from 'tap'
import { remindOfAccessEnd } from '#src/access/access-ends.ts'
import { endExpiredAccess } from '#src/access/entitlements.ts'
import { settlePayments } from '#src/access/settlements.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { sendMissedGrades } from '#src/lti/grades.ts'
import { outcomeText } from '#src/lti/rules/launch-refusals.ts'
import { requireDemoDatabase, seedDemo } from '#src/practice/seed.ts'
import { fillTerm } from '#src/practice/term.ts'
import { consumerVault, testApp } from '../support/app.ts'
import { testClock } from '../support/clock.ts'
import { freshDatabase } from '../support/database.ts'
import type { Test } from '../support/test.ts'

const SMALL = { schools: 40, courses: 80, students: 900 }
const NOW = new Date('2026-11-24T16:00:00Z')
const fill = (db: Database, size = SMALL) =>
  fillTerm({ db, secrets: consumerVault, clock: testClock(NOW), timezone: 'America/Chicago' }, size)

const demoDatabase = async (t: Test): Promise<Database> => {
  const db = await freshDatabase(t)
  await requireDemoDatabase(db)
  await seedDemo(db, consumerVault, 'America/Chicago', NOW)
  return db
}

/** SQL for the products that each person in a course still needs. */
const NEEDS = `needs as (
  select e.id, e.source, cp.product_id,
    exists (select from coupon_uses u where u.entitlement_id = e.id and u.product_id = cp.product_id and u.voided_at is null) as by_code,
    exists (select from checkout_lines l join checkouts x on x.id = l.checkout_id where x.entitlement_id = e.id and l.product_id = cp.product_id and l.covers) as by_card
  from entitlements e join course_products cp on cp.course_id = e.course_id join products p on p.id = cp.product_id where not p.is_free
)`

/** Each query finds rows that break the books. */
const WRONG: Record<string, string> = {
  'a code is used as often as its uses say':
    'select from coupons k where k.used <> (select count(*) from coupon_uses u where u.coupon_id = k.id)',
  'a use is of the product of its code':
    'select from coupon_uses u join coupons k on k.id = u.coupon_id where k.product_id <> u.product_id',
  'a batch is as large as its codes':
    'select from coupon_batches b where b.size <> (select count(*) from coupons k where k.batch_id = b.id)',
  'access by code has all its codes': `with ${NEEDS} select from needs where source = 'code' and not by_code`,
  'access by card is covered, in part by card': `with ${NEEDS} select from entitlements e where source = 'card' and (
    exists (select from needs n where n.id = e.id and not (by_code or by_card))
    or not exists (select from needs n where n.id = e.id and by_card))`,
  'free access is to free courses': `with ${NEEDS} select from needs where source = 'free'`,
  'staff gave what staff gave': `select from entitlements where (source = 'staff') <> (processed_by is not null) and processed_at is not null`,
  'access that has ended is ended': 'select from entitlements where processed_at is not null and access_ends_at <= $1',
  'who signed up or came by 1.1 has an enrollment': `select from entitlements e join courses c on c.id = e.course_id
    where (e.kind = 'enrollment') <> (c.consumer_id is not null) or e.created_via = 'sign_up' and e.kind = 'membership'`,
  'a person is of the LMS of their course': `select from entitlements e join courses c on c.id = e.course_id join people p on p.id = e.person_id
    left join deployments d on d.id = c.deployment_id
    where e.created_via = 'launch' and (p.consumer_id, p.platform_id) is distinct from (c.consumer_id, d.platform_id)`,
  'a course is of the school of its connection': `select from courses c left join consumers k on k.id = c.consumer_id left join deployments d on d.id = c.deployment_id
    where c.school_id <> coalesce(k.school_id, d.school_id)`,
  'a 1.3 course has one product':
    'select c.id from courses c join course_products cp on cp.course_id = c.id where c.deployment_id is not null group by c.id having count(*) > 1',
  'a payment is the sum of its lines': `select x.id from checkouts x join checkout_lines l on l.checkout_id = x.id where x.status in ('paid', 'flagged') group by x.id having sum(l.amount) <> x.total`,
  'a charge is what was paid':
    'select from checkouts x left join card_payments p on p.payment_intent = x.payment_intent where x.payment_intent is not null and p.charged is distinct from x.total',
  'refunds are the sum of refunds':
    'select from card_payments p where p.refunded <> (select coalesce(sum(amount), 0) from card_refunds r where r.payment_intent = p.payment_intent)',
  'nothing is of tomorrow': `select from entitlements where greatest(created_at, processed_at, unprocessed_at) > $1
    union all select from audit where at > $1 union all select from launch_diary where at > $1
    union all select from messages where created_at > $1 union all select from help_requests where at > $1
    union all select from checkouts where greatest(created_at, completed_at) > $1 union all select from card_refunds where at > $1`,
  'nobody is in before they came': 'select from entitlements where processed_at < created_at',
  'a code is made before it is used':
    'select from coupon_uses u join coupons k on k.id = u.coupon_id where u.attached_at < k.created_at',
  'who has access has the best grade in each column': `select from grade_targets t join entitlements e on e.id = t.entitlement_id
    where e.processed_at is not null and t.problem is null and t.score is distinct from 1`,
  'all addresses are examples': `select email from people where email !~ '\\.example$' union all select email from staff_users where email !~ '\\.example$|@example\\.com$'`,
}

t.test('fills the books so that they balance', async t => {
  const db = await demoDatabase(t)
  t.equal(await fill(db), 40)
  const count = async (text: string) => (await db.client.query(text, text.includes('$1') ? [NOW] : [])).rowCount
  for (const [rule, text] of Object.entries(WRONG)) t.equal(await count(text), 0, rule)
  const { rows: outcomes } = await db.client.query('select distinct outcome from launch_diary')
  for (const { outcome } of outcomes) t.not(outcomeText({ outcome, binding: null }), outcome, 'it has a name')
  const found = async (what: string) => (await db.client.query(`select count(*) as n from ${what}`)).rows[0].n
  t.equal(
    await found(`courses where context_id !~ '^(demo|river|lake|maple)-' and created_at > '2026-07-01'`),
    SMALL.courses,
  )
  for (const what of [
    "launch_diary where outcome = 'pay'",
    "launch_diary where outcome = 'signature'",
    "entitlements where source = 'code'",
    "entitlements where source = 'card'",
    "entitlements where source = 'staff'",
    "entitlements where source = 'free'",
    "entitlements where created_via = 'sign_up'",
    'entitlements where unprocessed_at is not null',
    'courses where not was_activated and waiting_told_at is not null',
    'card_refunds',
    'help_requests',
    "payment_flags where kind = 'dispute_open'",
    'code_tries',
    "deployments where status = 'waiting' and seen_name is not null",
    'schools s where exists (select from consumers where school_id = s.id) and exists (select from deployments where school_id = s.id)',
    `schools a join schools b on b.name like a.name || ' (%'`,
    'entitlements e where (select count(*) from grade_targets where entitlement_id = e.id) > 1',
    'own_columns',
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
        `select (select json_agg(e order by id) from entitlements e) as e, (select json_agg(t order by id) from grade_targets t) as t,
         (select json_agg(l order by checkout_id, product_id) from checkout_lines l) as l, (select json_agg(f order by id) from payment_flags f) as f`,
      )
    ).rows[0]
  const before = await state()
  t.equal(await endExpiredAccess(app), 0)
  await remindOfAccessEnd(app)
  await sendMissedGrades(app)
  const { rows: paid } = await db.client.query<{ id: number }>('select distinct entitlement_id as id from checkouts')
  for (const { id } of paid) await inTransaction(db, tx => settlePayments(app, tx, { entitlementId: id, now: NOW }))
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
  t.equal((await db.client.query("select from schools where note = 'Practice data'")).rowCount, 6)
  t.equal(await fill(db, { ...size, schools: 8 }), 2, 'a larger term adds the schools that are missing')
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
  const db = await demoDatabase(t)
  t.equal(await fill(db, { schools: 120, courses: 300, students: 1000 }), 120)
  const { rows } = await db.client.query(
    `select count(*)::int as courses, (select count(*)::int from schools where note = 'Practice data') as schools from courses
     where school_id in (select id from schools where note = 'Practice data') and created_at > '2026-07-01'`,
  )
  t.strictSame(rows[0], { courses: 300, schools: 120 })
})

t.test('fills a database in the same way for the same instant', async t => {
  const books = async () => {
    const db = await demoDatabase(t)
    await fill(db)
    const tables = [
      'people',
      'entitlements',
      'checkouts',
      'payment_flags',
      'grade_targets',
      'messages',
      'audit',
      'launch_diary',
    ]
    const hashes = tables.map(table => `(select md5(string_agg(x::text, ',' order by id)) from ${table} x) as ${table}`)
    return (await db.client.query(`select ${hashes}`)).rows[0]
  }
  t.strictSame(await books(), await books())
})
