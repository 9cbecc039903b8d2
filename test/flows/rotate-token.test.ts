import t from 'tap'
import { remindOfAccessEnd } from '#src/access/access-ends.ts'
import { setProcessed } from '#src/access/people.ts'
import { processMessages } from '#src/access/rules/access-refusals.ts'
import { findEntitlement, rotateToken } from '#src/access/tokens.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf, messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

t.test('after rotation the old link is dead, and the next launch leads to the new one', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app, 'support')
  const school = await makeConsumer(app)
  const course = await makeCourse(app, school.id, ['A'])
  const launchAgain = () => launch(app, school.key, { context_id: course.contextId, user_id: 'ana' })
  const { token } = await launchAgain()
  t.match(await redeem(app, token, await makeCode(app, 'A')), { status: 'PROCESSED' })

  const rotated = await rotateToken(app, { token, reason: 'posted in a chat' }, staff)
  const fresh = rotated.ok ? rotated.token : ''
  t.match(fresh, /^e_/)
  t.not(fresh, token)
  t.equal(await findEntitlement(app, token), null)
  t.equal((await launchAgain()).token, fresh)
  t.ok((await findEntitlement(app, fresh))?.processedAt, 'access is kept')
  t.equal(await countOf(app, `audit where action = 'rotate-token' and reason = 'posted in a chat'`), 1)
  t.equal(await countOf(app, `audit where after::text like '%${fresh}%'`), 0, 'no token in the audit')
  const again = await rotateToken(app, { token, reason: 'again' }, staff)
  t.match(again, { reason: 'entitlement_not_found' }, 'the old token is unknown')
})

t.test('a new link repeats no messages', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app, 'support')
  const school = await makeConsumer(app)
  const email = 'ana@school.example'
  const course = await makeCourse(app, school.id, ['A'], { termEndsAt: new Date('2026-12-20T05:59:59.999Z') })
  const who = { context_id: course.contextId, lis_person_contact_email_primary: email }
  const { token } = await launch(app, school.key, who)
  await redeem(app, token, await makeCode(app, 'A'))
  app.clock.set('2026-12-10T15:00:00Z')
  t.equal(await remindOfAccessEnd(app), 1)
  const rotated = await rotateToken(app, { token, reason: 'shared' }, staff)
  const fresh = rotated.ok ? rotated.token : ''
  t.equal(await remindOfAccessEnd(app), 0, 'the reminder was already sent')
  for (const processed of [false, true]) await setProcessed(app, { token: fresh, processed }, staff)
  t.strictSame((await messagesTo(app, email)).map(m => m.kind).sort(), ['access-ends', 'welcome'])
})

t.test('only one of several parallel rotations makes a new link, for a membership too', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app, 'support')
  const { token } = await makeMembership(app, ['A'])
  const rotate = () => rotateToken(app, { token, reason: 'shared' }, staff)
  const made = await Promise.all([1, 2, 3].map(rotate))
  t.equal(made.filter(m => m.ok).length, 1)
  t.match(
    made.find(m => m.ok),
    { token: /^m_/ },
  )
  t.strictSame(
    made.find(m => !m.ok),
    { ok: false, reason: 'entitlement_not_found' },
  )
})

t.test('the page requires a reason and a role that may change rows', async t => {
  const app = await testApp(t)
  const { token } = await makeMembership(app, ['A'])
  const support = await signedIn(app, 'support')
  const without = await support.send(`/token?token=${token}`, { intent: 'rotate', reason: ' ' })
  t.match([without.status, textOf(without.body)], [422, processMessages.reason])
  const viewer = await signedIn(app, 'viewer')
  t.notMatch((await viewer.open(`/token?token=${token}`)).body, 'Make a new link')
  t.equal((await viewer.post(`/token?token=${token}`, { intent: 'rotate', reason: 'x' })).status, 403)
  const done = await support.send(`/token?token=${token}`, { intent: 'rotate', reason: 'stolen tablet' })
  t.match([done.status, textOf(done.body)], [200, processMessages.rotated])
  t.notMatch(done.body, token, 'the page continues with the new token')
})
