import { createHmac } from 'node:crypto'
import t from 'tap'
import { captchaRefusals } from '#src/accounts/rules/captcha.ts'
import { emailMessage } from '#src/core/rules/person.ts'
import { helpRequests } from '#src/messages/store/schema.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import * as en from '#src/texts/en/index.ts'
import helpTexts from '#src/texts/en/pages/help.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { agree, postCode, postForm } from '../support/form.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { joinable } from '../support/sign-up.ts'
import { answerOf, solveCaptcha } from '../support/solve.ts'
import { signedIn } from '../support/staff.ts'
import { until } from '../support/until.ts'

/** Posts the help form without a script and returns status and page. */
const ask = async (app: TestApp, { token, ...fields }: { token?: string; email: string; text: string }) => {
  const answer = await postForm(app, `/help${token ? `?token=${token}` : ''}`, fields)
  return { http: answer.statusCode, body: answer.body }
}

const CHAT = {
  CHAT_PROVIDER: 'chatwoot',
  CHAT_BASE_URL: 'https://chat.example',
  CHAT_WEBSITE_TOKEN: 'site',
  CHAT_HMAC_TOKEN: 'inbox secret',
}

const chatOf = async (app: TestApp, url: string) => {
  const answer = await app.server.inject(url)
  const text = answer.body.match(/data-island="help\/chat"[^>]*data-props="([^"]*)"/)?.[1]?.replaceAll('&quot;', '"')
  return { policy: String(answer.headers['content-security-policy']), chat: text ? JSON.parse(text) : null }
}

t.test('stores a question with the facts a chat would get, and mails support', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], {
    contextId: 'ctx-1',
    title: 'ASL 1',
    label: 'A1',
    canvasCourseId: '101',
    canvasDomain: 'canvas.example',
  })
  const { token } = await launch(app, school.key)
  await app.startJobs()
  const email = 'mum@home.example'
  t.match(await ask(app, { token, email: ' Mum@Home.example', text: 'My code is <torn>.' }), {
    http: 303,
  })
  const [row] = await app.db.orm.select().from(helpRequests)
  const facts = {
    enroll_token: token,
    course_id: '101',
    domain: 'canvas.example',
    context_id: 'ctx-1',
    course_label: 'A1',
    course_title: 'ASL 1',
    email,
  }
  t.hasStrict(row, { email, text: 'My code is <torn>.', facts, answeredAt: null })
  const mail = await until('support is written to', () => app.mails.find(m => m.to === 'support@signbook.example'))
  t.hasStrict(mail, { replyTo: email, subject: 'Someone needs help' })
  t.match(mail?.text, 'My code is <torn>.')
  t.match(mail?.text, `enroll_token: ${token}`)
  t.match(mail?.html, 'My code is &lt;torn&gt;.')
})

t.test('accepts questions from a join link, an unknown link and without a link', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app, { title: 'ASL 1' })
  for (const token of [course.joinToken, 'e_nobody0000', ''])
    t.equal((await ask(app, { token, email: 'a@x.example', text: 'Help' })).http, 303)
  const rows = await app.db.orm.select().from(helpRequests).orderBy(helpRequests.id)
  t.match(rows[0]?.facts, { enroll_token: course.joinToken, course_title: 'ASL 1' })
  t.strictSame(rows[1]?.facts, { email: 'a@x.example' }, 'an unknown token adds no facts')
})

t.test('shows what is missing and limits questions per address', async t => {
  const app = await testApp(t)
  const wrong = await ask(app, { email: 'x', text: ' ' })
  t.equal(wrong.http, 422)
  for (const sentence of [emailMessage, en.help.text]) t.match(wrong.body, sentence)
  t.match((await ask(app, { email: 'a@x.example', text: 'x'.repeat(2001) })).body, en.help.long)
  for (let i = 0; i < 5; i++) t.equal((await ask(app, { email: 'a@x.example', text: 'Help' })).http, 303)
  const late = await ask(app, { email: 'a@x.example', text: 'Help' })
  t.equal(late.http, 429)
  t.match(late.body, en.sentences.help.too_many_requests)
  t.equal(await countOf(app, 'help_requests'), 5)
  const atOnce = await Promise.all(Array.from({ length: 20 }, () => ask(app, { email: 'b@x.example', text: 'Help' })))
  t.equal(atOnce.filter(a => a.http === 303).length, 5, 'nor with parallel requests')
  t.equal(await countOf(app, 'help_requests'), 10)
})

