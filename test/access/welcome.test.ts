import t from 'tap'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { sendMessage } from '#src/messages/messages.ts'
import { messages } from '#src/messages/store/schema.ts'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { countOf, messagesTo } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { until } from '../support/until.ts'

t.test('the welcome mail has everything the person needs', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { name: 'True Hands', emailDomain: 'school.example' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', canvasDomain: 'canvas.example', canvasCourseId: '101' })
  const { token } = await launch(app, school.key, {
    context_title: 'ASL <1>',
    lis_person_name_full: 'Ana & Co',
    lis_person_contact_email_primary: 'ana@school.example',
  })
  await redeem(app, token, await makeCode(app, 'A'))
  t.strictSame(app.mails, [], 'not before the job runs')
  await app.startJobs()
  const [mail] = await until('the mail is sent', () => (app.mails.length > 0 ? app.mails : null))
  t.hasStrict(mail, { to: 'ana@school.example', subject: 'You are in: ASL <1>' })
  t.match(mail?.text, 'Hello Ana & Co,')
  t.match(mail?.text, /until\s+May 21, 2027\./)
  t.match(mail?.text, 'https://canvas.example/courses/101')
  t.match(mail?.html, '<p>Hello Ana &amp; Co,</p>')
  t.match(mail?.html, '<title>You are in: ASL &lt;1&gt;</title>')
  t.match(mail?.html, '<a href="https://canvas.example/courses/101"')
  await until('it is marked as sent', async () => (await messagesTo(app, 'ana@school.example'))[0]?.sentAt)
})

t.test('a mail to an address that only an LMS claims says nothing that the LMS chose', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app, { emailDomain: 'school.example' })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', canvasDomain: 'evil.test', canvasCourseId: '1' })
  const open = (lis_person_contact_email_primary: string) =>
    launch(app, school.key, {
      user_id: lis_person_contact_email_primary,
      context_title: 'Your mailbox is full - log in at https://evil.test/login or evil.test',
      lis_person_name_full: 'Please visit evil',
      lis_person_contact_email_primary,
    })
  for (const email of ['victim@mail.example', 'victim@mail.school.example', 'ana@SCHOOL.example'])
    await redeem(app, (await open(email)).token, await makeCode(app, 'A'))
  await app.startJobs()
  const mails = await until('all are sent', () => (app.mails.length === 3 ? app.mails : null))
  for (const { to, subject, text, html } of mails) {
    if (to === 'ana@school.example') {
      t.equal(subject, 'You are in: Your mailbox is full - log in at or')
      t.match(text, 'Hello Please visit evil,')
    } else {
      t.equal(subject, 'You are in')
      t.match(text, /^Hello,\s+Your enrollment in your course at your school is complete\./)
      t.notMatch(`${subject} ${text} ${html}`, /evil|mailbox|visit/i, to)
    }
    t.notMatch(text, /login|\/\/evil\.test\/l/)
  }
})

t.test('sends a message once, with repeated jobs and several processes', async t => {
  const url = await freshDatabaseUrl(t)
  const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
  const [app] = apps
  const school = await makeConsumer(app!)
  await makeCourse(app!, school.id, ['A'], { contextId: 'ctx-1' })
  const code = await makeCode(app!, 'A', { maxUsage: 20 })
  for (let i = 0; i < 20; i++) await redeem(app!, (await launch(app!, school.key)).token, code)
  await Promise.all(apps.map(a => a.startJobs()))
  const sent = () => apps.flatMap(a => a.mails)
  await until('all are marked as sent', async () => (await countOf(app!, 'messages where sent_at is not null')) === 20)
  t.equal(sent().length, 20)
  t.equal(new Set(sent().map(m => m.to)).size, 20)
  for (const { id } of await app!.db.orm.select().from(messages)) await sendMessage(app!, id)
  t.equal(sent().length, 20, 'not even when its job runs again')
  await sendMessage(app!, 999_999)
  t.pass('a deleted message is not an error')
})

t.test('a mail that could not be sent is not marked as sent', async t => {
  let fails = true
  const handed: string[] = []
  const app = await testApp(t, {
    mail: async mail => {
      if (fails) throw new Error('away')
      handed.push(mail.id)
      return 'sent'
    },
  })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  await redeem(app, (await launch(app, school.key)).token, await makeCode(app, 'A'))
  const [row] = await app.db.orm.select().from(messages)
  await t.rejects(sendMessage(app, row!.id), /away/)
  t.equal(await countOf(app, 'messages where sent_at is not null'), 0)
  fails = false
  await sendMessage(app, row!.id)
  t.strictSame(handed, [String(row!.id)], 'the same id again, so that duplicates can be recognized')
})

t.test('the purge deletes expired data and nothing else', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  await launch(app, school.key, { roles: 'Instructor' })
  await redeem(app, token, 'WRONG-1')
  const tables = ['nonces', 'launch_tokens', 'limits', 'launch_diary', 'entitlements', 'courses', 'people']
  const counts = async () => Object.fromEntries(await Promise.all(tables.map(async t => [t, await countOf(app, t)])))
  await until('the diary is written', async () => (await countOf(app, 'launch_diary')) === 2)
  const all = await counts()
  await deleteExpired(app)
  t.strictSame(await counts(), all, 'all of it is still valid')
  app.clock.advance(16 * 60 * 1000)
  await deleteExpired(app)
  t.strictSame(await counts(), { ...all, nonces: 0, limits: 0 }, 'after 15 minutes')
  app.clock.advance(26 * 60 * 60 * 1000)
  await deleteExpired(app)
  t.strictSame(await counts(), { ...all, nonces: 0, limits: 0, launch_tokens: 0 }, 'a day after it expired')
  app.clock.advance(31 * 24 * 60 * 60 * 1000)
  await deleteExpired(app)
  t.strictSame(await counts(), { ...all, nonces: 0, limits: 0, launch_tokens: 0, launch_diary: 0 }, 'after a month')
})
