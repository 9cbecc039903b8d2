import t from 'tap'
import { type RefusalReason, refusalStatus, refusals } from '#src/lti/rules/launch-refusals.ts'
import { refusalText } from '#src/lti/texts/launch.ts'
import { consumerVault, testApp } from '../support/app.ts'
import { readDiary } from '../support/diary.ts'
import { headingOf, referenceOf, textOf } from '../support/html.ts'
import { LAUNCH_URL, launch, launchFields, makeConsumer, postLaunch, secondsOf } from '../support/school.ts'
import { formBody, type Pairs, type SignOptions, signPairs } from '../support/sign.ts'

/** One launch that must not be accepted: how it is signed, and what happens to it on the way. */
interface Case {
  name: string
  reason: RefusalReason
  /** Facts that the diary and the administrator must find. */
  detail?: RegExp
  over?: Record<string, string>
  how?: Partial<SignOptions>
  /** Seconds from now. */
  skew?: number
  after?(signed: Pairs): Pairs
}

const without = (name: string) => (signed: Pairs) => signed.filter(([n]) => n !== name)
const emptied = (name: string) => (signed: Pairs) => signed.map(([n, v]): Pairs[number] => [n, n === name ? '' : v])
const twice = (name: string) => (signed: Pairs) => [...signed, ...signed.filter(([n]) => n === name)]
const changed = (name: string, value: string) => (signed: Pairs) =>
  signed.map(([n, v]): Pairs[number] => [n, n === name ? value : v])

