import { readdirSync, readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { fromNetwork } from '#src/accounts/rules/sign-in.ts'
import { sendSignInCode } from '#src/accounts/sign-in-codes.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { sha256 } from '#src/core/crypto.ts'
import { REMEMBERED_DAYS } from '#src/core/limits/limits.ts'
import { limits } from '#src/core/limits/store/schema.ts'
import { DEFAULT_RETENTION, daysText, parseRetention, retentionKinds } from '#src/core/rules/retention.ts'
import { deleteExpired } from '#src/desk/expired-rows.ts'
import { columnsOf, dataMap } from '#src/desk/store/data-map/data-map.ts'
import { testApp } from '../support/app.ts'
import { postForm } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { practicePlatform } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'
import { launch, makeConsumer, redeem } from '../support/school.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'

const policy = async (app: Awaited<ReturnType<typeof testApp>>) => textOf((await app.server.inject('/privacy')).body)

t.test('the privacy page promises the times that the product keeps', async t => {
  const app = await testApp(t, {
    env: { RETENTION_DAYS: 'diary=11,attempts=12,messages=13,help=14,views=15,audit=16,people=17' },
  })
  const text = await policy(app)
  t.notMatch(text, '{{')
  for (const [sentence, days] of [
    ['We delete entries after', 11],
    ['Launch diary:', 11],
    ['Access codes that we refused:', 12],
    ['Emails that we sent you:', 13],
    ['Requests for help:', 14],
    ['Which of our staff viewed your record:', 15],
    ['What they changed:', 16],
    ['ID number and enrollments:', 17],
  ])
    t.match(text, `${sentence} ${days} days`)
  const page = (await (await signedIn(app)).open('/what_we_keep')).body
  for (const days of [11, 12, 13, 14, 15, 16, 17]) t.match(page, `${days} days`, 'so does the page for staff')
})

t.test('what it says about deleting is what the data map does', async t => {
  const text = await policy(await testApp(t))
  const entryOf = (name: string) => dataMap.find(e => getTableName(e.table) === name)!
  const heldAs = (table: string, column: string) => columnsOf(entryOf(table)).find(c => c.name === column)?.held
  t.match(text, 'your name, addresses, ID numbers, messages and requests for help go')
  for (const column of ['name', 'given_name', 'family_name', 'email', 'lti_user_id'])
    t.equal(heldAs('people', column), 'personal', column)
  for (const table of ['messages', 'help_requests', 'sign_ups', 'code_tries'])
    t.equal(entryOf(table).erase, 'delete', table)
  t.match(text, 'They also go from our records of changes')
  for (const column of ['before', 'after', 'reason']) t.equal(heldAs('audit', column), 'text', column)
  t.match(text, 'We keep the access codes you used and the amounts you paid')
  t.equal(entryOf('coupon_uses').erase, 'stay')
  t.equal(heldAs('checkouts', 'total'), 'record')
  t.equal(heldAs('checkouts', 'receipt_email'), 'personal')
  t.match(text, 'The diary has no names, email addresses or user IDs')
  t.notOk(columnsOf(entryOf('launch_diary')).some(c => c.held === 'personal'))
  t.match(text, 'K-12 schools have no chat', 'see test/flows/help.test.ts')
})

t.test('RETENTION_DAYS takes kinds and days, and keeps the defaults of the others', t => {
  t.strictSame(parseRetention(''), DEFAULT_RETENTION)
  t.strictSame(parseRetention(' diary = 7 , help=1 '), { ...DEFAULT_RETENTION, diary: 7, help: 1 })
  for (const bad of ['diary', 'diary=', 'diary=0', 'diary=-1', 'diary=1.5', 'diary=99999', 'pets=3', 'diary=7;help=1'])
    t.equal(parseRetention(bad), null, bad)
  t.strictSame(
    [1, 30, 365, 730, 400].map(days => daysText(days)),
    ['1 day', '30 days', '1 year', '2 years', '400 days'],
  )
  t.equal(daysText(365, 'es'), '1 año')
  t.ok(retentionKinds.length > 5)
  t.end()
})

const DAY = 24 * 60 * 60
/** Every cookie, its lifetime, and the sentence of the privacy page about it. */
const COOKIES = [
  {
    name: 'signbook_ping',
    seconds: 600,
    says: 'During a launch, one or two cookies make sure that the right person continues. They last 10 minutes',
  },
  { name: '__Host-lti_', seconds: 600, says: 'They last 10 minutes' },
  {
    name: '__Host-signbook_verified',
    seconds: DAY / 2,
    says: 'this browser proved your email address. It lasts 12 hours',
  },
  { name: 'signbook_dismissed', seconds: 365 * DAY, says: 'If you hide a notice, a cookie remembers that for 1 year' },
  {
    name: 'signbook_language',
    seconds: 365 * DAY,
    says: 'If you choose a language, a cookie remembers that for 1 year',
  },
  { name: '__Host-signbook_staff', seconds: DAY / 3, says: 'It ends 8 hours after they last opened a page' },
  { name: '__Host-signbook_device', seconds: 365 * DAY, says: 'recognizes their device for 1 year' },
]

t.test('the privacy page names every cookie that is set, and how long it lasts', async t => {
  const app = await testApp(t, { env: { PUBLIC_URL: 'https://signbook.example' } })
  const text = await policy(app)
  const set = new Map<string, number>()
  const send = async (how: InjectOptions) => {
    const answer = await app.server.inject(how)
    for (const { name, maxAge, expires } of answer.cookies)
      set.set(name, maxAge ?? Math.round((expires!.getTime() - app.clock.now().getTime()) / 1000))
    return answer
  }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://signbook.example',
    'sec-fetch-site': 'same-origin',
  }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  await send({ url: '/api/lti/ping' })
  await send({ url: '/success?lang=es' })
  const { platform } = await practicePlatform(t, app)
  const login = {
    iss: platform.issuer,
    client_id: platform.clientId,
    login_hint: '7',
    target_link_uri: 'https://signbook.example/lti/launch',
  }
  await send({ method: 'POST', url: '/lti/login', headers, payload: form(login) })
  await send({ method: 'POST', url: '/dismiss', headers, payload: form({ id: '1', back: '/home' }) })
  const { course } = await joinable(app)
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const proof = { enroll_token: course.joinToken, email, magic_code: await codeTo(app, email) }
  await send({ method: 'POST', url: '/api/students/verify_code', payload: proof })
  await saveStaff(app.db, { email: 'sam@example.com', role: 'manager' })
  const asked = {
    connection: 'email' as const,
    target: 'sam@example.com',
    askedFrom: fromNetwork('127.0.0.1'),
    askedAt: app.clock.now().toISOString(),
  }
  await sendSignInCode(app, asked)
  const code = app.mails.at(-1)?.text.match(/^(\d{6})$/m)?.[1] ?? ''
  const { cookies } = await send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', origin: 'https://signbook.example' },
    payload: { connection: 'email', target: 'sam@example.com', code },
  })
  const cookie = cookies.map(c => `${c.name}=${c.value}`).join('; ')
  await send({ url: '/account', headers: { cookie } })

  for (const { name, seconds, says } of COOKIES) {
    const [, lasts] = [...set].find(([each]) => each.startsWith(name)) ?? []
    t.equal(lasts, seconds, name)
    t.match(text, says, name)
  }
  t.strictSame(
    [...set.keys()].filter(each => !COOKIES.some(c => each.startsWith(c.name))),
    [],
  )
  const setters = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && /\bsetCookie\(/.test(readFileSync(`src/${file}`, 'utf8')))
    .sort()
  t.strictSame(
    setters,
    [
      'accounts/sign-up-routes.ts',
      'http/staff-guard.ts',
      'http/visitor-choices.ts',
      'lti/routes.ts',
      'lti/routes/login.ts',
    ],
    'a new cookie gets a sentence in content/legal/privacy.md and a line above',
  )
  const pages = ['views', 'client'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .filter(file =>
        /localStorage|sessionStorage|document\.cookie|indexedDB|keepInBrowser/.test(
          readFileSync(`${folder}/${file}`, 'utf8'),
        ),
      ),
  )
  t.strictSame(
    pages.sort(),
    [
      'deck/deck.island.tsx',
      'dictionary/use-playback.ts',
      'fingerspelling/drill/drill.island.tsx',
      'fingerspelling/hand.tsx',
      'help/chat.island.tsx',
      'typed-text.ts',
      'ui/hydrated.ts',
      'ui/kept-code.ts',
    ],
    'nothing else is kept in the browser; the chat reads a cookie of its own',
  )
  t.match(text, 'Your browser keeps your choices for sign videos and drawn hands, your best streak')
  t.match(text, 'and which signs you know when you practice with cards')
  t.match(text, 'has your email address, encrypted, until the code we send stops working')
  t.match(text, 'your browser keeps the code until your next course fills it in')
  t.match(text, 'your browser keeps what you typed on it, but no password, until it is shown again')
  t.match(text, "The help chat, the video host and the card company's page may set cookies of their own")
})

