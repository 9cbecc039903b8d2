import { randomUUID } from 'node:crypto'
import t from 'tap'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { findCaptchaNeed } from '#src/accounts/captcha.ts'
import { captchaRefusals, questionResponse } from '#src/accounts/rules/captcha.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { makeCanvasClient } from '#src/canvas/gateway/client.ts'
import { makeCanvasGateway } from '#src/canvas/gateway/gateway.ts'
import { mintToken } from '#src/core/crypto.ts'
import { makeLog } from '#src/core/log.ts'
import { makeHttpClient } from '#src/core/outbound.ts'
import { productRefusals } from '#src/courses/rules/product-form.ts'
import { listFailedJobs } from '#src/desk/failed-jobs.ts'
import { makeMailGateway } from '#src/messages/mail.ts'
import { makeSmsGateway } from '#src/messages/sms.ts'
import { videoRefusals } from '#src/signs/rules/video-accounts.ts'
import { makeSproutVideo } from '#src/signs/video-host.ts'
import reasons from '#src/texts/en/reasons.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { CANVAS_HOST } from '../support/canvas.ts'
import { TWILIO, TWILIO_NUMBER } from '../support/emulators/twilio.ts'
import { openPay, postPay } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { lmsRows } from '../support/lms-rows.ts'
import { FAULTS, type Fault, misbehaving } from '../support/misbehaving.ts'
import { misbehavingMail } from '../support/misbehaving-mail.ts'
import { enter, HTTP_PROBLEMS, IN, JOB_LOG, type OutsideRow, type OutsideWorld } from '../support/outside-rows.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { joinable, signUp } from '../support/sign-up.ts'
import { answerOf } from '../support/solve.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