const OAUTH = ['oauth_signature', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce']
const REPEATABLE = [...OAUTH, 'oauth_consumer_key', 'oauth_version', 'oauth_callback']
const IDENTIFYING = ['resource_link_id', 'context_id', 'user_id']

const cases: Case[] = [
  { name: 'wrong secret', reason: 'signature', how: { secret: 'wrong' } },
  { name: 'secret with a space', reason: 'signature', how: { secret: 'secret ' } },
  { name: 'a changed value', reason: 'signature', after: changed('roles', 'Instructor') },
  { name: 'a parameter that was not signed', reason: 'signature', after: signed => [...signed, ['ext_x', '']] },
  { name: 'a parameter taken away', reason: 'signature', after: without('lis_person_name_full') },
  { name: 'a signature of nothing', reason: 'signature', after: changed('oauth_signature', 'AAAA') },
  { name: 'unknown consumer', reason: 'unknown-consumer', over: { oauth_consumer_key: 'nobody' }, detail: /^nobody$/ },
  { name: 'consumer key in capitals', reason: 'unknown-consumer', over: { oauth_consumer_key: 'SCHOOL' } },
  { name: '301 seconds late', reason: 'timestamp', skew: -301, detail: /UTC here, 301 seconds later/ },
  { name: '301 seconds early', reason: 'timestamp', skew: 301, detail: /UTC here, 301 seconds earlier/ },
  ...['soon', '-5', '1e9', '0x1', '9999999999999', '1795223879.5', ' 1795223879'].map(
    (value): Case => ({
      name: `the time ${value}`,
      reason: 'timestamp',
      over: { oauth_timestamp: value },
      detail: /is not a time/,
    }),
  ),
  ...OAUTH.map(
    (name): Case => ({
      name: `no ${name}`,
      reason: 'parameter',
      detail: new RegExp(`^${name} `),
      after: without(name),
    }),
  ),
  ...OAUTH.map(
    (name): Case => ({
      name: `empty ${name}`,
      reason: 'parameter',
      detail: new RegExp(`^${name} `),
      after: emptied(name),
    }),
  ),
  ...REPEATABLE.map(
    (name): Case => ({
      name: `${name} twice`,
      reason: 'parameter',
      detail: new RegExp(`^${name} .*more than once`),
      after: twice(name),
    }),
  ),
  ...IDENTIFYING.flatMap((name): Case[] => [
    {
      name: `empty ${name}`,
      reason: name === 'context_id' ? 'no-course' : 'parameter',
      over: { [name]: '' },
      detail: new RegExp(`^${name} `),
    },
    { name: `${name} with a NUL`, reason: 'parameter', over: { [name]: 'a\0b' }, detail: new RegExp(`^${name} `) },
    {
      name: `endless ${name}`,
      reason: 'parameter',
      over: { [name]: 'x'.repeat(1025) },
      detail: new RegExp(`^${name} `),
    },
  ]),
  { name: 'no consumer key', reason: 'unreadable', after: without('oauth_consumer_key') },
  { name: 'empty consumer key', reason: 'unreadable', after: emptied('oauth_consumer_key') },
  { name: 'a consumer key with a NUL', reason: 'parameter', over: { oauth_consumer_key: 'school\0' } },
  { name: 'a nonce with a NUL', reason: 'parameter', how: { nonce: 'n\0' }, detail: /^oauth_nonce/ },
  { name: 'a nonce of 256', reason: 'parameter', how: { nonce: 'n'.repeat(256) }, detail: /^oauth_nonce/ },
  { name: 'OAuth 2.0', reason: 'parameter', over: { oauth_version: '2.0' }, detail: /^oauth_version/ },
  { name: 'a parameter __proto__', reason: 'parameter', over: JSON.parse('{"__proto__":"x"}'), detail: /__proto__/ },
  ...['PLAINTEXT', 'RSA-SHA1', 'hmac-sha1', 'constructor'].map(
    (method): Case => ({
      name: `signed by ${method}`,
      reason: 'signature-method',
      over: { oauth_signature_method: method },
      detail: new RegExp(`^${method}$`),
    }),
  ),
  { name: 'another message', reason: 'message-type', over: { lti_message_type: 'ContentItemSelectionRequest' } },
  { name: 'a message with a NUL', reason: 'message-type', over: { lti_message_type: 'a\0b' } },
  { name: 'no message type', reason: 'message-type', over: { lti_message_type: '' } },
  { name: 'another version', reason: 'version', over: { lti_version: 'LTI-9' }, detail: /^LTI-9$/ },
  { name: 'no version', reason: 'version', over: { lti_version: '' } },
]

t.test('every refusal is told apart by its status, its heading and its line in the diary', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school' })
  const seen = []
  for (const { name, over = {}, how = {}, skew = 0, after = (signed: Pairs) => signed, ...rest } of cases) {
    const timestamp = secondsOf(app) + skew
    const signed = signPairs(LAUNCH_URL, launchFields('school', over), { timestamp, ...how })
    seen.push({ name, ...rest, answer: await postLaunch(app, formBody(after(signed))) })
  }
  const diary = await readDiary(app)
  t.equal(diary.size, cases.length, 'one line a launch')
  for (const { name, reason, detail, answer } of seen) {
    t.test(name, async t => {
      t.equal(answer.status, refusalStatus(reason), 'status')
      t.equal(headingOf(answer.body), refusalText(reason, 'en').heading, 'heading')
      const line = diary.get(referenceOf(answer.body))
      t.equal(line?.outcome, reason, 'the reference on the page finds the line in the diary')
      if (detail) t.match(line?.detail, detail)
      const { what, student, teacher } = refusalText(reason, 'en')
      const { administrator } = refusals[reason]
      for (const sentence of [what, student, teacher, administrator])
        t.ok(textOf(answer.body).includes(sentence), `the page says: ${sentence}`)
      t.notMatch(JSON.stringify(line), /school\.example|Íñiguez/, 'the diary holds no person')
      t.notMatch(answer.body, /\n\s+at |secret</, 'no stack, no secret')
    })
  }
})

