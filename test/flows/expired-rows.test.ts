import t from 'tap'
import { deleteCodeAttempts } from '#src/access/redemptions.ts'
import { deleteExpiredLinks } from '#src/access/tokens.ts'
import { deleteEndedSignIns } from '#src/accounts/sessions.ts'
import { deleteExpiredSignUps } from '#src/accounts/sign-ups.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { deleteExpiredLaunches } from '#src/lti/launch-diary.ts'
import { deleteUsedInvites } from '#src/schools/registrations.ts'
import { testApp } from '../support/app.ts'
import { login13, practicePlatform } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { joinable, signUp } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

const HALF_YEAR_MS = 181 * 86_400_000

t.test('each module deletes its own expired rows and nobody else’s', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'off' } })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  await launch(app, school.key, { roles: 'Instructor' })
  await redeem(app, token, 'WRONG-1')
  await signedIn(app)
  const { course } = await joinable(app)
  t.equal((await signUp(app, course.joinToken)).http, 200)
  await login13(app, await practicePlatform(t, app))
  await app.db.client.query("insert into captcha_uses (key, expires_at) values ('used', $1)", [app.clock.now()])
  await until('the diary is written', async () => (await countOf(app, 'launch_diary')) > 1)
  const { retention } = app
  const deletions: [string[], () => Promise<void>][] = [
    [['nonces'], () => deleteUsedInvites(app)],
    [['launch_tokens'], () => deleteExpiredLinks(app)],
    [['code_tries'], () => deleteCodeAttempts(app, retention.attempts)],
    [['lti_logins', 'launch_diary'], () => deleteExpiredLaunches(app, retention.diary)],
    [['sign_ups', 'captcha_uses'], () => deleteExpiredSignUps(app)],
    [['staff_sessions'], () => deleteEndedSignIns(app)],
  ]
  const counts = async (): Promise<Record<string, number>> => {
    const all = deletions.flatMap(([tables]) => tables)
    return Object.fromEntries(await Promise.all(all.map(async table => [table, await countOf(app, table)])))
  }
  app.clock.advance(HALF_YEAR_MS)
  let left = await counts()
  for (const [table, count] of Object.entries(left)) t.ok(count > 0, `${table} has rows`)
  for (const [own, deleteOwn] of deletions) {
    await deleteOwn()
    left = { ...left, ...Object.fromEntries(own.map(table => [table, 0])) }
    t.strictSame(await counts(), left, `deletes ${own.join(', ')}`)
  }
  t.ok((await countOf(app, 'limits')) > 0)
  await deleteExpired(app)
  t.equal(await countOf(app, 'limits'), 0, 'the purge also deletes limits')
})