const rows: OutsideRow[] = [
  {
    service: 'Stripe: a student pays by card',
    async run({ app }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const { token } = await launch(app, school.key, { context_id: contextId })
      await openPay(app, token)
      return textOf((await postPay(app, token, { agreed: 'yes', intent: 'checkout' })).body)
    },
    sees: reasons.checkout_provider_away,
    log: /checkout could not be opened/,
  },
  {
    service: 'Stripe: staff create a product',
    async run({ app }) {
      const me = await signedIn(app)
      const product = { product_code: 'NEW', name: 'New', stripe_price_id: 'price_new', units: [] }
      return (await me.call('POST', '/twa/create_product', product)).data.error
    },
    sees: productRefusals.price_unchecked.message,
    log: null,
  },
  {
    service: 'Canvas: a student of a hosted school gets access',
    async run({ app }) {
      const school = await makeConsumer(app, { isHosted: true })
      const course = await makeCourse(app, school.id, ['A'], { canvasCourseId: '101', canvasDomain: CANVAS_HOST })
      const [person] = await app.db.orm
        .insert(people)
        .values({ email: 'hosted@school.example', name: 'Ana', emailVerifiedAt: app.clock.now() })
        .returning()
      const token = mintToken('e')
      const keys = { courseId: course.id, personId: person!.id, token, sessionId: randomUUID() }
      await app.db.orm.insert(entitlements).values({ ...keys, kind: 'enrollment', createdVia: 'sign_up' })
      return enter(app, token)
    },
    sees: IN,
    job: {
      name: 'canvas-enrollment',
      problem: {
        ...HTTP_PROBLEMS,
        '429': /^Canvas rate limit exceeded$/,
        '500': /^Canvas answered 500$/,
        garbage: /^Canvas did not return a list$/,
        'wrong shape': /^Canvas did not return a list$/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'Video host: staff allow a domain',
    async run({ app }) {
      const me = await signedIn(app)
      return (await me.call('POST', '/twa/add_domain', { domain: 'a.example', units: '1' })).data.error
    },
    sees: videoRefusals.domain_not_added.message,
    log: /video account could not be changed/,
  },
  {
    service: 'Twilio: staff ask for a code by text message',
    async run({ app }) {
      const target = '+14155550100'
      await saveStaff(app.db, { email: 'phone@example.com', phone: target })
      const payload = { connection: 'sms', target, recaptcha_response: question(app) }
      return (await app.server.inject({ method: 'POST', url: '/api/auth/magic', payload })).json().code
    },
    sees: 'sent',
    job: {
      name: 'sign-in-code',
      problem: {
        ...HTTP_PROBLEMS,
        '429': /^Twilio answered 429$/,
        '500': /^Twilio answered 500$/,
        garbage: /^Twilio answered something else than expected \(/,
        'wrong shape': /^Twilio answered something else than expected \(/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'reCAPTCHA: a student signs up',
    async run({ app }) {
      const { course } = await joinable(app)
      const answer = await signUp(app, course.joinToken, { recaptcha_response: 'of the box' })
      const next = await app.server.inject('/api/captcha')
      return `${answer.http} ${answer.error} ${next.json().need.provider}`
    },
    sees: `503 ${captchaRefusals.captcha_away.message} altcha`,
    log: /the captcha provider could not be asked/,
  },
  {
    service: 'Mail: a student asks for a code',
    async run({ app }) {
      const { course } = await joinable(app)
      const answer = await signUp(app, course.joinToken, {
        email: 'b@school.example',
        recaptcha_response: question(app),
      })
      return String(answer.http)
    },
    sees: '200',
    job: {
      name: 'code-mail',
      problem: {
        down: /./,
        slow: /^Greeting never received$/,
        '429': /^Invalid greeting\. response=421/,
        '500': /^Invalid greeting\. response=554/,
        garbage: /^Invalid greeting/,
        'wrong shape': /^Invalid HELO/,
      },
    },
    log: JOB_LOG,
  },
  ...lmsRows,
]

const question = (app: TestApp): string => {
  const need = findCaptchaNeed(app, 'en')
  if (need.provider === 'off') throw new Error('expected a question')
  return questionResponse(need.question.token, answerOf(need.question.text))
}

const SECRETS = { STRIPE_SECRET_KEY: 'sk_test_hush', RECAPTCHA_SECRET: 'hush-captcha' }

const startWorld = async (t: Test, fault: Fault, lines: string[]): Promise<OutsideWorld> => {
  const service = await misbehaving(t, fault)
  const { base } = service
  const log = makeLog('trace', { write: line => void lines.push(line) })
  const client = makeCanvasClient({
    origin: base,
    token: 'hush-canvas',
    outbound: makeHttpClient(),
    wait: async () => {},
  })
  const app = await testApp(t, {
    log: { write: line => void lines.push(line) },
    canvas: makeCanvasGateway(client, { host: CANVAS_HOST, accountId: '1' }),
    mail: makeMailGateway({ smtpUrl: await misbehavingMail(t, fault), from: 'a@b.example' }, '', log),
    sms: makeSmsGateway({ ...TWILIO, sender: { from: TWILIO_NUMBER }, base }, '', log),
    video: makeSproutVideo({ keys: { 1: 'hush-video' }, base }),
    env: {
      ...SECRETS,
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: base },
      ...{ CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_API_BASE: base },
      ...{ CHAT_PROVIDER: 'chatwoot', CHAT_BASE_URL: base, CHAT_WEBSITE_TOKEN: 'site', CHAT_HMAC_TOKEN: 'hush-chat' },
    },
  })
  return { app, base, asked: () => service.asked }
}

for (const fault of FAULTS)
  t.test(`every outside service: ${fault}`, async t => {
    const lines: string[] = []
    const world = await startWorld(t, fault, lines)
    const { app } = world
    const school = await makeConsumer(app)
    const { contextId } = await makeCourse(app, school.id, ['A'])
    const { token } = await launch(app, school.key, { context_id: contextId })
    const before = world.asked()
    t.match(textOf((await app.server.inject(`/help?token=${token}`)).body), /Ask for help/, 'Chat: the form is there')
    t.equal(world.asked(), before, 'Chat: the server does not call it')
    await app.startJobs()
    const seen = (await Promise.all(rows.map(row => row.run(world)))).map(s =>
      typeof s === 'string' ? { text: s, subject: {} } : s,
    )
    for (const [at, { service, sees, job, taken }] of rows.entries()) {
      const { text, subject } = seen[at]!
      t.match(text, sees, service)
      const problem = job?.problem[fault]
      if (problem === null) await until(`${service}: it counts as taken`, () => taken!(world, subject))
      if (!job || !problem) continue
      const found = await until(service, async () =>
        (await listFailedJobs(app.db)).find(
          f => f.name === job.name && Object.entries(subject).every(([key, value]) => f.data[key] === value),
        ),
      )
      t.match(found.problem, problem, service)
      t.equal(found.state, 'waiting', `${service}: it is tried again`)
    }
    const warned = lines.filter(line => /"level":"(warn|error)"/.test(line))
    for (const { service, log } of rows)
      if (log)
        t.ok(
          warned.some(line => log.test(line)),
          `${service}: in the log`,
        )
    t.notMatch(lines.join(''), /hush|"statusCode":500|error_id/, 'no key in the log, and no error page')
  })
