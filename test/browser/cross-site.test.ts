import Fastify from 'fastify'
import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { openDatabase } from '#src/core/db/db.ts'
import { startLmsEmulator } from '#src/practice/emulators/lms.ts'
import { deployments, platforms, schools } from '#src/schools/store/schema.ts'
import { settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startFrameProxy } from '../support/frame-proxy.ts'
import { startServer } from '../support/running.ts'
import { formBody, signPairs } from '../support/sign.ts'
import type { Test } from '../support/test.ts'

/** The tool in a frame of another site (127.0.0.1 in localhost), with third-party cookies blocked. */
const databaseUrl = await freshDatabaseUrl(t)
const proxy = await startFrameProxy(t)
const tool = `http://127.0.0.1:${proxy.port}`
const behind = await startServer(t, { env: { DATABASE_URL: databaseUrl, PUBLIC_URL: tool } })
proxy.target = Number(new URL(behind.base).port)
const lms = await startLmsEmulator({ toolUrl: tool, clientId: 'client-1', host: 'localhost', now: () => new Date() })
t.teardown(() => lms.close())

const db = await openDatabase({ databaseUrl, dataDir: '' })
const [platform] = await db.orm
  .insert(platforms)
  .values({
    issuer: lms.issuer,
    clientId: 'client-1',
    domain: 'localhost',
    preset: 'custom',
    authorizationRedirect: `${lms.base}/auth`,
    publicKeysUrl: `${lms.base}/jwks`,
    grantUrl: `${lms.base}/token`,
  })
  .returning()
const [school] = await db.orm.insert(schools).values({ name: 'River High' }).returning()
await db.orm
  .insert(deployments)
  .values({ platformId: platform!.id, deploymentId: '1', status: 'approved', schoolId: school!.id })
await db.close()

/** Playwright sometimes loses a frame that changes its process twice in a row, so all frames share one process. */
const browser = await startBrowser(t, ['--disable-site-isolation-trials'])

/** Chromium 147 requires the last two, and newer versions ignore them. */
const BLOCK_THIRD_PARTY = {
  enableThirdPartyCookieRestriction: true,
  disableThirdPartyCookieMetadata: true,
  disableThirdPartyCookieHeuristics: true,
}

/** `blocked`: the proxy also drops the partitioned cookies, as browsers without them do. */
const newPage = async (t: Test, { blocked }: { blocked: boolean }): Promise<Page> => {
  proxy.blockInFrames = blocked
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  // Without this the next command has no effect.
  await devTools.send('Network.enable')
  await devTools.send('Network.setCookieControls', BLOCK_THIRD_PARTY)
  return page
}

const visible = (page: Page | ReturnType<Page['frameLocator']>, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 60_000 })

const frameOf = async (page: Page, text: string | RegExp): Promise<Frame> => {
  const frame = page.frameLocator('iframe[name=tool]')
  await visible(frame, text).catch(async error => {
    throw new Error(`${error.message}\nThe frame shows: ${await frame.locator('body').innerText({ timeout: 5000 })}`)
  })
  return page.frame({ name: 'tool' })!
}

const open13 = async (page: Page, query: Record<string, string>) => {
  await page.goto(`${lms.base}/course?${new URLSearchParams(query)}`)
  await page.getByRole('button', { name: 'Open the tool' }).click()
}

/** Serves a course page that signs LTI 1.1 launches, on its own port. */
const coursePage11 = async (t: Test, role: string, context = 'demo-empty', sandbox = ''): Promise<string> => {
  const server = Fastify()
  const base = () => `http://localhost:${(server.server.address() as { port: number }).port}/`
  server.get('/', async (_request, reply) => {
    const fields = signPairs(
      `${tool}/lti/launch`,
      Object.entries({
        lti_message_type: 'basic-lti-launch-request',
        lti_version: 'LTI-1p0',
        oauth_consumer_key: 'twa_demo',
        resource_link_id: 'l',
        context_id: context,
        user_id: `u-${role}`,
        roles: role === 'student' ? 'Learner' : 'Instructor',
        launch_presentation_return_url: base(),
      }),
      { secret: 'demo-secret', timestamp: Math.floor(Date.now() / 1000) },
    )
    const inputs = [...new URLSearchParams(formBody(fields))].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
    )
    return reply
      .type('text/html')
      .send(
        `<iframe name="tool" width="900" height="700" ${sandbox}></iframe><form method="post" action="${tool}/lti/launch" target="tool">${inputs.join('')}<button>Open the tool</button></form>`,
      )
  })
  await server.listen({ port: 0, host: 'localhost' })
  t.teardown(() => server.close())
  return base()
}

const people = [
  {
    role: 'student',
    sees: 'This course is not activated yet',
    at11: /\/lti\/pay\?token=e_/,
    at13: /\/lti\/pay\?token=m_/,
  },
  { role: 'teacher', sees: "What's the Sign?", at11: /\/lti\/teacher\?state=/, at13: /\/lti\/teacher\?state=/ },
]

