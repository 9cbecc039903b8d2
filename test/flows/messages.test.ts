import { sql } from 'drizzle-orm'
import t from 'tap'
import { supportFlags } from '#src/messages/store/schema.ts'
import { VideoHostUnavailable } from '#src/signs/rules/video-accounts.ts'
import type { VideoHost } from '#src/signs/video-host.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { agree, openPay, postCode } from '../support/form.ts'
import { headingOf, textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { pressPay, shop } from '../support/shop.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { type Me, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'
import { until } from '../support/until.ts'

/**
 * The error catalogue as a table: each sentence, the state that causes it, and a scene that brings the product there
 * over HTTP. Toasts and a missing answer need a browser.
 */
type Row = [sentence: string, state: string, drive: (s: Scene) => Promise<string>]

interface Scene {
  app: TestApp
  me: Me
  /** A new student of a school's course, with both products or one. */
  student(course?: 'both' | 'one', over?: Record<string, string>): Promise<string>
  /** A verified student who came by the join link. */
  joined(email: string): Promise<string>
  video: { away: boolean; refuses: boolean }
  /** Every log line so far. */
  logged: string[]
}

const DAY = 24 * 60 * 60 * 1000

const scene = async (t: Test): Promise<Scene> => {
  const video = { away: false, refuses: false }
  const logged: string[] = []
  const app = await testApp(t, { video: videoHost(video), log: { write: line => logged.push(line) } })
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'both' })
  await makeCourse(app, school.id, ['A'], { contextId: 'one' })
  await makeCourse(app, school.id, ['A'], { contextId: 'other' })
  const link = await joinable(app, { joinToken: 'c_open-join-link' })
  await joinable(app, { joinToken: 'c_expired-join-link', canvasDomain: 'canvas.example', expiresAt: new Date(0) })
  await joinable(app, { joinToken: 'c_state-join-link', workflowState: 'unpublished' })
  await joinable(app, { joinToken: 'c_school-join-link' }, { key: 'not_ours' })
  await makeCourse(app, link.school.id, [], { joinToken: 'c_empty-join-link' })
  const past = new Date(app.clock.now().getTime() - DAY)
  await makeCode(app, 'A', { couponCode: 'EXPIRED-A', expiresAt: past })
  return {
    app,
    video,
    logged,
    me: await signedIn(app),
    student: async (course = 'one', over = {}) =>
      (await launch(app, school.key, { context_id: course, ...over })).token,
    async joined(email) {
      await signUp(app, 'c_open-join-link', { email })
      const { lti_enrollment } = await verify(app, 'c_open-join-link', email, await codeTo(app, email))
      return lti_enrollment.token
    },
  }
}

/** A video host that is down or refuses on demand; otherwise its lists are empty. */
const videoHost = (state: Scene['video']): VideoHost => {
  const ask = async () => {
    if (state.away) throw new VideoHostUnavailable('503')
    if (state.refuses) throw new Error('401')
    return []
  }
  return { accounts: ['1'], domains: ask, save: async () => void (await ask()) }
}

const while_ = async <T>(what: Partial<Scene['video']>, { video }: Scene, work: () => Promise<T>): Promise<T> => {
  Object.assign(video, what)
  return work().finally(() => Object.assign(video, { away: false, refuses: false }))
}

/** Submits a code on the LTI payment page by a plain form and returns the page's text. */
const onLti = async ({ app }: Scene, token: string, code: string): Promise<string> => {
  await agree(app, token)
  const answer = await postCode(app, token, code)
  return textOf(answer.status === 303 ? (await openPay(app, token, 'coupons')).body : answer.body)
}

const ask = async ({ app }: Scene, method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await app.server.inject({ method, url, ...(payload ? { payload } : {}) })
  return `${answer.statusCode} ${JSON.stringify(answer.json())}`
}
/** Submits a code by the pay page's API call; the page shows its message unchanged. */
const onPay = (s: Scene, enroll_token: string, coupon_code: string) =>
  ask(s, 'POST', '/api/payments/verify_coupon_code', { enroll_token, coupon_code })