t.test('limits name no network, email, phone number or token, and end when the privacy page says', async t => {
  const app = await testApp(t)
  const from = { remoteAddress: '198.51.100.7' }
  const [email, staff, phone] = ['ana@school.example', 'sam@example.com', '+14155550100']
  const { course } = await joinable(app)
  await signUp(app, course.joinToken, { email }, from)
  await verify(app, course.joinToken, email, '000000', from)
  await verify(app, course.joinToken, email, await codeTo(app, email), from)
  const { token } = await launch(app, (await makeConsumer(app)).key)
  await redeem(app, token, 'WRONG-CODE', from)
  await saveStaff(app.db, { email: staff, phone, role: 'manager' })
  for (const [connection, target] of [
    ['email', staff],
    ['sms', phone],
  ])
    for (const [call, code] of [
      ['magic', {}],
      ['login', { code: '000000' }],
    ] as const)
      await app.server.inject({
        method: 'POST',
        url: `/api/auth/${call}`,
        payload: { connection, target, recaptcha_response: 'off', ...code },
        ...from,
      })
  await app.server.inject({ method: 'POST', url: '/api/auth/passkey_options', payload: {}, ...from })
  await postForm(app, `/help?token=${token}`, { email, text: 'The card is torn.' })
  const rows = await app.db.orm.select().from(limits)
  const kinds = new Set(rows.map(r => r.key.split(':')[0]))
  t.ok(kinds.size > 8, [...kinds].join(', '))
  const clear = [from.remoteAddress, '127.0.0.1', email, staff, phone, token]
  for (const { key } of rows)
    for (const text of clear) {
      t.notOk(key.includes(text), `${key} has no ${text}`)
      if (text !== token) t.notOk(key.includes(sha256(text)), `${key} has no hash of ${text} that anybody can make`)
    }
  const policyText = await policy(app)
  t.match(policyText, 'such as wrong codes: 1 hour at most')
  t.match(policyText, `From which network you proved an address: ${REMEMBERED_DAYS} days`)
  const hours = (r: { resetsAt: Date }) => (r.resetsAt.getTime() - app.clock.now().getTime()) / 3_600_000
  // The first codes of a staff account count for a day; the page is for students and teachers.
  const most: Record<string, number> = {
    'known-network': REMEMBERED_DAYS * 24,
    proved: REMEMBERED_DAYS * 24,
    'first-codes': 24,
  }
  for (const row of rows) t.ok(hours(row) <= (most[row.key.split(':')[0] ?? ''] ?? 1), `${row.key}: ${hours(row)} h`)
})

t.test('codes, passwords and sign-ups end when the privacy page says', async t => {
  const app = await testApp(t)
  const text = await policy(app)
  const { course } = await joinable(app)
  const email = 'ana@school.example'
  await signUp(app, course.joinToken, { email })
  const code = await codeTo(app, email)
  t.match(text, 'Verification codes stop working 10 minutes after we send them')
  app.clock.advance(10 * 60_000 + 1)
  t.equal((await verify(app, course.joinToken, email, code)).http, 404)
  t.match(text, 'we keep the password encrypted, for fifteen minutes at most')
  app.clock.advance(5 * 60_000)
  await deleteExpired(app)
  t.equal(await countOf(app, 'sign_ups where sealed_password is not null'), 0)
  t.match(text, 'We delete unfinished sign-ups within 24 hours')
  app.clock.advance(24 * 60 * 60_000)
  await deleteExpired(app)
  t.equal(await countOf(app, 'sign_ups'), 0)
})
