import { and, eq } from 'drizzle-orm'
import t from 'tap'
import { audit } from '#src/core/audit/store/schema.ts'
import { UNDO_MS } from '#src/core/rules/undo.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { makeMembership } from '../../support/platform.ts'
import { makeCode } from '../../support/school.ts'
import { signedIn } from '../../support/staff.ts'

const TOO_LATE = { body: 'You can undo only your last change' }

t.test('a changed code is restored within 30 seconds, unless something changed since', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeCode(app, 'A', { couponCode: 'CODE-A-1' })
  const change = (max_usage: string, expires_at = '2027-06-30', who = me) =>
    who.post('/access_code/CODE-A-1', { coupon_code: 'CODE-A-1', max_usage, expires_at, intent: 'change' })
  const undo = (who = me) => who.post('/access_code/CODE-A-1', { intent: 'undo' })
  t.match(await undo(), TOO_LATE, 'nothing to undo')
  const changed = await change('7')
  t.match(textOf(changed.body), /Changed\. Undo/)
  const undone = textOf((await undo()).body)
  t.match(undone, 'Undone.')
  t.match(undone, '0/1')
  t.match(undone, 'no end date')
  t.match(await undo(), TOO_LATE, 'an undo is not undone')
  const lines = await app.db.orm
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'change-access-code'), eq(audit.reason, 'Undo')))
  t.match(lines, [{ before: { maxUsage: 7 }, after: { maxUsage: 1, expiresAt: null } }])
  await change('8')
  const colleague = await signedIn(app, 'manager', 'lee@example.com')
  t.match(await undo(colleague), TOO_LATE, 'a change of another')
  await change('9', '', colleague)
  t.match(await undo(), TOO_LATE, 'a colleague changed it since')
  await change('10')
  app.clock.advance(UNDO_MS + 1000)
  t.match(await undo(), TOO_LATE)
  t.match(textOf((await me.open('/access_code/CODE-A-1')).body), '0/10')
})

t.test('the notice is restored', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await me.post('/notice', { text: 'Closed on Monday.', intent: 'set' })
  await me.post('/notice', { intent: 'end' })
  t.match(textOf((await me.post('/notice', { intent: 'undo' })).body), 'Shown now Closed on Monday.')
  t.match(await me.post('/notice', { intent: 'undo' }), { status: 409, ...TOO_LATE })
  await me.post('/notice', { text: 'Closed on Friday.', intent: 'set' })
  t.match(textOf((await me.post('/notice', { intent: 'undo' })).body), 'Shown now Closed on Monday.')
})

t.test("a deployment's settings are restored, a decision is not", async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await makeMembership(app, ['A'])
  const id = String((await app.modules.schools.listDeployments())[0]?.id)
  const saved = await me.post('/deployments', {
    id,
    name: 'Ash',
    accepts_access_code: 'yes',
    is_k12: 'yes',
    intent: 'save',
  })
  t.match(saved.body, 'value="undo"')
  const before = await app.modules.schools.listDeployments()
  t.match(
    before.find(d => String(d.id) === id),
    { isK12: true, acceptsPayment: false },
  )
  t.equal((await me.post('/deployments', { id, intent: 'undo' })).status, 200)
  const after = await app.modules.schools.listDeployments()
  t.match(
    after.find(d => String(d.id) === id),
    { isK12: false, acceptsPayment: true },
  )
  await me.post('/deployments', { id, intent: 'refuse', confirmed: 'yes', reason: 'closed' })
  t.match(await me.post('/deployments', { id, intent: 'undo' }), { status: 409, ...TOO_LATE })
})
