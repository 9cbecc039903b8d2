import t from 'tap'
import { freshDatabaseUrl } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { freePort } from '../support/port.ts'
import { runMain } from '../support/running.ts'
import { query } from '../support/template.ts'
import { until } from '../support/until.ts'

const settings = { DEMO: 'off', PUBLIC_URL: 'https://signbook.example', MAIL_FROM: 'a@b.example' }
const setReadOnly = (url: string, value: 'on' | 'off') =>
  query(
    url,
    `set transaction_read_only = off; do $$ begin
       execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
  )

t.test('a start waits for a database that takes no changes, and says so once', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await setReadOnly(DATABASE_URL, 'on')
  const port = await freePort()
  const server = runMain(t, [], { ...settings, DATABASE_URL, DATA_DIR: dataFolder(t), PORT: String(port) })
  await until('it says why', () => /the database takes no changes; make it writable/.test(server.output()))
  await new Promise(done => setTimeout(done, 3000))
  await setReadOnly(DATABASE_URL, 'off')
  await query(
    DATABASE_URL,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until('it is ready', () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      r => r.ok,
      () => false,
    ),
  )
  t.equal(server.output().match(/takes no changes/g)?.length, 1)
})

t.test('a command says that the database takes no changes', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await setReadOnly(DATABASE_URL, 'on')
  const staff = runMain(t, ['staff', 'add', 'a@b.example', '--first', 'Ana', '--last', 'Lee'], {
    ...settings,
    DATABASE_URL,
    DATA_DIR: dataFolder(t),
  })
  t.equal((await staff.ended).code, 1)
  t.match(staff.output(), /^DATABASE_URL: the database takes no changes/m)
})

t.test('a production start warns of sample content and of a hosted school without Canvas', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  await query(
    DATABASE_URL,
    `with school as (insert into schools (name) values ('A school') returning id)
     insert into consumers (school_id, key, sealed_secret, is_hosted) select id, 'twa_x', '', true from school`,
  )
  const env = { ...settings, DATABASE_URL, DATA_DIR: dataFolder(t), PORT: '0' }
  const server = runMain(t, [], env)
  await until('it listens', () => /"msg":"listening"/.test(server.output()))
  t.match(server.output(), /"level":"warn".*Content: Students and teachers see our sample/)
  t.match(server.output(), /"level":"warn".*Canvas: 1 hosted school needs it/)
  const noStaff = 'do $$ begin assert not exists (select from staff_users); end $$'
  await t.resolves(query(DATABASE_URL, noStaff), 'the staff user of the demo is not added')
})