const page = async ({ app }: Scene, url: string) => {
  const answer = await app.server.inject({ url })
  return `${answer.statusCode} ${textOf(answer.body)}`
}
const staffPage = async ({ me }: Scene, url: string) => {
  const { status, body } = await me.open(url)
  return `${status} ${textOf(body)}`
}
const staffPost = async ({ me }: Scene, url: string, fields: Record<string, string>) => {
  const { status, body } = await me.send(url, fields)
  return `${status} ${textOf(body)}`
}
const staffCall = async ({ me }: Scene, url: string, body?: object) => {
  const { status, data } = await me.call(body ? 'POST' : 'GET', url, body)
  return `${status} ${JSON.stringify(data)}`
}

/** Makes a code and uses it in a course, with this email. */
const spent = async (s: Scene, email = 'first@school.example', over: { maxUsage?: number } = {}): Promise<string> => {
  const code = await makeCode(s.app, 'A', over)
  await redeem(s.app, await s.student('one', { lis_person_contact_email_primary: email }), code)
  return code
}

const statuses: Row[] = [
  [
    'Thank you. You are in!',
    'PROCESSED moves to thank_you',
    async s => {
      const token = await s.student('one')
      const { status } = await redeem(s.app, token, await makeCode(s.app, 'A'))
      return `${status} ${textOf((await openPay(s.app, token)).body)}`
    },
  ],
  [
    '1 of 2 codes validated: OK-CODE-A',
    'OK adds the code to the validated list',
    async s => onLti(s, await s.student('both'), await makeCode(s.app, 'A', { couponCode: 'OK-CODE-A' })),
  ],
  [
    'This code has run out of uses. Please let your teacher know.',
    'MAX: others used all uses of a class code',
    async s => {
      const code = await spent(s, 'a@school.example', { maxUsage: 2 })
      await redeem(s.app, await s.student('one'), code)
      return onLti(s, await s.student('one'), code)
    },
  ],
  [
    'That code has already been activated. Please contact your seller.',
    'MAX on the pay page with sign-up',
    async s => {
      const code = await spent(s, 'b@school.example', { maxUsage: 2 })
      await redeem(s.app, await s.student('one'), code)
      return onPay(s, await s.joined('max@home.example'), code)
    },
  ],
  [
    "You've already used this code for another course. To transfer the code, please contact us using the chat button below.",
    'MAX_SAME_EMAIL: this person used it in another course',
    async s => {
      const email = 'twice@school.example'
      const code = await spent(s, email)
      return onLti(s, await s.student('both', { lis_person_contact_email_primary: email }), code)
    },
  ],
  [
    'This code has already been used. Please return the code to where you got the code from and get a new one.',
    'MAX_OTHER_EMAIL: somebody else used it',
    async s => onLti(s, await s.student('one'), await spent(s)),
  ],
]

const http: Row[] = [
  [
    'This access code has expired.',
    'code check 404 on the LTI pages: the server message',
    async s => onLti(s, await s.student('one'), 'EXPIRED-A'),
  ],
  [
    'The code given is not right.',
    'code check 404, unknown code',
    async s => onLti(s, await s.student('one'), 'UNKNOWN-1'),
  ],
  [
    'The code given is not right.',
    'coupon 404 on the pay page, for any reason',
    async s => onPay(s, await s.joined('c404@home.example'), 'EXPIRED-A'),
  ],
  [
    'The code given is not right.',
    'code verification 404 on the pay page',
    async s => {
      await signUp(s.app, 'c_open-join-link', { email: 'pin@home.example' })
      return JSON.stringify(await verify(s.app, 'c_open-join-link', 'pin@home.example', '0000'))
    },
  ],
  [
    'Captcha Not Verified',
    'the captcha was not passed',
    async s => JSON.stringify(await signUp(await captchaApp(s), 'c_open-join-link', { recaptcha_response: '' })),
  ],
]

