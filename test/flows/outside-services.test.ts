import { randomUUID } from 'node:crypto'
import t from 'tap'
import { enrollments } from '#src/access/store/schema/enrollments.ts'
import { people } from '#src/access/store/schema/people.ts'
import { makeCanvasClient } from '#src/canvas/gateway/client.ts'
import { makeCanvasGateway } from '#src/canvas/gateway/gateway.ts'
import { mintToken } from '#src/core/crypto.ts'
import { makeLog } from '#src/core/log.ts'
import { makeHttpClient } from '#src/core/outbound/outbound.ts'
import { productRefusals } from '#src/courses/rules/product-form.ts'
import { rosterMessages } from '#src/lti/rules/roster.ts'
import { makeMailGateway } from '#src/messages/mail.ts'
import { makeSmsGateway } from '#src/messages/sms.ts'
import { checkoutRefusals } from '#src/payments/rules/checkout-messages.ts'
import { captchaRefusals, questionResponse } from '#src/sign-up/rules/captcha.ts'
import { videoRefusals } from '#src/signs/rules/video-accounts.ts'
import { makeSproutVideo } from '#src/signs/sproutvideo.ts'
import { saveStaff } from '#src/staff/store/staff.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { CANVAS_HOST } from '../support/canvas.ts'
import { TWILIO, TWILIO_NUMBER } from '../support/emulators/twilio.ts'
import { openPay, postPay } from '../support/form.ts'
import { textOf } from '../support/html.ts'
import { FAULTS, type Fault, misbehaving } from '../support/misbehaving.ts'
import { misbehavingMail } from '../support/misbehaving-mail.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { joinable, signUp } from '../support/sign-up.ts'
import { answerOf } from '../support/solve.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/** Every outside service at once is down, slow, throttling, out of order, or answers something else. */
interface World {
  app: TestApp
  /** Addresses of all services. */
  base: string
  asked(): number
}

interface Row {
  service: string
  /** Does what a person does. Returns the text that they see. */
  run(world: World): Promise<string>
  sees: string | RegExp
  /** The background job that staff see, with its problem. */
  job?: { name: string; of?: object; problem: Record<Fault, RegExp> }
  /** Text of the log; null for a service that the server does not call. */
  log: RegExp | null
}

const HTTP_PROBLEMS = {
  down: /^No complete answer from/,
  slow: /^No complete answer from .*: no answer within 9 seconds$/,
}
const IN = 'PROCESSED'
const JOB_LOG = /job failed, will be retried/

const enter = async (app: TestApp, token: string) => (await redeem(app, token, await makeCode(app, 'A'))).status ?? ''

const rows: Row[] = [
  {
    service: 'Stripe: a student pays by card',
    async run({ app }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const { token } = await launch(app, school.key, { context_id: contextId })
      await openPay(app, token)
      return textOf((await postPay(app, token, { agreed: 'yes', intent: 'checkout' })).body)
    },
    sees: checkoutRefusals.checkout_provider_away.message,
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
      await app.db.orm.insert(enrollments).values({ ...keys, createdVia: 'sign_up' })
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
        garbage: /^Twilio answered something else than expected$/,
        'wrong shape': /^Twilio answered something else than expected$/,
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
      name: 'mail',
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
  {
    service: 'LMS by LTI 1.1: a student gets access, and the LMS a grade',
    async run({ app, base }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const outcome = { lis_result_sourcedid: '1', lis_outcome_service_url: `${base}/outcomes` }
      return enter(app, (await launch(app, school.key, { context_id: contextId, ...outcome })).token)
    },
    sees: IN,
    job: {
      name: 'grade',
      of: { kind: 'enrollment' },
      problem: {
        ...HTTP_PROBLEMS,
        '429': /^the LMS did not take the grade: HTTP 429$/,
        '500': /^the LMS did not take the grade: HTTP 500$/,
        garbage: /^the LMS did not take the grade: HTTP 200$/,
        'wrong shape': /^the LMS did not take the grade: HTTP 200$/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'LMS by LTI 1.3: a student gets access, and the LMS does not give a token',
    async run({ app, base }) {
      const { token } = await makeMembership(app, ['A'])
      await app.db.client.query('update platforms set grant_url = $1', [`${base}/token`])
      await app.db.client.query('update memberships set line_item_url = $1, grade_scopes = $2', [
        `${base}/lineitems/1`,
        ['https://purl.imsglobal.org/spec/lti-ags/scope/score'],
      ])
      return enter(app, token)
    },
    sees: IN,
    job: {
      name: 'grade',
      of: { kind: 'membership' },
      problem: {
        ...HTTP_PROBLEMS,
        '429': /did not issue a token \(HTTP 429/,
        '500': /did not issue a token \(HTTP 500/,
        garbage: /did not issue a token \(HTTP 200/,
        'wrong shape': /did not issue a token \(HTTP 200/,
      },
    },
    log: JOB_LOG,
  },
  {
    service: 'LMS: a teacher opens the class list',
    async run({ app, base }) {
      const school = await makeConsumer(app)
      const { contextId } = await makeCourse(app, school.id, ['A'])
      const list = { context_id: contextId, custom_context_memberships_v2_url: `${base}/memberships` }
      const { location } = await launch(app, school.key, { ...list, roles: 'Instructor' })
      const { body } = await app.server.inject(location)
      const href = body.match(/href="(\/lti\/roster\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
      return textOf((await app.server.inject(href)).body)
    },
    sees: rosterMessages.lmsAway,
    log: /roster could not be read from the LMS/,
  },
]

const question = (app: TestApp): string => {
  const need = app.modules.signUp.getCaptcha.need()
  if (need.provider === 'off') throw new Error('expected a question')
  return questionResponse(need.question.token, answerOf(need.question.text))
}

const SECRETS = { STRIPE_SECRET_KEY: 'sk_test_hush', RECAPTCHA_SECRET: 'hush-captcha' }

const startWorld = async (t: Test, fault: Fault, lines: string[]): Promise<World> => {
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
    const seen = await Promise.all(rows.map(row => row.run(world)))
    for (const [at, { service, sees, job }] of rows.entries()) {
      t.match(seen[at], sees, service)
      if (!job) continue
      const found = await until(service, async () =>
        (await app.modules.staff.listFailedJobs()).find(
          f => f.name === job.name && Object.entries(job.of ?? {}).every(([key, value]) => f.data[key] === value),
        ),
      )
      t.match(found.problem, job.problem[fault], service)
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