for (const { role, sees, at11, at13 } of people) {
  t.test(`1.3, ${role}: the browser returns the partitioned cookie and no others`, async t => {
    const page = await newPage(t, { blocked: false })
    // Sets the proxy's cookie as first party here; in the frame it is third-party.
    await page.goto(`${tool}/home`)
    proxy.framedCookies.length = 0
    await open13(page, { role })
    const frame = await frameOf(page, sees)
    t.match(frame.url(), at13)
    t.ok(
      proxy.framedCookies.some(c => c.includes('__Host-lti_')),
      'partitioned',
    )
    t.notOk(
      proxy.framedCookies.some(c => c.includes('third=')),
      'third-party cookies are blocked in this browser',
    )
    await frame.goto(frame.url())
    await frameOf(page, sees)
  })

  t.test(`1.3, ${role}: without cookies the platform stores the value`, async t => {
    const page = await newPage(t, { blocked: true })
    await open13(page, { role, storage: 'on' })
    t.match((await frameOf(page, sees)).url(), at13)
  })

  for (const like of ['', 'canvas', 'moodle']) {
    t.test(`1.3, ${role}, ${like || 'any LMS'}: without cookies and storage a click opens the launch`, async t => {
      const page = await newPage(t, { blocked: true })
      await open13(page, { role, ...(like ? { like } : {}) })
      const frame = await frameOf(page, 'One more step')
      await frame.getByRole('button', { name: 'Continue as Ana Íñiguez in American Sign Language by LTI 1.3' }).click()
      t.match((await frameOf(page, sees)).url(), at13)
      t.equal(page.context().pages().length, 1, 'no new window')
    })
  }

  t.test(`1.1, ${role}: needs no cookie`, async t => {
    const page = await newPage(t, { blocked: true })
    await page.goto(await coursePage11(t, role))
    await page.getByRole('button', { name: 'Open the tool' }).click()
    t.match((await frameOf(page, sees)).url(), at11)
  })
}

t.test('1.3: deep linking without cookies and storage: a click opens it, and the links are placed', async t => {
  const page = await newPage(t, { blocked: true })
  await open13(page, { role: 'teacher', message: 'LtiDeepLinkingRequest', like: 'moodle' })
  const frame = await frameOf(page, 'One more step')
  await frame.getByRole('button', { name: /^Continue as Ana/ }).click()
  const chooser = await frameOf(page, 'Add links to your course')
  await settled(chooser)
  await chooser.getByRole('checkbox').first().check()
  await chooser.getByRole('button', { name: 'Add to course' }).click()
  await frameOf(page, 'Placed in the course')
  t.pass('placed')
})

t.test('1.3: a page of another site cannot press the button', async t => {
  const page = await newPage(t, { blocked: true })
  await open13(page, { role: 'student' })
  const frame = await frameOf(page, 'One more step')
  const id = await frame.locator('input[name=id]').inputValue()
  const evil = Fastify()
  evil.get('/', async (_request, reply) =>
    reply
      .type('text/html')
      .send(
        `<form method="post" action="${tool}/lti/continue"><input name="id" value="${id}"><button>Win</button></form>`,
      ),
  )
  await evil.listen({ port: 0, host: 'localhost' })
  t.teardown(() => evil.close())
  const pushed = await page.context().newPage()
  await pushed.goto(`http://localhost:${(evil.server.address() as { port: number }).port}/`)
  await pushed.getByRole('button').click()
  await visible(pushed, 'your browser blocked our cookie')
  await frame.getByRole('button', { name: /^Continue as/ }).click()
  await frameOf(page, 'This course is not activated yet')
  t.pass('the click on our page still works')
})

for (const [name, sandbox] of [
  ['frame', ''],
  ['sandboxed frame', 'sandbox="allow-forms allow-scripts allow-same-origin allow-top-navigation-by-user-activation"'],
] as const) {
  t.test(`1.1, a ${name}: Make Payment checks that the server answers and still opens in the top window`, async t => {
    const page = await newPage(t, { blocked: true })
    await page.goto(await coursePage11(t, 'student', 'demo-asl1', sandbox))
    const course = page.url()
    await page.getByRole('button', { name: 'Open the tool' }).click()
    const frame = await frameOf(page, 'Your course needs')
    await settled(frame)
    await frame.getByRole('checkbox').check()
    await frame.getByLabel('Email for the receipt').fill('ana@home.example')
    await page.route('**/healthz', route => route.abort(), { times: 1 })
    await frame.getByRole('button', { name: 'Make Payment' }).click()
    await visible(page.frameLocator('iframe[name=tool]'), 'Uh oh!')
    t.equal(page.url(), course)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await visible(page, 'Pay Signbook')
    t.equal(page.frames().length, 1, 'the checkout has the window to itself')
  })
}
