import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { freshDatabaseUrl } from '../support/database.ts'
import { freePort } from '../support/port.ts'
import { portIn, runMain } from '../support/running.ts'
import { formBody, signPairs } from '../support/sign.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const settings = async (DATABASE_URL: string) => {
  const PORT = String(await freePort())
  const base = `http://127.0.0.1:${PORT}`
  return {
    base,
    env: { DATABASE_URL, PORT, HOST: '127.0.0.1', PUBLIC_URL: base, MAIL_FROM: 'no-reply@school.example' },
  }
}

const FIELDS: [string, string][] = [
  ['lti_message_type', 'basic-lti-launch-request'],
  ['lti_version', 'LTI-1p0'],
  ['oauth_consumer_key', 'nobody'],
  ['resource_link_id', 'r'],
  ['context_id', 'c'],
  ['user_id', 'u'],
]

const HOW = { secret: 'x', timestamp: Math.floor(Date.now() / 1000) }

/** Returns the first answer; connections are refused until the server listens. */
const firstAnswer = (url: string) => until('the server listens', () => fetch(url).catch(() => undefined))

const change = async (t: Test, connectionString: string, text: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  t.teardown(() => client.end())
  await client.query(text)
  return client
}

/**
 * Locks the content table: it is read after the port opens and before routes are mounted, so this holds the start
 * there.
 */
const HOLD = 'begin; lock table content_state in access exclusive mode'

t.test('a server is ready before its pages are loaded, and answers early requests once they are', async t => {
  const url = await freshDatabaseUrl(t)
  const { base, env } = await settings(url)
  const content = await change(t, url, HOLD)
  const launch = `${base}/lti/launch`
  const server = runMain(t, [], env)
  const ready = await firstAnswer(`${base}/readyz`)
  t.strictSame(await ready.json(), { ready: true })
  const early = Promise.all([
    fetch(`${base}/home`),
    fetch(launch, { method: 'POST', body: new URLSearchParams(formBody(signPairs(launch, FIELDS, HOW))) }),
  ])
  t.equal(portIn(server.output()), undefined, 'pages are still loading')
  await content.query('commit')
  const [page, form] = await early
  t.equal(page.status, 200)
  t.match(page.headers.get('content-security-policy'), "default-src 'none'")
  t.equal(form.status, 401, 'refused for its unknown key, so the launch was really handled')
  await until('the start is complete', () => portIn(server.output()))
  server.kill('SIGTERM')
  t.strictSame(await server.ended, { code: 0, signal: null })
})

t.test('a stop during loading answers waiting requests and exits cleanly', async t => {
  const url = await freshDatabaseUrl(t)
  const { base, env } = await settings(url)
  const content = await change(t, url, HOLD)
  const server = runMain(t, [], env)
  await firstAnswer(`${base}/readyz`)
  const page = fetch(`${base}/home`)
  await until('the start waits for the content', async () => {
    const { rows } = await content.query(
      'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    return rows.length > 0
  })
  server.kill('SIGTERM')
  await content.query('commit')
  t.equal((await page).status, 200)
  t.strictSame(await server.ended, { code: 0, signal: null })
})

t.test('the port stays closed until the first steps of the start are done', async t => {
  const url = await freshDatabaseUrl(t)
  await change(t, url, "select pgboss.delete_queue('grade')")
  const { base, env } = await settings(url)
  const server = runMain(t, [], env)
  const ready = await firstAnswer(`${base}/readyz`)
  t.equal(ready.status, 200, 'the first request is answered as ready')
  await until('it listens', () => portIn(server.output()))
})

t.test('the port never opens when APP_SECRET does not match the database', async t => {
  const url = await freshDatabaseUrl(t)
  await change(t, url, "insert into consumers (key, name, sealed_secret) values ('k', 'A school', 'sealed by another')")
  const { base, env } = await settings(url)
  const server = runMain(t, [], env)
  let answered = false
  const asking = (async () => {
    while (!(await Promise.race([server.ended, pause(5)])))
      answered ||= await fetch(base).then(
        () => true,
        () => false,
      )
  })()
  t.strictSame(await server.ended, { code: 1, signal: null })
  await asking
  t.match(server.output(), /APP_SECRET: the secrets in the database were encrypted with a different APP_SECRET/)
  t.notOk(answered)
})
