import t from 'tap'
import { fillTemplate, guessKind } from '#src/messages/rules/help-desk.ts'
import { helpReplies, helpRequests } from '#src/messages/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { messagesTo } from '../support/rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

const ask = async (app: TestApp, over: Partial<typeof helpRequests.$inferInsert> = {}) => {
  const asked = { email: 'ana@x.example', text: 'My code says it is used', facts: {}, ...over }
  const [row] = await app.db.orm.insert(helpRequests).values(asked).returning()
  return String(row!.id)
}

t.test('every open request is reached, page by page', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  for (let n = 0; n < 120; n++)
    await ask(app, { text: `Question ${String(n).padStart(3, '0')}`, email: `a${n}@x.example` })
  const seen = new Set<string>()
  for (let url: string | undefined = '/help_requests'; url; ) {
    const { body } = await me.open(url)
    for (const [, n] of body.matchAll(/Question (\d{3})/g)) seen.add(n!)
    url = tagsOf(body, 'a')
      .find(a => a.rel === 'next')
      ?.href?.replaceAll('&amp;', '&')
  }
  t.equal(seen.size, 120)
})

t.test('a request is found by words, kind and owner', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const id = await ask(app, { text: 'Scratched card', kind: 'code' })
  await ask(app, { text: 'Refund me', email: 'ben@x.example', kind: 'payment' })
  const finds = async (query: string) => {
    const page = textOf((await me.open(`/help_requests?${query}`)).body)
    return ['Scratched card', 'Refund me'].filter(words => page.includes(words))
  }
  t.strictSame(await finds('q=ben%40x.example'), ['Refund me'])
  t.strictSame(await finds('q=scratched'), ['Scratched card'])
  t.strictSame(await finds('kind=payment'), ['Refund me'])
  t.strictSame(await finds('owner=me'), [])
  await me.post('/help_requests', { intent: 'give', request: id, owner: String(me.staff.id) })
  t.strictSame(await finds('owner=me'), ['Scratched card'])
  t.strictSame(await finds('owner=nobody'), ['Refund me'])
  await me.post('/help_requests', { intent: 'done', request: id })
  t.strictSame(await finds(''), ['Refund me'])
  t.strictSame(await finds('state=done'), ['Scratched card'])
})

t.test('a reply is mailed from support, kept, and stands on the timeline of the person', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL by day' })
  const { token } = await launch(app, school.key, {
    context_id: 'ctx-1',
    context_title: 'ASL by day',
    lis_person_name_full: 'Ana Ruiz',
  })
  await app.startJobs()
  const id = await ask(app, { facts: { enroll_token: token }, kind: 'code' })
  const url = `/help_requests?request=${id}`
  const opened = textOf((await me.open(url)).body)
  t.match(opened, 'Hello Ana Ruiz,')
  t.match(opened, 'open ASL by day again')
  t.match((await me.open(`/help_requests?request=${await ask(app, { kind: 'code' })}`)).body, 'open your course again')
  t.match(opened, 'no access')
  t.match(opened, 'Let in: code fails')
  t.match(textOf((await me.open(`${url}&template=let-in&language=es`)).body), 'Ya tienes acceso a ASL by day')
  t.equal((await me.post(url, { intent: 'process', token, reason: 'code fails' })).status, 303)
  const reply = { intent: 'reply-done', request: id, text: 'Dear Ana,\n\nyour seat 8842 is ready.', language: 'en' }
  t.match(await me.post(url, { ...reply, text: ' ' }), { status: 422, body: /Write a reply/ })
  t.match(textOf((await me.send(url, reply)).body), 'Sent to ana@x.example, and marked as done.')
  const mail = await until('the reply is mailed', () =>
    app.mails.find(m => m.to === 'ana@x.example' && m.text.includes('8842')),
  )
  t.match(mail, { replyTo: 'support@signbook.example', subject: `Your question to support (${id})` })
  t.match(mail.text, '> My code says it is used')
  t.equal((await me.post(url, reply)).status, 409, 'a second time')
  t.equal((await app.db.orm.select().from(helpReplies)).length, 1)
  const { rows } = await app.db.client.query('select person_id from entitlements')
  const timeline = textOf((await me.open(`/people/${rows[0].person_id}`)).body)
  t.match(timeline, 'Asked for help · “My code says it is used”')
  t.match(timeline, 'Sam Staff replied · “Dear Ana,')
  t.match(textOf((await me.open(url)).body), 'Sam Staff replied')
})

