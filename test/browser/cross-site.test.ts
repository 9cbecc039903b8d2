import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { startLmsEmulator } from '#src/demo/emulators/lms.ts'
import { openDatabase } from '#src/store/db.ts'
import { deployments, platforms } from '#src/store/schema/platforms.ts'
import { PATIENCE_MS, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { freePort } from '../support/postgres.ts'
import { startServer } from '../support/running.ts'
import { formBody, signPairs } from '../support/sign.ts'

/** Another site's frame, with third-party cookies blocked: the tool is on 127.0.0.1, the LMS on localhost. */
const databaseUrl = await freshDatabaseUrl(t)
const port = await freePort()

/** Stands before the tool. Worse than any browser's setting: it lets no cookie through from a frame, partitioned or not. */
let cookieless = false
const front = createServer((asked, answer) => {
  const isFramed = asked.headers['sec-fetch-dest'] === 'iframe'
  const { cookie, ...headers } = asked.headers
  const kept = cookie && !(cookieless && isFramed) ? { ...headers, cookie } : headers
  const passed = request({ port, method: asked.method, path: asked.url, headers: kept }, got => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  asked.pipe(passed)
})
await new Promise<void>(listening => front.listen(0, '127.0.0.1', listening))
t.teardown(() => front.close())
const tool = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
await startServer(t, { port, env: { DATABASE_URL: databaseUrl, PUBLIC_URL: tool } })
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
await db.orm.insert(deployments).values({ platformId: platform!.id, deploymentId: '1', status: 'approved' })
await db.close()

/** Cookies partitioned by site as Chromium does it now, or none at all in the frame, as `cookieless` is. */
const start = async (isCookieless: boolean) => {
  cookieless = isCookieless
  const browser = await startBrowser(t, ['--test-third-party-cookie-phaseout'])
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

const frameOf = async (page: Page, text: string | RegExp): Promise<Frame> => {
  await page.frameLocator('iframe[name=tool]').getByText(text).first().waitFor()
  return page.frame({ name: 'tool' })!
}

const open13 = async (page: Page, query: Record<string, string>) => {
  await page.goto(`${lms.base.replace('127.0.0.1', 'localhost')}/course?${new URLSearchParams(query)}`)
  await page.getByRole('button', { name: 'Open the tool' }).click()
}

const people = [
  { role: 'student', sees: 'This course is not activated yet' },
  { role: 'teacher', sees: 'type a word or a specific unit' },
]

for (const { role, sees } of people) {
  t.test(`1.3, ${role}: the partitioned cookie comes back`, async t => {
    const page = await (await start(false)).newPage()
    await open13(page, { role })
    const frame = await frameOf(page, sees)
    t.match(frame.url(), role === 'student' ? /\/lti\/pay\?token=m_/ : /\/lti\/teacher\?state=/)
    await frame.goto(frame.url())
    await frameOf(page, sees)
  })

  t.test(`1.3, ${role}: no cookie at all, the platform keeps the value`, async t => {
    const page = await (await start(true)).newPage()
    await open13(page, { role, storage: 'on' })
    const frame = await frameOf(page, sees)
    t.match(frame.url(), role === 'student' ? /\/lti\/pay/ : /\/lti\/teacher/)
  })

  t.test(`1.3, ${role}: no cookie, no storage, a window of our own`, async t => {
    const context = await start(true)
    const page = await context.newPage()
    await open13(page, { role })
    const frame = await frameOf(page, 'One more step')
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('button', { name: 'Open in a new window' }).click(),
    ])
    await popup.getByText(sees).first().waitFor()
    t.match(popup.url(), role === 'student' ? /\/lti\/pay/ : /\/lti\/teacher/)
  })

  t.test(`1.1, ${role}: needs no cookie`, async t => {
    const server = Fastify()
    server.get('/', async (_request, reply) => {
      const fields = signPairs(
        `${tool}/lti/launch`,
        Object.entries({
          lti_message_type: 'basic-lti-launch-request',
          lti_version: 'LTI-1p0',
          oauth_consumer_key: 'twa_demo',
          resource_link_id: 'l',
          context_id: 'demo-empty',
          user_id: `u-${role}`,
          roles: role === 'student' ? 'Learner' : 'Instructor',
          launch_presentation_return_url: `http://localhost:${(server.server.address() as { port: number }).port}/`,
        }),
        { secret: 'demo-secret', timestamp: Math.floor(Date.now() / 1000) },
      )
      const inputs = [...new URLSearchParams(formBody(fields))].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
      )
      return reply
        .type('text/html')
        .send(
          `<iframe name="tool" width="900" height="700"></iframe><form method="post" action="${tool}/lti/launch" target="tool">${inputs.join('')}<button>Open the tool</button></form>`,
        )
    })
    await server.listen({ port: 0, host: 'localhost' })
    t.teardown(() => server.close())
    const page = await (await start(true)).newPage()
    await page.goto(`http://localhost:${(server.server.address() as { port: number }).port}/`)
    await page.getByRole('button', { name: 'Open the tool' }).click()
    const frame = await frameOf(page, sees)
    t.match(frame.url(), role === 'student' ? /\/lti\/pay\?token=e_/ : /\/lti\/teacher/)
  })
}