const courseFetch: Row[] = [
  [
    '403 {"error":"Course join link has expired","reason":"course_expired","canvas_domain":"canvas.example"}',
    'sign-up has ended',
    s => ask(s, 'GET', '/api/courses?enroll_token=c_expired-join-link'),
  ],
  ['Missed the sign-up window?', 'the expired-link card', s => page(s, '/verify?course=c_expired-join-link')],
  [
    'https://canvas.example/login',
    'canvas_domain is used for the login link',
    async s => (await s.app.server.inject({ url: '/verify?course=c_expired-join-link' })).body,
  ],
  ['contact your teacher to request an extension', "the card's advice", s => page(s, '/pay?token=c_expired-join-link')],
  ...(
    [
      'not_twa_hosted c_school-join-link',
      'no_products c_empty-join-link',
      'workflow_not_available c_state-join-link',
    ] as const
  ).flatMap<Row>(line => {
    const [reason = '', token = ''] = line.split(' ')
    return [
      [
        `403 {"error":"${reason}","reason":"${reason}"}`,
        reason,
        s => ask(s, 'GET', `/api/courses?enroll_token=${token}`),
      ],
      ['This link does not open a course', 'the access-forbidden card', s => page(s, `/verify?course=${token}`)],
    ]
  }),
  ['403 {"error":"no_token","reason":"no_token"}', 'no token', s => ask(s, 'GET', '/api/courses')],
  ["We don't recognize your course link", 'unrecognized link', s => page(s, '/verify?course=c_nobody-join-link')],
  [
    "We don't recognize your course link",
    'unrecognized link on the pay page',
    s => page(s, '/pay?token=c_nobody-join-link'),
  ],
  [
    'Koko has been playing with the cables again...',
    'other failures: the network-error card',
    s => broken(s, 'courses', () => page(s, '/verify?course=c_open-join-link')),
  ],
  [
    'Koko has been playing with the cables again...',
    'other failures, on the pay page',
    s => broken(s, 'courses', () => page(s, '/pay?token=c_open-join-link')),
  ],
  ['Uh oh!', 'a full-page message', s => broken(s, 'courses', () => page(s, '/pay?token=c_open-join-link'))],
]

const other: Row[] = [
  [
    'flagged: 1, nothing loaded',
    'no token on the payment page',
    async s => {
      const { body } = await s.app.server.inject({ url: '/lti/pay' })
      const flags = await s.app.db.orm.select().from(supportFlags)
      return `flagged: ${flags.length}, ${body.includes('<form method="post" action="/lti/pay') ? 'a form' : 'nothing'} loaded`
    },
  ],
  ['Sorry, no signs found. Try another word or unit?', 'dictionary search 404', s => page(s, '/dictionary?term=zzqq')],
  ['404', 'dictionary search, nothing found', s => ask(s, 'GET', '/lti/search_signs?term=zzqq')],
  ['401', 'token refresh fails', s => ask(s, 'POST', '/api/auth/refresh', { refresh_token: 'spent' })],
  [
    '302 /',
    'an expired session is logged out',
    async ({ app }) => {
      const { statusCode, headers } = await app.server.inject({
        url: '/course',
        headers: { cookie: 'signbook_staff=x' },
      })
      return `${statusCode} ${headers.location}`
    },
  ],
  ['Your token can not found. Typo?', 'unknown token, page', s => page(s, '/lti/pay?token=e_nobody')],
  [
    'Your token can not found. Typo?',
    'unknown token, call',
    s => ask(s, 'POST', '/api/lti/verify_coupon_code', { enroll_token: 'e_nobody', coupon_code: 'ABCDEF' }),
  ],
  [
    "It looks like the page expired. Please close the page and try again. If it still doesn't work, contact us at ",
    'teacher page failure',
    s => page(s, '/lti/teacher?state=x&token=y'),
  ],
  [
    '200 ASL 1; only logged: diary lines were lost',
    'other failures: the launch diary cannot be written',
    s =>
      onlyLogged(s, 'launch_diary', 'diary lines were lost', async () =>
        heading(await openPay(s.app, await s.student())),
      ),
  ],
  [
    '200 Log in; only logged: site notice could not be read',
    'other failures: the notice for everybody cannot be read',
    s => {
      // Moves past the notice cache.
      s.app.clock.advance(60_000)
      return onlyLogged(s, 'notices', 'site notice could not be read', async () => {
        const { statusCode: status, body } = await s.app.server.inject({ url: '/login' })
        return heading({ status, body })
      })
    },
  ],
]

