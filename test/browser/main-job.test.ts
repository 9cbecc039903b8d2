import type { Frame, Locator, Page } from 'playwright-core'
import t from 'tap'
import { openPage, settled, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)

/** Returns the practice LMS frame once it shows the text and its islands are ready. */
const frameWith = async (page: Page, text: string): Promise<Frame> => {
  await page.frameLocator('iframe[name=tool]').getByText(text).first().waitFor()
  const frame = page.frame({ name: 'tool' })!
  await settled(frame)
  return frame
}

/** Waits for the field to be cleared or set. */
const becomes = (box: Locator, value: string) =>
  until(`the field holds '${value}'`, async () => (await box.inputValue()) === value)

t.test('without JavaScript: goes from the practice LMS to thank you with two codes', async t => {
  const { page, complaints } = await openPage(browser, server.base, { javaScriptEnabled: false })
  await page.goto(`${server.base}/demo`)
  await page.getByLabel('Person').selectOption('ben')
  await page.getByRole('button', { name: 'Open the course' }).click()
  await page.getByRole('button', { name: 'Open Signbook in the course' }).click()
  const tool = page.frameLocator('iframe[name=tool]')

  await tool.getByRole('button', { name: 'Enter Access Code' }).click()
  t.ok(await tool.getByRole('checkbox').isVisible(), 'the browser itself requires the checkbox')
  await tool.getByRole('checkbox').check()
  await tool.getByRole('button', { name: 'Enter Access Code' }).click()

  await tool.getByLabel('Access Code').fill('ab')
  await tool.getByRole('button', { name: 'Submit' }).click()
  await tool.getByText('The code given is not right.').waitFor()
  t.equal(await tool.getByLabel('Access Code').inputValue(), 'ab', 'keeps the typed value')

  await tool.getByLabel('Access Code').fill('demo asl1 0011')
  await tool.getByRole('button', { name: 'Submit' }).click()
  await tool.getByText('1 of 2 codes validated: DEMO-ASL1-0011').waitFor()
  t.equal(await tool.getByText('DEMO-ASL1-0011').count(), 1, 'shows the code once')
  await tool.getByRole('link', { name: 'Pay for it by card' }).click()
  await tool.getByText('Total by card').waitFor()
  await tool.getByRole('button', { name: 'Enter Access Code' }).click()
  await tool.getByLabel('Access Code').fill('DEMO-ASL2-0011')
  await tool.getByRole('button', { name: 'Submit' }).click()
  await tool.getByText('Thank you. You are in!').waitFor()
  // The demo's learning platform has no server: a page of ours shows the link's target.
  await tool.getByRole('link', { name: 'Open your course' }).click()
  await page.getByRole('heading', { name: 'American Sign Language 1 and 2' }).waitFor()
  await page.getByText('The link leads to https://canvas.example/courses/102').waitFor()
  t.strictSame(complaints, [])
})

