import pg from 'pg'
import t from 'tap'
import { isUnavailable } from '#src/core/db/transactions.ts'
import { freshDatabase } from '../support/database.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

for (const code of [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  '08006',
  '25006',
  '25P03',
  '40P01',
  '53300',
  '55P03',
  '57014',
  '57P03',
  '58030',
])
  t.ok(isUnavailable(withCode(code)), code)
for (const code of ['23505', '23503', '42703', '22P02', 'ENOENT']) t.notOk(isUnavailable(withCode(code)), code)
t.ok(isUnavailable(new Error('could not write init file')), 'a full disk after a restart')
t.ok(isUnavailable(new Error('Failed query', { cause: withCode('57P01') })), 'as the cause of an error')
t.notOk(isUnavailable('Connection terminated'), 'only errors count')

t.test('the driver reports a connection that the server ended', async t => {
  const db = await freshDatabase(t)
  const client = await db.client.connect()
  client.on('error', () => {})
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const waiting = client.query('select pg_sleep(60)').catch(error => error)
  await db.client.query('select pg_terminate_backend($1)', [rows[0].pid])
  t.ok(isUnavailable(await waiting), 'to the query that ran')
  t.ok(isUnavailable(await client.query('select 1').catch(error => error)), 'to the next one')
  client.release(true)
})

t.test('the driver reports that no server listens', async t => {
  for (const host of ['127.0.0.1', '/nowhere']) {
    const client = new pg.Client({ host, port: 1 })
    t.ok(isUnavailable(await client.connect().catch(error => error)), host)
  }
})
