import t from 'tap'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { watch } from '#src/desk/watch.ts'
import { testApp } from '../support/app.ts'
import { messagesTo } from '../support/rows.ts'
import { signedIn } from '../support/staff.ts'

t.test('managers get one mail a day about what has been wrong for an hour', async t => {
  const env = { DEMO: 'off', MAIL_FROM: 'a@b.example', CAPTCHA_PROVIDER: 'altcha', PUBLIC_URL: 'http://127.0.0.1:9' }
  const app = await testApp(t, { env })
  await signedIn(app)
  await signedIn(app, 'support')
  const mails = async () => (await messagesTo(app, 'manager@example.com')).map(row => row.data)
  await app.db.client.query(
    `insert into pgboss.job (name, data) values ('dead', '{"name": "grade", "attempt": 8, "data": {}}')`,
  )
  await watch(app)
  app.clock.advance(HOUR_MS / 2)
  await watch(app)
  t.strictSame(await mails(), [], 'a short fault is not told')
  app.clock.advance(HOUR_MS / 2)
  for (let i = 0; i < 3; i++) await watch(app)
  const [mail, ...more] = await mails()
  t.strictSame(more, [])
  const lines = (mail as { lines: { name: string }[] }).lines.map(({ name }) => name)
  for (const name of ['PUBLIC_URL', 'Backup', 'Background work']) t.ok(lines.includes(name), name)
  for (const name of ['pg_dump', 'ffmpeg']) t.notOk(lines.includes(name), `${name} may be elsewhere`)
  t.strictSame(await messagesTo(app, 'support@example.com'), [], 'managers only')
  await app.db.client.query("delete from pgboss.job where name = 'dead'")
  app.clock.advance(24 * HOUR_MS)
  await watch(app)
  const [, next] = await mails()
  t.notMatch(JSON.stringify(next), 'Background work', 'what is repaired is forgotten')
})