t.test('with JavaScript: the same, without loading a page between the codes', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo`)
  const tool = await frameWith(page, 'Your course needs')
  for (const name of ['Enter Access Code', 'Make Payment'])
    await tool.getByRole('button', { name, disabled: true }).waitFor()
  await tool.getByRole('checkbox').check()

  await tool.evaluate(() => Object.assign(window, { stillHere: true }))
  await tool.getByRole('button', { name: 'Enter Access Code' }).click()
  const code = tool.getByLabel('Access Code')
  await tool.locator('[name=coupon]:focus').waitFor()

  await code.fill('DEMO-ASL1-0012')
  await code.press('Enter')
  await tool.getByText('1 of 2 codes validated: DEMO-ASL1-0012').waitFor()
  await becomes(code, '')
  await code.fill('demo-asl1-0012')
  await code.press('Enter')
  await becomes(code, '')
  await tool.getByText('You have already added this code.').waitFor()
  await tool.evaluate(() => history.back())
  await tool.getByText('You have already added this code.').waitFor({ state: 'detached' })
  t.equal(await tool.getByText('codes validated').innerText(), '1 of 2 codes validated: DEMO-ASL1-0012')

  await code.fill('CLASS')
  await code.press('Enter')
  await tool.getByText('The code given is not right.').waitFor()
  t.equal(await code.inputValue(), 'CLASS')
  const long = 'DEMO-ASL2-0012 DEMO-ASL2-0013'
  await code.fill('')
  await code.focus()
  await page.keyboard.insertText(long)
  await code.press('Enter')
  await tool.locator('[name=coupon][aria-invalid]').waitFor()
  t.equal(await code.inputValue(), long, 'a long value is rejected, not cut')
  await code.fill('DEMO-ASL2-0012')
  await code.press('Enter')
  await tool.getByText('Thank you. You are in!').waitFor()
  t.ok(await tool.evaluate(() => 'stillHere' in window), 'the same document from the first step to the last')
  t.strictSame(complaints, [])
})

t.test('the QR code of a card shows its code, and fills the box of the next course, once', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}/code#demo-asl1-0014`)
  await page.locator('.scanned-code code').waitFor()
  t.strictSame(await page.locator('.scanned-code code span').allInnerTexts(), ['DEMO', 'ASL1', '0014'])
  const openCodeStep = async () => {
    await page.goto(`${server.base}/demo?course=twa_demo%2Fdemo-asl1&person=chloe`)
    const tool = await frameWith(page, 'Your course needs')
    await tool.getByRole('checkbox').check()
    await tool.getByRole('button', { name: 'Enter Access Code' }).click()
    return tool.getByLabel('Access Code')
  }
  await becomes(await openCodeStep(), 'demo-asl1-0014')
  await becomes(await openCodeStep(), '')
  await page.goto(`${server.base}/code`)
  await page.getByText('Your code is on your card.').waitFor()
  t.strictSame(complaints, [])
})

t.test('losing the server shows Uh oh! and keeps the typed value', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?course=twa_demo%2Fdemo-asl1&person=chloe`)
  const tool = await frameWith(page, 'Your course needs')
  await tool.getByRole('checkbox').check()
  await tool.getByRole('button', { name: 'Enter Access Code' }).click()
  await tool.getByLabel('Access Code').fill('DEMO-ASL1-0013')
  await page.context().setOffline(true)
  await tool.getByRole('button', { name: 'Submit' }).click()
  await tool.getByText('Uh oh!').waitFor()
  t.equal(await tool.locator('[name=coupon]').inputValue(), 'DEMO-ASL1-0013', 'keeps the typed value behind the notice')
  await page.context().setOffline(false)
  await tool.getByRole('button', { name: 'Try again' }).click()
  await tool.getByText('Thank you. You are in!').waitFor()
})

t.test('Terms and Privacy open as dialogs and close with Escape', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?person=dev`)
  const tool = await frameWith(page, 'Your course needs')
  await tool.getByRole('button', { name: 'Make Payment', disabled: true }).waitFor()
  for (const name of ['Terms of Use', 'Privacy Policy']) {
    await tool.getByRole('link', { name }).first().click()
    await tool.getByRole('dialog', { name }).waitFor()
    await page.keyboard.press('Escape')
    await tool.getByRole('dialog').waitFor({ state: 'detached' })
  }
  t.strictSame(complaints, [])
})

t.test('Terms and Privacy are read on every kind of page: in a dialog, or without JavaScript on a page', async t => {
  const scripted = await openPage(browser, server.base)
  const plain = await openPage(browser, server.base, { javaScriptEnabled: false })
  for (const [path, names] of [
    ['/home', ['Terms of Use', 'Privacy Policy']],
    ['/terms', ['Terms of Use', 'Privacy Policy']],
    ['/success', ['Terms of Use', 'Privacy Policy']],
    ['/no/such/page', ['Terms of Use', 'Privacy Policy']],
    ['/login', ['Terms of Use', 'Privacy Policy']],
    // Last, because it is remembered.
    ['/home?lang=es', ['Términos de uso', 'Política de privacidad']],
  ] as const)
    for (const [name, word] of [
      [names[0], 'Texas'],
      [names[1], '13'],
    ] as const) {
      await scripted.page.goto(server.base + path)
      const footer = { scripted: scripted.page.locator('footer'), plain: plain.page.locator('footer') }
      await footer.scripted.getByRole('link', { name }).click()
      await scripted.page.getByRole('dialog', { name }).getByText(word).first().waitFor()
      await plain.page.goto(server.base + path)
      const [opened] = await Promise.all([
        plain.page.context().waitForEvent('page'),
        footer.plain.getByRole('link', { name }).click(),
      ])
      await opened.getByRole('main').getByText(word).first().waitFor()
      t.match(await opened.getByRole('heading', { level: 1 }).innerText(), name, `${path}: ${name}`)
      await opened.close()
    }
})

