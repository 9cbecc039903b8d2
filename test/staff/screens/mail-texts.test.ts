import t from 'tap'
import { messages } from '#src/messages/store/schema.ts'
import { testApp } from '../../support/app.ts'
import { textOf } from '../../support/html.ts'
import { signedIn } from '../../support/staff.ts'

t.test('each mail is shown with its text, and a test goes to the one who asks', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.db.orm
    .insert(messages)
    .values({ key: 'k', kind: 'receipt', recipient: 'ana@x.example', data: {}, sentAt: app.clock.now() })
  const page = textOf((await me.open('/mail_texts')).body)
  t.match(page, 'Your receipt: ASL 101')
  t.match(page, /Receipt Last sent 11\/21\/26, 09:00 Sent 1 English: Your receipt: ASL 101 /)
  t.match(page, 'A refund of $49.00 for ASL 101 at True Hands Academy is on its way.')
  t.match(page, /Welcome back Last sent not yet Sent 0 English: Welcome back: ASL 101 /)
  t.match(page, '123456', 'a code that opens nothing')
  for (const subject of [
    'Your pin number',
    'A recovery code was used',
    'A passkey was added',
    '123456 is your Signbook code',
  ])
    t.match(page, subject)
  t.match(page, /Access is open, for students .* Course is ready, for teachers/)
  await me.send('/mail_texts', { sample: 'login-code', intent: 'test' })
  t.match(app.mails.at(-1), { subject: 'Test: 123456 is your Signbook code' })
  const sent = await me.send('/mail_texts', { sample: 'refund', intent: 'test' })
  t.match(textOf(sent.body), `Sent to ${me.staff.email}.`)
  t.match(app.mails.at(-1), { to: me.staff.email, subject: 'Test: Your refund: ASL 101' })
  t.match(page, 'Español: Tu reembolso: ASL 101')
  t.notMatch(page, 'Español: A course needs', 'mail to staff is in English only')
  await me.send('/mail_texts', { sample: 'refund', language: 'es', intent: 'test' })
  t.match(app.mails.at(-1), { subject: 'Test: Tu reembolso: ASL 101', text: /va en camino/ })
  t.equal((await me.send('/mail_texts', { sample: 'spam', intent: 'test' })).status, 404)
  const viewer = await signedIn(app, 'viewer')
  t.notMatch((await viewer.open('/mail_texts')).body, 'Send me a test')
  t.equal((await viewer.send('/mail_texts', { sample: 'refund', intent: 'test' })).status, 403)
})
