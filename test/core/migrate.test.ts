import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { makeReadinessCheck, migrateDatabase } from '#src/core/db/migrations.ts'
import { ALL_QUEUES } from '#src/core/jobs/kinds.ts'
import { prepareJobs } from '#src/core/jobs/queue.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { launchAt } from '../support/browserless.ts'
import { emptyDatabase, freshDatabase, freshDatabaseUrl, openAt } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { migrationsAnd, migrationsFolder } from '../support/migrations.ts'
import { startServer } from '../support/running.ts'
import { isLong, size } from '../support/size.ts'
import { until } from '../support/until.ts'

t.test('a migration that waits for a lock holds nobody up, and is tried again', async t => {
  const db = await freshDatabase(t)
  const folder = await migrationsAnd(t, { slow: 'alter table courses add column due_on date' })
  const holder = await db.client.connect()
  await holder.query('begin; lock table courses in share mode')
  const migrating = migrateDatabase(db, folder, prepareJobs)
  const asks = "select from pg_locks where relation = 'courses'::regclass and not granted"
  for (const attempt of ['first', 'second']) {
    await until(`the migration asks for the lock, ${attempt} time`, async () => (await db.client.query(asks)).rowCount)
    // Waits behind the migration, which gives up long before the holder does.
    await db.client.query('select count(*) from courses')
  }
  await holder.query('commit')
  holder.release()
  await migrating
  await db.client.query('select due_on from courses')
})

t.test('a launch that waits for a migration, which waits for the launch, is not cancelled', async t => {
  const db = await freshDatabase(t)
  // Launches lock courses before entitlements.
  const folder = await migrationsAnd(t, {
    both: `alter table entitlements add column due_on date;--> statement-breakpoint
      select pg_sleep(0.3);--> statement-breakpoint
      alter table courses add column due_on date`,
  })
  const launch = await db.client.connect()
  t.teardown(() => launch.release())
  await launch.query('begin; lock table courses in row exclusive mode')
  const migrating = migrateDatabase(db, folder, prepareJobs)
  const locked =
    "select from pg_locks where relation = 'entitlements'::regclass and mode = 'AccessExclusiveLock' and granted"
  await until('the migration has locked entitlements', async () => (await db.client.query(locked)).rowCount)
  await launch.query('select from entitlements; commit')
  await migrating
  await db.client.query('select due_on from courses')
})

t.test('each file is a transaction: a bad one leaves those before it', async t => {
  const db = await freshDatabase(t)
  const good = 'alter table courses add column due_on date'
  const bad = await migrationsAnd(t, {
    good,
    bad: 'create table extra (id int);--> statement-breakpoint\nselect nothing',
  })
  await t.rejects(migrateDatabase(db, bad, prepareJobs), /nothing/)
  await db.client.query('select due_on from courses')
  await t.rejects(db.client.query('select from extra'), 'the file is rolled back as a whole')
  const mended = await migrationsAnd(t, { good, bad: 'create table extra (id int)' })
  await migrateDatabase(db, mended, prepareJobs)
  await migrateDatabase(db, mended, prepareJobs)
  await db.client.query('select from extra')
})

t.test('processes that start together migrate one after the other', async t => {
  const db = await emptyDatabase(t)
  const one = 'alter table courses add column due_on date'
  const folder = await migrationsAnd(t, { one, two: 'create index concurrently if not exists due on courses (due_on)' })
  await Promise.all([1, 2, 3].map(() => migrateDatabase(db, folder, prepareJobs)))
  const { rows } = await db.client.query(
    'select count(*)::int as twice from drizzle.__drizzle_migrations group by hash having count(*) > 1',
  )
  t.strictSame(rows, [])
  await db.client.query('select due_on from courses')
})

t.test('an index that an interrupted run left invalid is built again', async t => {
  const db = await freshDatabase(t)
  await db.client.query('create table twins (id int); insert into twins values (1), (1)')
  const text = 'create unique index concurrently if not exists "twins_Id" on twins (id)'
  const folder = await migrationsAnd(t, { index: text })
  await t.rejects(migrateDatabase(db, folder, prepareJobs), /could not create unique index/)
  await db.client.query('delete from twins where ctid = (select min(ctid) from twins)')
  await migrateDatabase(db, folder, prepareJobs)
  const { rows } = await db.client.query(`select indisvalid from pg_index where indexrelid = '"twins_Id"'::regclass`)
  t.strictSame(rows, [{ indisvalid: true }])
})