t.test('what is just inside the limits is accepted', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school', previousSecret: 'the old one' })
  const good = async (name: string, over: Record<string, string>, how: Partial<SignOptions> = {}) =>
    t.equal((await launch(app, 'school', over, how)).status, 303, name)
  await good('300 seconds late', {}, { timestamp: secondsOf(app) - 300 })
  await good('300 seconds early', {}, { timestamp: secondsOf(app) + 300 })
  await good('the previous secret', {}, { secret: 'the old one' })
  await good('the secret of now', {}, { secret: 'secret' })
  await good('HMAC-SHA256', {}, { method: 'HMAC-SHA256' })
  await good('a nonce of 255', {}, { nonce: 'n'.repeat(255) })
  await good('ids of 1024', { context_id: 'c'.repeat(1024), user_id: 'u'.repeat(1024) })
  await good('LTI-1p1', { lti_version: 'LTI-1p1' })
  await good('LTI-1p2', { lti_version: 'LTI-1p2' })
  await good('a parameter constructor', { constructor: 'x', toString: 'y', hasOwnProperty: 'z' } as never)
  await good('NUL in a title, a name and an address', {
    context_title: 'A\0SL',
    lis_person_name_full: 'An\0a',
    lis_person_contact_email_primary: 'ana\0@school.example',
  })
  await good('a date that nobody can mean', { custom_canvas_term_end_at: '-200000-01-01T00:00:00Z' })
})

t.test('secrets that change: a new one is good at once, one that was taken away for no more than a second', async t => {
  const app = await testApp(t)
  const { id } = await makeConsumer(app, { key: 'school', secret: 'first' })
  const status = async (secret: string) => (await launch(app, 'school', {}, { secret })).status
  t.equal(await status('first'), 303)
  for (const secret of ['second', 'third']) {
    const sealed = consumerVault.seal(secret)
    await app.db.client.query(
      'update consumers set sealed_previous_secret = sealed_secret, sealed_secret = $2 where id = $1',
      [id, sealed],
    )
    t.equal(await status(secret), 303, secret)
  }
  t.equal(await status('first'), 401, 'it was read again for the third')
  await app.db.client.query('update consumers set sealed_previous_secret = null where id = $1', [id])
  app.clock.advance(1000)
  t.equal(await status('second'), 401)
  t.equal(await status('third'), 303)
})

t.test('ids that are short in letters and long in bytes are refused, not broken', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school' })
  const long = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20000))).join('')
  for (const name of IDENTIFYING) {
    const { status, body } = await launch(app, 'school', { [name]: long })
    t.equal(status, 400, name)
    t.equal(headingOf(body), refusalText('parameter', 'en').heading)
  }
})

t.test('what is no launch at all', async t => {
  const app = await testApp(t)
  const get = await app.server.inject({ method: 'GET', url: '/lti/launch' })
  t.equal(get.statusCode, 400, 'opened by hand')
  t.equal(headingOf(get.body), refusalText('unreadable', 'en').heading)
  const form = 'application/x-www-form-urlencoded'
  for (const payload of ['', 'a=b']) {
    const { status, body } = await postLaunch(app, payload, '/lti/launch', { 'content-type': form })
    t.equal(status, 400, payload)
    t.equal(headingOf(body), refusalText('unreadable', 'en').heading)
  }
  for (const [type, payload] of [
    ['application/json', '{}'],
    ['application/json', '[1]'],
    ['text/plain', 'oauth_consumer_key=x'],
  ] as const) {
    const { status, body } = await postLaunch(app, payload, '/lti/launch', { 'content-type': type })
    t.equal(status, 415, `${type} ${payload}: only a form is signed`)
    t.equal(headingOf(body), 'Uh oh!')
  }
})

t.test('more than anyone launches with', async t => {
  const app = await testApp(t)
  await makeConsumer(app, { key: 'school' })
  const many = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i): Pairs[number] => [name(i), ''])
  const post = (extra: Pairs) => {
    const signed = signPairs(LAUNCH_URL, [...launchFields('school'), ...extra], { timestamp: secondsOf(app) })
    return postLaunch(app, formBody(signed))
  }
  t.equal((await post(many(480, i => `custom_${i}`))).status, 303, 'a launch of nearly 500 parameters')
  for (const name of [(i: number) => `custom_${i}`, () => 'custom_same']) {
    const { status, body } = await post(many(501, name))
    t.equal(status, 400)
    t.equal(headingOf(body), refusalText('parameter', 'en').heading)
    t.match(textOf(body), 'there are more than 500 parameters')
  }
  const { status, body } = await post([['custom_essay', 'x'.repeat(300 * 1024)]])
  t.equal(status, 413)
  t.match(textOf(body), 'Your request is too large.')
  t.ok(referenceOf(body), 'and there is something to quote')
})
