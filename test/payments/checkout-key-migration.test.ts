import t from 'tap'
import { listCheckouts, listPayments, saveCheckout } from '#src/access/index.ts'
import { saveFlags } from '#src/access/store/payments.ts'
import type { Database } from '#src/core/db/db.ts'
import { migrateDatabase } from '#src/core/db/migrate.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { emptyDatabase } from '../support/database.ts'
import { migrationsBefore, migrationsFolder } from '../support/migrations.ts'
import type { Test } from '../support/test.ts'

const noJobs = async () => {}
const rowsOf = async (db: Database, text: string) => (await db.client.query({ text, rowMode: 'array' })).rows

/** A checkout with one line, as release 1.0 writes it. */
const CHECKOUT = `insert into checkouts (stripe_session_id, enrollment_id, amount, currency, livemode, status, created_at, expires_at)
  values ($1, 1, 4900, 'usd', false, 'paid', $2, now())`
const LINE = `insert into checkout_lines (stripe_session_id, product_id, price_id, amount, covers) values ($1, 1, 'price_1', 4900, true)`
const FLAG = `insert into payment_flags (stripe_session_id, kind, opened_at) values ($1, 'refund_due', now())
  on conflict (stripe_session_id, kind) do update set closed_at = null`

const sell = async (db: Database, sessionId: string, at: string) => {
  await db.client.query(CHECKOUT, [sessionId, at])
  await db.client.query(LINE, [sessionId])
}

/** A database of release 1.0 with two checkouts; the one that was created first was stored last. */
const filled = async (t: Test): Promise<Database> => {
  const db = await emptyDatabase(t)
  await migrateDatabase(db, await migrationsBefore(t, '0025_checkout_key'), noJobs)
  await db.client.query(`
    insert into consumers (key, name, sealed_secret) values ('k', 'School', 's');
    insert into courses (consumer_id, context_id, join_token) values (1, 'ctx', 'c_join');
    insert into people (consumer_id, lti_user_id) values (1, 'u');
    insert into products (product_code, name, stripe_price_id) values ('ASL1', 'American Sign Language 1', 'price_1');
    insert into enrollments (course_id, person_id, token, session_id) values (1, 1, 'e_token', gen_random_uuid());`)
  await sell(db, 'cs_b', '2026-09-02T00:00:00Z')
  await sell(db, 'cs_a', '2026-09-01T00:00:00Z')
  await db.client.query(FLAG, ['cs_b'])
  return db
}

const KEYS = `select x.id, x.stripe_session_id, l.checkout_id, l.stripe_session_id, f.checkout_id, f.stripe_session_id
  from checkouts x left join checkout_lines l on l.checkout_id = x.id left join payment_flags f on f.checkout_id = x.id order by x.id`
const OWNER = { kind: 'enrollment', id: 1 } as const

t.test('the rows of release 1.0 get the key of their checkout', async t => {
  const db = await filled(t)
  await migrateDatabase(db, migrationsFolder, noJobs)
  t.strictSame(await rowsOf(db, KEYS), [
    [1, 'cs_a', 1, 'cs_a', null, null],
    [2, 'cs_b', 2, 'cs_b', 2, 'cs_b'],
  ])
  const [first, second] = await listPayments(db, OWNER)
  t.match(first, { checkoutId: 1, lines: [{ productId: 1, amount: 4900, covers: true }], openFlags: [] })
  t.match(second, { checkoutId: 2, lines: [{ productId: 1 }], openFlags: ['refund_due'] })
  await migrateDatabase(db, migrationsFolder, noJobs)
  t.equal((await listCheckouts(db, OWNER)).length, 2, 'a second start changes nothing')
})

t.test('an empty database gets its first checkout with the number 1', async t => {
  const db = await emptyDatabase(t)
  await migrateDatabase(db, migrationsFolder, noJobs)
  t.strictSame(await rowsOf(db, `select nextval('checkouts_id_seq')`), [[1]])
})

t.test('processes of release 1.0 and of this one read what the other wrote', async t => {
  const db = await filled(t)
  await migrateDatabase(db, migrationsFolder, noJobs)
  await sell(db, 'cs_c', '2026-09-03T00:00:00Z')
  await db.client.query(FLAG, ['cs_c'])
  await db.client.query(FLAG, ['cs_c'])
  const [, , old] = await listPayments(db, OWNER)
  t.match(old, { checkoutId: 3, lines: [{ productId: 1 }], openFlags: ['refund_due'] })
  const now = new Date('2026-09-04T00:00:00Z')
  const asked = { amount: 4900, currency: 'usd', livemode: false, receiptEmail: null, expiresAt: now, now }
  const lines = [{ productId: 1, priceId: 'price_1' }]
  await inTransaction(db, async tx => {
    await saveCheckout(tx, { ...asked, sessionId: 'cs_d', subject: OWNER, lines })
    await saveFlags(tx, [4], [{ checkoutId: 4, kind: 'wrong_amount' }], now)
  })
  const read = (table: string) => rowsOf(db, `select stripe_session_id from ${table} where checkout_id = 4`)
  t.strictSame(await read('checkout_lines'), [['cs_d']])
  t.strictSame(await read('payment_flags'), [['cs_d']])
  await db.client.query(`delete from checkouts where id = 4`)
  t.strictSame([...(await read('checkout_lines')), ...(await read('payment_flags'))], [], 'they go with their checkout')
})
