import Fastify from 'fastify'
import type { Frame, Page } from 'playwright-core'
import t from 'tap'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { launchPath } from '../support/launched.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

/** An LMS page whose frame is as low as Moodle's. With `?resizes` it takes the reported height, as Canvas does. */
const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)
const LOW = 652
const lms = Fastify()
lms.get('/', (_request, reply) =>
  reply.type('text/html').send(
    `<body style="margin:0"><iframe name="tool" style="width:830px;height:${LOW}px;border:0"></iframe><script>
      window.messages = []
      addEventListener('message', ({ data }) => {
        messages.push(data)
        if (location.search && data.subject === 'lti.frameResize') document.querySelector('iframe').style.height = data.height + 'px'
      })
    </script>`,
  ),
)
lms.get('/favicon.ico', (_request, reply) => reply.code(204).send())
await lms.listen({ port: 0, host: '127.0.0.1' })
t.teardown(() => lms.close())
const lmsBase = `http://127.0.0.1:${(lms.server.address() as { port: number }).port}`

const openFramed = async (path: string, query = ''): Promise<{ page: Page; tool: Frame }> => {
  const { page } = await openPage(browser, server.base, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${lmsBase}/${query}`)
  const tool = page.frame('tool')!
  await tool.goto(server.base + path)
  await settled(tool)
  return { page, tool }
}
const at = { launch_presentation_return_url: `${lmsBase}/` }
const silent = { ...at, user_id: 'silent', lis_person_contact_email_primary: '' }

t.test('the agree step of two products fits the frame of Moodle, also in Spanish and with the email field', async t => {
  for (const [user, locale] of [
    ['ana', 'en-US'],
    ['bea', 'es-US'],
  ]) {
    const over = { ...silent, user_id: user ?? '', launch_presentation_locale: locale ?? '' }
    const { tool } = await openFramed(await launchPath(server.base, 'demo-asl12', over))
    await tool.locator('[name=receipt_email]').waitFor()
    const high = await tool.evaluate(() => document.documentElement.scrollHeight)
    t.ok(high <= LOW, `${locale}: ${high} px`)
  }
})

t.test('each page reports its height, and again when it changes; then only the LMS scrolls', async t => {
  const teacher = await launchPath(server.base, 'demo-asl1', { ...at, roles: 'Instructor' })
  const { page, tool } = await openFramed(`${teacher}&tab=faqs`, '?resizes')
  const fits = () =>
    tool.waitForFunction(low => innerHeight !== low && document.documentElement.scrollHeight === innerHeight, LOW)
  await fits()
  const opened = await tool.evaluate(() => innerHeight)
  await tool.locator('details[open] > summary').first().click()
  await tool.waitForFunction(before => innerHeight < before, opened)
  await fits()
  const messages: unknown[] = await page.evaluate('messages')
  t.hasStrict(messages.at(-2), { subject: 'lti.frameResize', height: await tool.evaluate(() => innerHeight) })
  t.equal(messages.at(-1), JSON.stringify(messages.at(-2)))
})

t.test('in a frame higher than the window, a dialog opens where one looks', async t => {
  const teacher = await launchPath(server.base, 'demo-asl1', { ...at, roles: 'Instructor' })
  const { page, tool } = await openFramed(`${teacher}&tab=units&unit=1`, '?resizes')
  await tool.waitForFunction(() => innerHeight > 900)
  await page.evaluate(() => scrollTo(0, 0))
  await tool.evaluate(() => document.querySelector<HTMLElement>('[data-dialog]')?.click())
  await tool.locator('dialog[open][style]').waitFor()
  const isInSight = async () => {
    const box = await tool.locator('dialog').boundingBox()
    return box && box.y >= 0 && box.y + box.height <= 900
  }
  await t.resolves(until('the dialog is in sight', isInSight, 5))
})
