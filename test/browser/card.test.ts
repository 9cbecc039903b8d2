import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import t from 'tap'
import { openPage, overflow, settled, startBrowser, violations } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'

/** Paying in the practice checkout, from the LMS frame to the course. */
const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser: Browser = await startBrowser(t)
const PICTURES = process.env.PICTURES

const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Opens the tool: by itself with a script, else by the button of the practice LMS. */
const openFrame = async (page: Page, course: string, person: string, hasScript = true): Promise<Frame> => {
  await page.goto(`${server.base}/demo?course=twa_demo%2F${course}&person=${person}#lms`)
  if (!hasScript) await page.getByRole('button', { name: 'Open Signbook in the course' }).click()
  await page.frameLocator('iframe[name=tool]').getByText('Your course needs').waitFor()
  const frame = page.frame({ name: 'tool' })!
  if (hasScript) await settled(frame)
  return frame
}

const ways: Record<string, { options: BrowserContextOptions; person: string }> = {
  'with JavaScript': { options: {}, person: 'ana' },
  'without JavaScript': { options: { javaScriptEnabled: false }, person: 'ben' },
}

for (const [name, { options, person }] of Object.entries(ways)) {
  t.test(
    `${name}: goes from the frame to the checkout in the top window, is declined, pays and gets access`,
    async t => {
      const { page, complaints } = await openPage(browser, server.base, options)
      const tool = await openFrame(page, 'demo-asl12', person, options.javaScriptEnabled)
      await tool.getByText('$98.00').waitFor()
      await tool.getByText('Test mode: your card is not charged.').waitFor()
      await tool.getByRole('checkbox').check()
      await picture(page, `frame-${person}`)
      await tool.getByRole('button', { name: 'Make Payment', disabled: false }).click()

      await page.getByRole('heading', { name: 'Pay Signbook' }).waitFor()
      t.equal(page.frames().length, 1, 'the checkout has the window to itself')
      await picture(page, `checkout-${person}`)
      await page.getByLabel('Declined').check()
      await page.getByRole('button', { name: 'Pay $98.00' }).click()
      await page.getByText('Your card was declined.').waitFor()
      await picture(page, `declined-${person}`)
      await page.getByLabel('4242 4242 4242 4242').check()
      await page.getByRole('button', { name: 'Pay $98.00' }).click()

      await page.getByText('Thank you. You are in!').waitFor()
      t.match(
        await page.getByRole('link', { name: 'Open your course' }).getAttribute('href'),
        'canvas.example/courses/',
      )
      await picture(page, `thanks-${person}`)
      t.strictSame(
        complaints.filter(c => !c.includes('favicon')),
        [],
        'no console errors, no foreign requests',
      )
      const again = await openPage(browser, server.base, options)
      await again.page.goto(page.url())
      await again.page.getByText('You are in!').waitFor()
    },
  )
}

t.test('waits for a slow payment and shows the result without a reload', async t => {
  const { page } = await openPage(browser, server.base)
  const tool = await openFrame(page, 'demo-asl1', 'chloe')
  await tool.getByRole('checkbox').check()
  await tool.getByRole('button', { name: 'Make Payment', disabled: false }).click()
  await page.getByLabel('Paid a few seconds later').check()
  // Answers 503 twice, and until axe has run. A page that reloads on an error would show it.
  let failed = 0
  let isLookedAt = true
  const outOfOrder = { status: 503, body: 'Out of order' }
  await page.route(
    url => url.pathname === '/lti_success',
    route => {
      const looks = route.request().resourceType() === 'fetch'
      const fails = looks ? ++failed <= 2 || isLookedAt : failed === 1
      return fails ? route.fulfill(outOfOrder) : route.continue()
    },
  )
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await page.getByRole('heading', { name: 'We are confirming your payment' }).waitFor()
  await picture(page, 'confirming')
  t.strictSame(await violations(page), [])
  isLookedAt = false
  await page.getByText('Thank you. You are in!').waitFor()
})

t.test('asks for a receipt address when the LMS sends no email', async () => {
  const { page } = await openPage(browser, server.base)
  const tool = await openFrame(page, 'demo-asl1', 'dev')
  await tool.getByRole('checkbox').check()
  await picture(page, 'receipt')
  await tool.getByRole('button', { name: 'Make Payment', disabled: false }).click()
  // Reported at the field, before anything leaves the frame.
  await tool.getByText('Enter an email for the receipt.').waitFor()
  await picture(page, 'receipt-wrong')
  await tool.getByLabel('Email for the receipt').fill('dev@home.example')
  await tool.getByRole('button', { name: 'Make Payment', disabled: false }).click()
  await page.getByRole('heading', { name: 'Receipt goes to' }).waitFor()
  await page.getByText('dev@home.example').waitFor()
})

t.test('the practice checkout fits every width in both color schemes', async t => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, server.base, { colorScheme })
    const tool = await openFrame(page, 'demo-asl12', 'chloe')
    await tool.getByRole('checkbox').check()
    await tool.getByRole('button', { name: 'Make Payment', disabled: false }).click()
    await page.getByRole('heading', { name: 'Pay Signbook' }).waitFor()
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      t.ok((await overflow(page)) <= 0, `${width} px, ${colorScheme}: fits`)
      await picture(page, `checkout-${width}-${colorScheme}`)
    }
  }
})