const admin: Row[] = [
  ['404 {"error":"Access code not found"', 'an unknown code', s => staffCall(s, '/api/coupons/NOPE00')],
  ['Access code not found', 'an unknown code, page', s => staffPage(s, '/access_code/NOPE00')],
  [
    '500 {"error":"Internal Server Error"',
    'a code, with a database failure',
    s => broken(s, 'coupons', () => staffCall(s, '/api/coupons/NOPE00')),
  ],
  [
    'Internal Server Error Try again',
    'a code, with a database failure, page',
    s => broken(s, 'coupons', () => staffPage(s, '/access_code/NOPE00')),
  ],
  ['404 {"error":"Course not found"', 'an unknown course', s => staffCall(s, '/twa/get_lti_courses/nope')],
  ['404 {"error":"Course not found"', 'an unknown course, one', s => staffCall(s, '/api/lti_courses/nope')],
  [
    'Course not found',
    'activating an unknown course',
    s => staffCall(s, '/twa/activate_lti_course/nope', { lti_course: { product_ids: [] } }),
  ],
  ['Course not found', 'an unknown course, page', s => staffPage(s, '/course/nope')],
  ['Enrollment nor Membership not found', 'a token of neither', s => staffPage(s, '/token?token=e_nobody')],
  ...(['process', 'unprocess'] as const).flatMap<Row>(verb => [
    ...(['enrollment', 'membership'] as const).map<Row>(kind => [
      '404 {"error":"Not found"',
      `${verb} an unknown ${kind}`,
      s => staffCall(s, `/twa/${verb}_${kind}`, { token: 'x_nobody' }),
    ]),
    [
      'Not found',
      `${verb} an unknown token, page`,
      s => staffPost(s, '/token?token=e_nobody', { intent: verb, reason: 'why' }),
    ],
  ]),
  [
    '500 {"error":"Internal Server Error"',
    'processing, with a database failure: server error',
    async s => {
      const token = await s.student()
      return broken(s, 'entitlements', () => staffCall(s, '/twa/process_enrollment', { token }))
    },
  ],
  [
    'Internal Server Error Try again',
    'processing, with a database failure: shown on the page',
    async s => {
      const token = await s.student()
      return broken(s, 'audit', () => staffPost(s, `/token?token=${token}`, { intent: 'process', reason: 'why' }))
    },
  ],
  [
    '"errors":[{"field":"token"',
    'processing: the errors field',
    s => staffCall(s, '/twa/process_enrollment', { token: 1 }),
  ],
  [
    '422',
    'processing without a reason: the error is at the field',
    async s => staffPost(s, `/token?token=${await s.student()}`, { intent: 'process', reason: ' ' }),
  ],
  [
    '404 {"error":"Enrollments not found"',
    'an email without enrollments',
    s => staffCall(s, '/twa/get_enrollments', { email: 'no@x.y' }),
  ],
  [
    '404 {"error":"Memberships not found"',
    'an email without memberships',
    s => staffCall(s, '/twa/get_memberships', { email: 'no@x.y' }),
  ],
  [
    'Enrollments not found',
    'only memberships, page',
    async s => {
      await makeMembership(s.app, ['A'], 'only13@school.example')
      return staffPage(s, '/email/only13@school.example')
    },
  ],
  [
    'Memberships not found',
    'only enrollments, page',
    async s => {
      await s.student('one', { lis_person_contact_email_primary: 'only11@school.example' })
      return staffPage(s, '/email/only11@school.example')
    },
  ],
  [
    'No enrollments and memberships associated with the email found',
    'neither',
    s => staffPage(s, '/email/nobody@x.example'),
  ],
  [
    '404 {"error":"Membership not found"',
    'membership lookup',
    s => staffCall(s, '/twa/get_membership', { token: 'm_nobody' }),
  ],
  ['Membership not found', 'membership lookup, page', s => staffPage(s, '/activate_course/m_nobody')],
  [
    'Membership not found',
    'activating by an unknown token',
    s => staffCall(s, '/twa/activate_course', { token: 'm_nobody', product_code: 'A' }),
  ],
  ...(['call', 'page'] as const).flatMap<Row>(way => {
    const check = (s: Scene, domain: string) =>
      way === 'call'
        ? staffCall(s, '/twa/check_domain', { domain })
        : staffPage(s, `/manage_sproutvideo?domain=${domain}`)
    const change = (s: Scene, how: 'add' | 'remove') =>
      way === 'call'
        ? staffCall(s, `/twa/${how}_domain`, { domain: 'x.example', units: '1' })
        : staffPost(s, '/manage_sproutvideo', { intent: how, domain: 'x.example', units: '1' })
    return [
      ['Cannot get information for domain', `a malformed domain, ${way}`, s => check(s, 'nonsense')],
      [
        'Cannot get information for domain',
        `the video host refuses, ${way}`,
        s => while_({ refuses: true }, s, () => check(s, 'x.example')),
      ],
      [
        'Internal Server Error',
        `the video host is down, ${way}`,
        s => while_({ away: true }, s, () => check(s, 'x.example')),
      ],
      [
        'Problem adding account(s) for the domain',
        `adding fails, ${way}`,
        s => while_({ refuses: true }, s, () => change(s, 'add')),
      ],
      [
        'Problem removing account(s) for the domain',
        `removing fails, ${way}`,
        s => while_({ refuses: true }, s, () => change(s, 'remove')),
      ],
    ]
  }),
  [
    '401 {"error":"Unauthorized."',
    'a 401 on activation',
    s => ask(s, 'POST', '/twa/activate_lti_course/one', { lti_course: { product_ids: [] } }),
  ],
  [
    'Unauthorized. Try refreshing or log out then log back in.',
    'a 401 on the email check',
    async s =>
      (await s.app.server.inject({ url: '/email?email=ana@x.example', cookies: { signbook_staff: 'ended' } })).body,
  ],
]