t.test('a reply that is pressed several times at once is mailed once, and a minute later again', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const id = await ask(app)
  const press = (text: string) =>
    me.post(`/help_requests?request=${id}`, { intent: 'reply', request: id, text, language: 'en' })
  const replies = async () => (await app.db.orm.select().from(helpReplies)).length
  const all = await Promise.all(Array.from({ length: 5 }, () => press('What is the code?')))
  t.strictSame(
    all.map(({ status }) => status),
    Array.from(all, () => 303),
  )
  t.equal(await replies(), 1)
  t.equal((await messagesTo(app, 'ana@x.example')).length, 1)
  await press('And the course?')
  t.equal(await replies(), 2)
  app.clock.advance(61_000)
  await press('And the course?')
  t.equal(await replies(), 3)
})

t.test('a reply brings no link of a stranger to an address that somebody typed', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  await app.startJobs()
  const id = await ask(app, {
    email: 'victim@y.example',
    text: 'Your account ends\nKeep it: https://evil.test/in or evil.test',
  })
  const reply = { intent: 'reply', request: id, text: 'Hello,\n\nwhat is wrong?', language: 'en' }
  t.equal((await me.post(`/help_requests?request=${id}`, reply)).status, 303)
  const { text, html } = await until('it is mailed', () => app.mails.find(m => m.to === 'victim@y.example'))
  t.match(text, '> Your account ends\n> Keep it: or')
  t.notMatch(text + html, /evil/)
})

t.test('a template takes a name and a course as they are, but for links', t => {
  const fill = (name: string | null, course: string | null) =>
    fillTemplate('Hello {name},\n\nopen {course} again.', { name, course }, 'your course')
  t.equal(fill('Ana Ruiz', 'ASL 1'), 'Hello Ana Ruiz,\n\nopen ASL 1 again.')
  t.equal(fill(null, null), 'Hello,\n\nopen your course again.')
  t.equal(fill("$' $& $1", '$`$$'), "Hello $' $& $1,\n\nopen $`$$ again.")
  t.equal(fill('Log in at evil.test', 'https://evil.test/in'), 'Hello Log in at,\n\nopen your course again.')
  t.end()
})

t.test('done is done once, undone within 30 seconds by who did it, and opened again later', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const id = await ask(app)
  const press = (intent: string, who = me) => who.post('/help_requests', { intent, request: id })
  const isOpen = async () => (await me.open('/help_requests')).body.includes('My code says')
  t.match((await me.send('/help_requests', { intent: 'done', request: id })).body, 'value="undo"')
  t.notOk(await isOpen())
  t.equal((await press('done')).status, 409)
  t.equal((await press('undo', await signedIn(app, 'support'))).status, 409)
  t.equal((await press('undo')).status, 303)
  t.ok(await isOpen())
  await press('done')
  await app.clock.advance(31_000)
  t.equal((await press('undo')).status, 409)
  t.equal((await press('reopen')).status, 303)
  t.ok(await isOpen())
  t.equal((await press('done', await signedIn(app, 'viewer'))).status, 403)
})

t.test('ten templates in two languages are changed, and brought back', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const page = async () => (await me.open('/help_templates')).body
  t.equal(tagsOf(await page(), 'textarea').length, 20)
  const change = { intent: 'change', name: 'code-used', en: 'Hi {name}, new words.', es: '' }
  t.equal((await me.post('/help_templates', change)).status, 303)
  t.match(await page(), 'Hi {name}, new words.')
  t.match(textOf(await page()), 'Revisamos tu código de acceso', 'an empty text is the original')
  const id = await ask(app, { kind: 'code' })
  t.match((await me.open(`/help_requests?request=${id}`)).body, 'Hi, new words.')
  await me.post('/help_templates', { ...change, en: '' })
  t.notMatch(await page(), 'new words')
  t.equal((await (await signedIn(app, 'viewer')).post('/help_templates', change)).status, 403)
  for (const text of ['Hello {nmae}', 'Hola {nombre}', '{name} {}']) {
    const refused = await me.post('/help_templates', { ...change, es: text })
    t.equal(refused.status, 422, text)
    t.match(refused.body, text, 'what was typed is kept')
  }
})

t.test('the kind of a request is guessed from its words, in both languages', async t => {
  for (const [text, kind] of [
    ['My code says it is already used', 'code'],
    ['Mi código no sirve', 'code'],
    ['I paid twice and want a refund', 'payment'],
    ['Quiero un reembolso', 'payment'],
    ['The course does not open', 'access'],
    ['No puedo abrir mi curso', 'access'],
    ['Who are you?', 'other'],
  ] as const)
    t.equal(guessKind(text, {}), kind, text)
  t.equal(guessKind('Who are you?', { reference: 'ABCDE-12345' }), 'access')
})