t.test('a checked box and a typed code survive until the script loads', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/demo?course=school_codes%2Friver-asl1&person=chloe`)
  const address = (await frameWith(page, 'Your course needs')).url()
  let arrive = () => {}
  let scripts = Promise.resolve()
  const hold = () => {
    scripts = new Promise(go => (arrive = go))
  }
  await page.route('**/*.js', async route => {
    await scripts
    await route.continue()
  })

  hold()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('checkbox').check()
  arrive()
  await page.locator('[data-live]').waitFor()
  t.ok(await page.getByRole('checkbox').isChecked())
  await page.getByRole('button', { name: 'Enter Access Code' }).click()
  await page.getByLabel('Access Code').waitFor()

  hold()
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Access Code').fill('DEMO-ASL1-0014')
  arrive()
  await page.locator('[data-live]').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Thank you. You are in!').waitFor()
  await page.locator('h2:focus', { hasText: 'Thank you.' }).waitFor()
})

t.test('tests wait for a page whose scripts are late', async t => {
  const { page } = await openPage(browser, server.base)
  let arrive = () => {}
  const scripts = new Promise<void>(go => (arrive = go))
  await page.route('**/*.js', async route => {
    await scripts
    await route.continue()
  })
  await page.goto(`${server.base}/verify?course=c_demo-asl1-join-link`, { waitUntil: 'commit' })
  await page.getByLabel('First name').waitFor()
  let isSettled = false
  const waiting = settled(page).then(() => (isSettled = true))
  await page.waitForTimeout(500)
  t.notOk(isSettled)
  arrive()
  await waiting
  t.ok((await page.locator('[data-live]').count()) > 0)
})

t.test('Back and Forward move between the steps, and do not leave the learning platform', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/home`)
  await page.goto(`${server.base}/demo`)
  await page.getByLabel('Person').selectOption('chloe')
  await page.getByRole('button', { name: 'Open the course' }).click()
  const tool = await frameWith(page, 'Your course needs')
  await tool.getByRole('checkbox').check()
  await tool.getByRole('button', { name: 'Enter Access Code' }).click()
  await tool.getByLabel('Access Code').waitFor()
  const go = (way: 'back' | 'forward') => page.evaluate(way => history[way](), way)
  await go('back')
  await tool.getByText('Your course needs').waitFor()
  t.ok(await tool.getByRole('checkbox').isChecked(), 'the box is still checked')
  await go('forward')
  await tool.getByLabel('Access Code').waitFor()
  t.match(page.url(), '/demo')
})

t.test('a language switch keeps what was typed, but no password', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/verify?course=c_demo-asl1-join-link`)
  await page.getByLabel('First name').fill('Lucía')
  await page.getByLabel('Password', { exact: true }).fill('Zq7!mellow-otter')
  await page.getByRole('link', { name: 'Español' }).click()
  await page.locator('html[lang=es]').waitFor()
  await settled(page)
  t.equal(await page.locator('[name=first_name]').inputValue(), 'Lucía')
  t.equal(await page.locator('[name=password]').inputValue(), '')
  // A page without islands.
  await page.goto(`${server.base}/help`)
  await page.locator('[name=text]').fill('No encuentro mi código.')
  await page.getByRole('link', { name: 'English' }).click()
  await page.locator('html[lang=en]').waitFor()
  await settled(page)
  t.equal(await page.locator('[name=text]').inputValue(), 'No encuentro mi código.')
})

t.test('the dictionary saves pictures on a slow line, also where a browser does not say how fast it is', async t => {
  for (const [connection, list] of [
    [{ type: 'wifi' }, 'signs'],
    [{ type: 'cellular', effectiveType: '2g' }, 'signs signs-plain'],
  ] as const) {
    const { page } = await openPage(browser, server.base)
    await page.addInitScript(
      connection => Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection }),
      connection,
    )
    await page.goto(`${server.base}/dictionary?term=mother`)
    await page.getByRole('link', { name: 'MOTHER' }).first().waitFor()
    t.equal(await page.locator('.signs').getAttribute('class'), list)
  }
})