t.test('beyond a hundred an hour mail to support leaves later, and staff see every question', async t => {
  const app = await testApp(t)
  for (let n = 0; n < 110; n++)
    await app.server.inject({
      method: 'POST',
      url: '/help',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=p${n}@x.example&text=Help`,
      remoteAddress: `2001:db8:${n}::1`,
    })
  t.equal(await countOf(app, 'help_requests'), 110)
  const waiting = "pgboss.job where name = 'bulk-mail' and start_after > created_on + interval '30 seconds'"
  t.equal(await countOf(app, waiting), 10)
})

t.test('after ten questions in an hour a network shows that it is a person, with or without a script', async t => {
  const app = await testApp(t, { env: { CAPTCHA_PROVIDER: 'altcha' } })
  const send = (n: number, more: Record<string, string> = {}) =>
    postForm(app, '/help', { email: `p${n}@x.example`, text: 'Where is my code?', ...more })
  const first = await Promise.all(Array.from({ length: 14 }, (_, n) => send(n)))
  t.equal(first.filter(a => a.statusCode === 303).length, 10)
  const asked = first.find(a => a.statusCode === 422)
  t.match(textOf(asked?.body ?? ''), en.sentences.help.captcha_needed)
  t.match(asked?.body, 'Where is my code?', 'keeps what was typed')
  const token = tagsOf(asked?.body ?? '', 'input').find(i => i.name === 'captcha_question')?.value ?? ''
  const sum = textOf(asked?.body ?? '').match(/What is \w+ plus \w+\?/)?.[0] ?? ''
  const answered = (captcha_answer: string) => send(20, { captcha_question: token, captcha_answer })
  t.equal((await answered(answerOf(sum))).statusCode, 303, 'by the text question')
  t.match((await answered(answerOf(sum))).body, captchaRefusals.captcha_failed.message, 'once')
  t.equal((await send(21, { recaptcha_response: await solveCaptcha(app) })).statusCode, 303, 'by proof of work')
  t.equal(await countOf(app, 'help_requests'), 12)
})

t.test('a K-12 school has the same limit, and gets our own captcha also with reCAPTCHA set', async t => {
  const asked = async (env: Record<string, string>, questions: number) => {
    const app = await testApp(t, { env })
    const { course } = await joinable(app, {}, { isK12: true })
    const send = (n: number, more: Record<string, string> = {}) =>
      postForm(app, `/help?token=${course.joinToken}`, { email: `p${n}@x.example`, text: 'Help', ...more })
    const answers = await Promise.all(Array.from({ length: questions }, (_, n) => send(n)))
    return { app, send, statuses: answers.map(a => a.statusCode).toSorted() }
  }
  const own = await asked({ CAPTCHA_PROVIDER: 'altcha' }, 12)
  t.strictSame(own.statuses, [...Array(10).fill(303), 422, 422])
  t.equal((await own.send(20, { recaptcha_response: await solveCaptcha(own.app) })).statusCode, 303, 'by proof of work')
  const vendor = { CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }
  const google = await asked(vendor, 12)
  t.strictSame(google.statuses, [...Array(10).fill(303), 422, 422])
  const { body, headers } = await google.send(20)
  t.match(body, 'name="captcha_question"')
  t.notMatch(`${body}${headers['content-security-policy']}`, /recaptcha\/|siteKey/)
  t.equal((await google.send(21, { recaptcha_response: await solveCaptcha(google.app, {}, 'own') })).statusCode, 303)
})

t.test('the help page works without a script', async t => {
  const app = await testApp(t)
  const { course } = await joinable(app)
  const url = `/help?token=${course.joinToken}&from=pay`
  t.match((await app.server.inject(`/pay?token=${course.joinToken}`)).body, `action="${url.replace('&', '&amp;')}"`)
  const wrong = await postForm(app, url, { email: 'ana', text: 'Where is my code?' })
  t.equal(wrong.statusCode, 422)
  t.match(wrong.body, emailMessage)
  t.match(wrong.body, 'Where is my code?')
  const right = await postForm(app, url, { email: 'a@x.example', text: 'Where is my code?' })
  t.equal(right.statusCode, 303)
  const page = await app.server.inject(String(right.headers.location))
  t.match(page.body, en.sentences.help.sent)
  t.match(page.body, `href="/pay?token=${course.joinToken}"`)
})

t.test('the link back goes to the page the person came from, and to no other', async t => {
  const app = await testApp(t)
  const { course, school } = await joinable(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  const backFrom = async (page: string) => {
    const { body } = await app.server.inject(page)
    const [, action = ''] = body.match(/action="(\/help[^"]*)"/) ?? []
    return (await app.server.inject(action.replaceAll('&amp;', '&'))).body.match(
      /href="([^"]*)">Back to your page/,
    )?.[1]
  }
  for (const page of [`/lti/pay?token=${token}`, `/pay?token=${token}`, `/verify?course=${course.joinToken}`])
    t.equal(await backFrom(page), page)
  for (const from of ['//evil.example', 'constructor', ''])
    t.match((await app.server.inject(`/help?token=${token}&from=${from}`)).body, `href="/pay?token=${token}">Back`)
})

t.test('sends the chat eight fields and the email, with a hash made on the server', async t => {
  const app = await testApp(t, { env: CHAT })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1', title: 'ASL 1' })
  const { token } = await launch(app, school.key)
  const { chat, policy } = await chatOf(app, `/lti/pay?token=${token}`)
  t.match(chat, { baseUrl: 'https://chat.example', websiteToken: 'site' })
  t.equal(chat.user.hash, createHmac('sha256', 'inbox secret').update(chat.user.id).digest('hex'))
  t.equal(chat.facts.email, chat.user.email)
  t.match(chat.facts, { enroll_token: token, context_id: 'ctx-1', course_title: 'ASL 1' })
  t.match(policy, "script-src 'self' https://chat.example")
  t.match(policy, "style-src 'self' 'unsafe-inline'")
  t.notMatch(JSON.stringify(chat), 'inbox secret')
  const { course } = await joinable(app)
  t.match(await chatOf(app, `/pay?token=${course.joinToken}`), { chat: { user: null } })
  t.ok((await chatOf(app, '/lti/pay')).chat, 'a dead link still shows the chat')
  t.equal((await chatOf(app, '/home')).chat, null)
  t.notMatch((await chatOf(app, '/home')).policy, 'chat.example')
})

t.test('a K-12 school has a form without a vendor, and no phone number', async t => {
  const app = await testApp(t, { env: { ...CHAT, SUPPORT_SMS: '+14155550100', SUPPORT_VIDEOPHONE: '+14155550101' } })
  const { course } = await joinable(app, {}, { isK12: true })
  for (const url of [`/pay?token=${course.joinToken}`, `/verify?course=${course.joinToken}`]) {
    const { chat } = await chatOf(app, url)
    t.equal(chat, null)
    const page = (await app.server.inject(url)).body
    t.match(page, 'mailto:support@signbook.example')
    t.match(page, en.help.askForHelp)
    t.match(page, 'name="email"', 'nobody knows their address yet')
    t.notMatch(page, /415\D*555/, 'no phone')
    t.match(page, 'Under 13?', 'the line for parents')
  }
})

t.test('a child whose school sent the address is not asked for it, and cannot give another', async t => {
  const app = await testApp(t, { env: { SUPPORT_SMS: '+14155550100' } })
  const school = await makeConsumer(app, { isK12: true })
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key, { lis_person_contact_email_primary: 'kid@school.example' })
  for (const url of [`/lti/pay?token=${token}`, `/help?token=${token}`]) {
    const page = (await app.server.inject(url)).body
    t.match(page, 'name="text"', 'there is a form')
    t.notMatch(page, 'name="email"')
    t.match(page, helpTexts.toSchoolAddress)
    t.notMatch(page, /415\D*555/, 'no phone')
    t.notMatch(page, 'kid@school.example', 'the address is not shown either')
  }
  t.match(await ask(app, { token, email: 'stranger@evil.example', text: 'Help' }), { http: 303 })
  t.match(await app.db.orm.select().from(helpRequests), [{ email: 'kid@school.example', text: 'Help' }])
  const nobody = await launch(app, school.key, { user_id: 'x', lis_person_contact_email_primary: '' })
  t.match((await app.server.inject(`/help?token=${nobody.token}`)).body, 'name="email"', 'asked without one')
})

t.test('stores no phone numbers except those of staff, who sign in with them', async t => {
  const app = await testApp(t)
  const { rows } = await app.db.client.query(
    "select distinct table_name from information_schema.columns where table_schema = 'public' and column_name like '%phone%'",
  )
  t.strictSame(rows, [{ table_name: 'staff_users' }])
})

t.test('flags pages opened without their link for support, and shows the flags to staff', async t => {
  const app = await testApp(t)
  for (const url of ['/pay', '/verify', '/lti/pay', '/lti/pay']) await app.server.inject(url)
  const { rows } = await app.db.client.query('select page, count from support_flags order by page')
  t.strictSame(rows, [
    { page: '/lti/pay', count: 2 },
    { page: '/pay', count: 1 },
    { page: '/verify', count: 1 },
  ])
  await ask(app, { email: 'a@x.example', text: 'I have no link' })
  const page = await (await signedIn(app)).open('/help_requests')
  t.match(page.body, 'I have no link')
  t.match(page.body, '/lti/pay')
})

t.test('the sentence that names the chat button stays as it is, with help after it where there is no chat', async t => {
  const help = { en: 'No chat button? Press “Ask for help”.', es: '¿No ves el botón del chat? Presiona «Pedir ayuda».' }
  for (const [env, lang, expected] of [
    [{}, 'en', help.en],
    [{}, 'es', help.es],
    [CHAT, 'en', null],
  ] as const) {
    const app = await testApp(t, { env })
    const school = await makeConsumer(app)
    for (const contextId of ['ctx-1', 'ctx-2']) await makeCourse(app, school.id, ['A'], { contextId })
    const person = { lis_person_contact_email_primary: 'ana@school.example', launch_presentation_locale: lang }
    const code = await makeCode(app, 'A')
    await redeem(app, (await launch(app, school.key, person)).token, code)
    const { token } = await launch(app, school.key, { ...person, context_id: 'ctx-2' })
    await agree(app, token)
    const text = textOf((await postCode(app, token, code)).body)
    const { MAX_SAME_EMAIL } = textsIn(lang).reasons
    if (expected) t.match(text, `${MAX_SAME_EMAIL} ${expected}`)
    else {
      t.match(text, MAX_SAME_EMAIL)
      t.notMatch(text, help.en)
    }
    t.notMatch(textOf((await postCode(app, token, 'NOPE-NOPE')).body), expected ?? help.en, 'only after that sentence')
  }
})