t.test('a database of an earlier development version is refused, and stays as it is', async t => {
  const older = [
    `create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('f00d', 1762000000000)`,
    'create table enrollments (id bigint primary key)',
  ]
  for (const tables of older) {
    const db = await emptyDatabase(t)
    await db.client.query(tables)
    await t.rejects(migrateDatabase(db, migrationsFolder, prepareJobs), {
      constructor: OperatorError,
      message: /^DATABASE_URL: this database was made by an earlier development version.*new, empty database/,
    })
    await t.rejects(db.client.query('select from entitlements'))
  }
  const embedded = await openDatabase({ dataDir: dataFolder(t) })
  t.teardown(() => embedded.close())
  await embedded.client.query('create table enrollments (id bigint primary key)')
  await t.rejects(migrateDatabase(embedded, migrationsFolder, prepareJobs), {
    constructor: OperatorError,
    message: /^DATA_DIR: this database was made by an earlier development version.*another DATA_DIR/,
  })
})

t.test('a database of a later release is not refused', async t => {
  const db = await freshDatabase(t)
  await migrateDatabase(db, await migrationsAnd(t, { later: 'create table later (id int)' }), prepareJobs)
  await migrateDatabase(db, migrationsFolder, prepareJobs)
})

t.test('a database that cannot be written is not ready', async t => {
  const url = await freshDatabaseUrl(t)
  const isReady = makeReadinessCheck(migrationsFolder, ALL_QUEUES)
  t.equal(await isReady(await openAt(t, url)), true)
  const name = new URL(url).pathname.slice(1)
  await (await openAt(t, url)).client.query(`alter database ${name} set default_transaction_read_only = on`)
  t.equal(await isReady(await openAt(t, url)), false)
})

/** People that the database holds while its tables change; the note of a release says what half a million took. */
const PEOPLE = size(5000, 500_000)
const A_SECOND = size(30, 100)

t.test('a release with a larger schema fails no launch of the one that runs', { timeout: 600_000 }, async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL } })
  const db = await openAt(t, DATABASE_URL)
  await launchAt(server.base)
  await db.client.query({
    text: `with made as (insert into people (consumer_id, lti_user_id, name)
        select (select min(id) from consumers), 'made-' || n, 'Ana ' || n from generate_series(1, $1::int) n returning id)
      insert into entitlements (kind, person_id, course_id, token, session_id)
      select 'enrollment', id, (select min(id) from courses), 'e_made' || id, gen_random_uuid() from made`,
    values: [PEOPLE],
  })
  const folder = await migrationsAnd(t, {
    expand: `alter table entitlements add column note_read boolean default false not null;--> statement-breakpoint
      alter table entitlements add constraint entitlements_note_read check (note_read is not null) not valid`,
    check: 'alter table entitlements validate constraint entitlements_note_read',
    index: 'create index concurrently if not exists entitlements_note_read on entitlements (note_read, id)',
  })
  const statuses: number[] = []
  let migrating = true
  const launches: Promise<void>[] = []
  const migrated = migrateDatabase(db, folder, prepareJobs).finally(() => {
    migrating = false
  })
  for (let i = 0; migrating || i < A_SECOND; i++) {
    const user_id = `during-${i}`
    launches.push(launchAt(server.base, { user_id }).then(({ status }) => void statuses.push(status)))
    await pause(1000 / A_SECOND)
  }
  await Promise.all([migrated, ...launches])
  t.strictSame([...new Set(statuses)], [303], `${statuses.length} launches`)
  t.equal((await fetch(`${server.base}/readyz`)).status, 200, 'the old build stays ready')
  if (isLong) t.comment(`${statuses.length} launches beside the migration of ${PEOPLE} people`)
})

t.test('migrates without the statement timeout of the role', async t => {
  const db = await emptyDatabase(t)
  const { rows } = await db.client.query('select current_database() as name')
  await db.client.query(`alter database ${rows[0].name} set statement_timeout = '10s'`)
  const { client, release } = await db.connectPatiently()
  t.equal((await client.query('show statement_timeout')).rows[0].statement_timeout, '0')
  await release()
})
