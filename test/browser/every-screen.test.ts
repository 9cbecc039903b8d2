import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import t from 'tap'
import { launchDiary } from '#src/lti/store/schema.ts'
import { screens as siteMap } from '#views/index.ts'
import { navOf } from '#views/shell/office.tsx'
import { ALL_RULES, openPage, overflow, settled, startBrowser, violations } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { launchPath } from '../support/launched.ts'
import { codeTo } from '../support/outbox.ts'
import { accessibilityTree, readingProblems } from '../support/reading-order.ts'
import { startServer } from '../support/running.ts'
import { isLong } from '../support/size.ts'
import { signedInAt } from '../support/staff.ts'
import { missingRules } from '../support/style-sheets.ts'
import type { Test } from '../support/test.ts'

const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL } })
const db = await openAt(t, DATABASE_URL)
const staff = await signedInAt(db)
const browser = await startBrowser(t)
const PICTURES = process.env.PICTURES

const GALLERY = 'parts in every state'
const CHECKOUT = 'practice checkout'
/** The gallery has several pages in one. The checkout stands for a page of the card provider. */
const UNREAD = [GALLERY, CHECKOUT]
/** It shows a lesson alone, without the footer of the site. */
const PROJECTOR = 'projector'

/** Launches at the demo school and returns the page's address. */
const launched = (course: string, over: Record<string, string> = {}) =>
  launchPath(server.base, course, { lis_person_contact_email_primary: 'ana@school.example', ...over })