/** Renames a table while the work runs, to simulate a database failure. */
const broken = async (s: Scene, table: string, work: () => Promise<string>): Promise<string> => {
  const rename = (from: string, to: string) =>
    s.app.db.orm.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
  await rename(table, `${table}_away`)
  return work().finally(() => rename(`${table}_away`, table))
}

const heading = ({ status, body }: { status: number; body: string }) => `${status} ${headingOf(body)}`

/** The person sees no error, as their request succeeded. */
const onlyLogged = (s: Scene, table: string, words: string, work: () => Promise<string>): Promise<string> =>
  broken(s, table, async () => {
    s.logged.length = 0
    const shown = await work()
    await until(`it is logged that ${words}`, () => s.logged.some(line => line.includes(words)))
    return `${shown}; only logged: ${words}`
  })

/** The same database behind a captcha that asks. */
const captchaApp = (s: Scene): Promise<TestApp> =>
  testApp(t, { db: s.app.db, clock: s.app.clock, env: { CAPTCHA_PROVIDER: 'altcha' } })

const tables = {
  'Access code statuses': statuses,
  'HTTP errors': http,
  'Course fetch': courseFetch,
  Other: other,
  'Admin messages': admin,
}

for (const [name, rows] of Object.entries(tables)) {
  t.test(`error catalogue: ${name}`, async t => {
    const given = await scene(t)
    for (const [sentence, state, drive] of rows) {
      const said = await drive(given)
      t.ok(said.includes(sentence), `${state}: ${sentence}`, { said: said.slice(0, 600) })
    }
  })
}

t.test('error catalogue: Other: a card provider error is shown in an error-message element', async t => {
  const given = await shop(t)
  given.stripe.armed.push({ path: '/v1/checkout', status: 500, times: 9 })
  const { body } = await pressPay(given)
  t.match(body, /id="error-message"[\s\S]*The card service is not answering\. Nothing was charged\./)
})