/** Launches to place links and returns the page's address; only the practice LMS can sign one. */
const placing = async (): Promise<string> => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?opens=place`)
  await page.frameLocator('iframe[name=tool]').getByRole('heading', { name: 'Add links to your course' }).waitFor()
  const { pathname, search } = new URL(page.frame({ name: 'tool' })!.url())
  await page.context().close()
  return pathname + search
}

/**
 * Resizes one loaded page through widths and color schemes, and checks that it fits and that axe finds nothing. A
 * reload is not needed, as only styles depend on them. It begins as wide as the page before ended.
 */
const look = async (t: Test, page: Page, name: string, looks: Look[] = TWO) => {
  if (!UNREAD.includes(name)) {
    const problems = readingProblems(await accessibilityTree(page))
    t.strictSame(problems, name.startsWith(PROJECTOR) ? ['not one contentinfo'] : [], `${name}: reading order`)
  }
  if (name !== CHECKOUT) t.strictSame(await missingRules(page), [], `${name}: its sheet has its styles`)
  const isWide = page.viewportSize()?.width === looks.at(-1)?.width
  for (const { width, colorScheme, rules } of isWide ? looks.toReversed() : looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await settled(page)
    t.ok((await overflow(page)) <= 0, `${name}: fits ${width} px, ${colorScheme}`)
    if (width === 360)
      for (const [how, css] of Object.entries(READERS))
        t.ok((await overflowWith(page, css)) <= 0, `${name}: fits ${width} px with ${how}`)
    if (rules) t.strictSame(await violations(page, rules), [], `${name}: no violation, ${width} px, ${colorScheme}`)
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
}

/** Styles that a reader may set: text twice as large (WCAG 1.4.4), and more space between lines, letters and words (1.4.12). */
const READERS = {
  'text of 200 %': 'html { font-size: 200% !important }',
  'wide text spacing': `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }`,
}

/** Returns how much wider than its window the page is with a style sheet of the reader. */
const overflowWith = (page: Page, css: string): Promise<number> =>
  page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    const wider = document.documentElement.scrollWidth - innerWidth
    document.adoptedStyleSheets.pop()
    return wider
  }, css)

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  rules?: string[]
}
/** The axe rules whose result depends on the color scheme or the width. */
const NARROW = ['color-contrast', 'target-size', 'scrollable-region-focusable']
const TWO: Look[] = [
  { width: 360, colorScheme: 'dark', rules: NARROW },
  { width: 1440, colorScheme: 'light', rules: ALL_RULES },
]
const SIX: Look[] = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light', rules: ALL_RULES },
  { width: 1440, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: 768, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
]

/** Opens and checks each page in one window. */
const lookAtEach = async (t: Test, page: Page, given: Record<string, string>, looks?: Look[]) => {
  for (const [name, path] of Object.entries(given)) {
    const answer = await page.goto(server.base + path, { waitUntil: 'load' })
    t.ok(path && answer && answer.status() < 500, `${name}: ${path} answers`)
    await look(t, page, name, looks)
  }
}

const agreed = async (href: string): Promise<string> => {
  const body = new URLSearchParams({ agreed: 'yes', intent: 'coupons' })
  await fetch(server.base + href, { method: 'POST', body, redirect: 'manual' })
  return `${href}&step=coupons`
}

const pay = await launched('demo-asl12')
const teacher = await launched('demo-asl1', { roles: 'Instructor' })
const screens: Record<string, string> = {
  home: '/home',
  terms: '/terms',
  privacy: '/privacy',
  'practice LMS': '/demo',
  [GALLERY]: '/demo/ui',
  'sign player': '/demo/player',
  'learning platform stand-in': '/demo/platform?url=https://canvas.example/courses/102',
  'payment page, agree': pay,
  'payment page, code': await agreed(pay),
  'payment page, thank you': await launched('demo-free'),
  'payment page, not activated': await launched('demo-empty'),
  'payment page, sign-up ended': await launched('demo-expired'),
  'payment page, unknown link': '/lti/pay?token=e_unknown0000',
  'payment page, no link': '/lti/pay',
  'teacher page, signs': teacher,
  'teacher page, units': `${teacher}&tab=units&unit=4`,
  'teacher page, resources': `${teacher}&tab=resources`,
  'teacher page, how-to': `${teacher}&tab=how-to`,
  'teacher page, a guide': `${teacher}&tab=how-to&item=get-students-in.hand-out-access-codes`,
  'teacher page, FAQs': `${teacher}&tab=faqs`,
  'teacher page, course map': `${teacher}&tab=units&view=map`,
  'teacher page, roster': teacher.replace('/lti/teacher', '/lti/roster'),
  'teacher page, a step of the roster': `${teacher.replace('/lti/teacher', '/lti/roster')}&step=opened`,
  [`${PROJECTOR}, a lesson`]: `${teacher.replace('/lti/teacher', '/lti/projector')}&unit=4&lesson=4.1`,
  'activities of a unit': `${teacher.replace('/lti/teacher', '/lti/activities')}&unit=4`,
  'homework and practice': `${teacher.replace('/lti/teacher', '/lti/practice')}&unit=4`,
  [`${PROJECTOR}, a unit`]: `${teacher.replace('/lti/teacher', '/lti/projector')}&unit=4`,
  [`${PROJECTOR}, signs`]: `${teacher.replace('/lti/teacher', '/lti/projector')}&unit=4&lesson=4.1&step=2`,
  [`${PROJECTOR}, a spelled sign`]: `${teacher.replace('/lti/teacher', '/lti/projector')}&unit=4&lesson=4.1&step=6`,
  'lesson to print': `${teacher.replace('/lti/teacher', '/lti/lesson')}&unit=4&lesson=4.1`,
  'teacher page, lists of signs': teacher.replace('/lti/teacher', '/lti/lists'),
  dictionary: '/dictionary',
  'code of a card': '/code',
  'dictionary, a unit': '/dictionary?term=Unit+3.1',
  'dictionary, a guess': '/dictionary?term=mohter',
  'dictionary, nothing': '/dictionary?term=zzzzqqqq',
  'dictionary, a sign': '/dictionary?term=Unit+3.1&sign=mother',
  'teacher page, expired': '/lti/teacher?token=x&state=y',
  'launch refused': '/lti/launch',
  'launch refused, in another language': '/lti/refused?reason=browser&reference=7KQ2M-9M4XT',
  'dictionary, a sign that is gone': '/dictionary?sign=nothing',
  'placing links': await placing(),
  'placing links, expired': '/lti/deep_link',
  'vocabulary sheet': '/vocabulary?unit=3.1',
  'key to glosses': '/glosses',
  credits: '/credits',
  'sign with a picture': '/dictionary?sign=family',
  'sign with drawn hands': '/dictionary?sign=fs-coda',
  'practice with cards': '/deck?unit=4.1',
  fingerspelling: '/fingerspelling?word=Zo%C3%AB%20Anna',
  'reading fingerspelling': '/fingerspelling/drill',
  'dictionary in a course': await launched('demo-asl1', { custom_app: 'wts' }),
  observer: '/lti/observer',
  login: '/login',
  'registration, no invitation': '/lti/register',
  'practice LMS, a launch by 1.3': '/demo?course=demo-client/demo-13',
  'practice LMS, placing links': '/demo?opens=place',
}

t.test('pages for everyone, after a launch and in the demo', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await lookAtEach(t, page, screens, isLong ? SIX : TWO)
  t.strictSame(complaints, [], 'no console messages')
  await page.context().close()
})

/** Pages for joining, paying and help, in each state. */
const tokenIn = (href: string): string => new URL(href, server.base).searchParams.get('token') ?? ''
const unpaid = tokenIn(await launched('demo-asl1'))
const inside = tokenIn(await launched('demo-free'))
const ended = await launched('river-asl1', { oauth_consumer_key: 'school_codes' })
await db.orm.execute(
  sql`update entitlements set access_ends_at = now() - interval '2 days' where token = ${tokenIn(ended)}`,
)

const joining: Record<string, string> = {
  'join page, sign-up ended': '/verify?course=c_demo-expired-join-link',
  'join page, unknown link': '/verify?course=c_unknown',
  'join page, no link': '/verify',
  'pay page, sign-up': '/pay?token=c_demo-asl12-join-link',
  'pay page, unknown link': '/pay?token=e_unknown0000',
  'payment page, access ended': ended,
  'payment page, K-12': await launched('maple-asl1', { oauth_consumer_key: 'school_k12' }),
  'LTI success, nothing paid': `/lti_success?token=${unpaid}`,
  'LTI success, in': `/lti_success?token=${inside}`,
  'LTI success, unknown link': '/lti_success?token=e_unknown0000',
  'success, of a course': '/success?course_id=101&live=false',
  'enroll, complete': `/enroll?token=${inside}`,
  'enroll, not yet': `/enroll?token=${unpaid}`,
  'enroll, no link': '/enroll',
  'help, of a course': `/help?token=${unpaid}`,
  parents: `/parents?token=${unpaid}`,
  'help, sent': '/help?sent=yes',
}

t.test('joining, paying and asking for help', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await lookAtEach(t, page, joining)

  const email = 'every.screen@home.example'
  await page.goto(`${server.base}/verify?course=c_demo-asl12-join-link`)
  await look(t, page, 'join page')
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await page.getByText('Email does not look right.').waitFor()
  await look(t, page, 'join page, something missing')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Lima')
  await page.getByLabel('Email', { exact: true }).fill(email)
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Zq7!mellow-otter')
  // A corrected field no longer shows an error.
  await page.waitForFunction(() => !document.querySelector('.sign-up .problem'))
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await page.getByLabel('Pin number').waitFor()
  await look(t, page, 'join page, pin number')
  await page.getByLabel('Pin number').fill(await codeTo(server.dataDir, email))
  await page.getByRole('button', { name: 'Verify Pin Number' }).click()
  await page.waitForURL(/\/pay\?token=e_/)
  await look(t, page, 'pay page, agree')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Enter Code(s)' }).click()
  await page.getByLabel('Access Code').waitFor()
  await look(t, page, 'pay page, code')
  await page.goto(page.url().replace('&step=coupons', ''))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Make Payment', disabled: false }).click()
  await page.getByRole('heading', { name: 'Pay Signbook' }).waitFor()
  await look(t, page, CHECKOUT)
  await page.getByRole('button', { name: 'Pay $98.00' }).click()
  await page.getByText('Thank you. You are in!').waitFor()
  await look(t, page, 'success, in')
  t.strictSame(
    complaints.filter(c => !c.includes('favicon')),
    [],
    'no console errors',
  )
  await page.context().close()
})

/** Pages of staff and of the demo are in English only. Their texts are longest in Spanish everywhere else. */
const inSpanish = Object.entries({ ...screens, ...joining }).filter(([, path]) => !/^\/(demo|login)/.test(path))

t.test('the Spanish pages fit a phone too, also with large text', async t => {
  const { page } = await openPage(browser, server.base, { viewport: { width: 360, height: 800 } })
  for (const [name, path] of inSpanish) {
    await page.goto(`${server.base}${path}${path.includes('?') ? '&' : '?'}lang=es`, { waitUntil: 'load' })
    await settled(page)
    t.equal(await page.getAttribute('html', 'lang'), 'es', name)
    t.ok((await overflow(page)) <= 0, `${name}: fits 360 px in Spanish`)
    for (const [how, css] of Object.entries(READERS))
      t.ok((await overflowWith(page, css)) <= 0, `${name}: fits 360 px in Spanish with ${how}`)
  }
  await page.context().close()
})

/** Addresses with demo data, for pages that otherwise show only a search box. */
const filled: Record<string, string> = {
  '/find': '/find?q=ana@school.example',
  '/token': `/token?token=${tokenIn(pay)}`,
  '/email': '/email/ana@school.example',
  '/access_code': '/access_code/CLASS-ASL1-30',
  '/course': '/course/demo-asl1',
  '/manage_consumer': '/manage_consumer?key=school_codes',
  '/manage_product': '/manage_product?product_code=ASL1',
  '/manage_sproutvideo': '/manage_sproutvideo?domain=canvas.example',
}

t.test('every back-office page', async t => {
  const fields = new URLSearchParams({ intent: 'make', product_code: 'ASL1', count: '12', max_usage: '1' })
  const headers = { cookie: `${staff.name}=${staff.value}`, origin: server.base }
  const made = await fetch(`${server.base}/codes`, { method: 'POST', body: fields, headers })
  t.equal(made.status, 200, 'there is a batch to show')
  await db.orm
    .insert(launchDiary)
    .values({ reference: '7K4MQ-2XNRT', version: '1.1', outcome: 'signature', parameters: ['user_id'] })
  const withSeats = await fetch(`${server.base}/schools/1`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'link' }),
    headers,
  })
  const [seats = ''] = (await withSeats.text()).match(/\/seats\/[\w.-]+/) ?? []
  await db.orm.execute(
    sql`insert into deployments (platform_id, deployment_id, seen_name) select 1, 'new', name from schools where id = 2`,
  )
  const schools = ['/schools/1', '/schools/1/join', '/schools/1/join?other=2', '/schools/1/move/consumer/1']
  const things = ['/courses/1', ...schools, '/payments/1', '/deployments?id=1', '/people/1', seats]
  const paid = '/find?q=%2498.00'
  const signs = ['/signs/hello', '/add_sign', '/import_signs', '/clips/sign/hello', '/clips/files', '/clips/signers']
  const own = ['/account', '/your_name?change=yes', '/person/1', ...things, ...signs]
  const listed = navOf(siteMap)
    .filter(({ isUnlisted }) => !isUnlisted)
    .map(({ href }) => filled[href] ?? href)
  /** Pages for everyone, in the navigation of staff and so with their sheet. */
  const open = ['/home', '/terms', '/code', '/help?sent=yes', '/parents', '/verify?course=c_demo-asl12-join-link']
  open.push(`/enroll?token=${inside}`, `/lti_success?token=${inside}`)
  const office = [...open, ...listed, '/codes/1', '/codes/1/cards', paid, ...own]
  const { page, complaints } = await openPage(browser, server.base)
  await page.context().addCookies([{ ...staff, url: server.base }])
  for (const path of office) {
    const answer = await page.goto(server.base + path, { waitUntil: 'load' })
    t.match(answer && { status: answer.status(), url: answer.url() }, { status: 200, url: server.base + path })
    await look(t, page, path)
  }
  t.strictSame(complaints, [], 'no console messages')
  await page.context().close()
})

t.test('the API reference, which is Swagger UI', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.context().addCookies([{ ...staff, url: server.base }])
  await page.goto(`${server.base}/api_reference`)
  await page.getByRole('heading', { name: 'Codes' }).click()
  await page.getByText('/twa/make_coupons').click()
  await page.getByText('"note": "Order 1042"').waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  t.ok((await overflow(page)) <= 0, 'fits')
  const own = complaints.filter(complaint => !complaint.startsWith('foreign request data:'))
  t.strictSame(own, [], 'its files are ours, and the policy allows them')
  await page.context().close()
})
