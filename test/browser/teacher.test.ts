import type { Page } from 'playwright-core'
import t from 'tap'
import { openPage, overflow, startBrowser, violations } from '../support/browser.ts'
import { freshDatabaseUrl } from '../support/database.ts'
import { launchPath } from '../support/launched.ts'
import { startServer } from '../support/running.ts'
import { until } from '../support/until.ts'

const server = await startServer(t, { env: { DATABASE_URL: await freshDatabaseUrl(t) } })
const browser = await startBrowser(t)
const teacher = await launchPath(server.base, 'demo-asl1', { roles: 'Instructor' })
const focused = (page: Page, text: string) =>
  page.waitForFunction(text => document.activeElement?.textContent?.includes(text), text)

t.test('every tab works by keyboard', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(server.base + teacher)
  for (const [name, shows] of [
    ['Units', 'Meeting People'],
    ['Course Resources', 'Pacing Guides'],
    ['How-To Guide', 'Present slides in a voice-off class'],
    ['FAQs', 'Are the materials available in Spanish?'],
    ["What's the Sign?", 'Type a word or a specific unit'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Teacher page' }).getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(shows).first().waitFor()
    await page.locator('.teacher-tabs [aria-current]').getByText(name).waitFor()
  }
  t.strictSame(complaints, [])
})

t.test('lessons are vertical tabs with arrow keys, and the address follows', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}${teacher}&tab=units&unit=4`)
  // Islands start when scrolled into view, and the lessons may be below the window.
  await page.locator('.glance-tabs').scrollIntoViewIfNeeded()
  const tabs = page.getByRole('tablist', { name: 'Lessons' })
  await tabs.waitFor()
  t.equal(await tabs.getAttribute('aria-orientation'), 'vertical')
  await tabs.getByRole('tab', { name: '4.1' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: '4.2 Where Things Are', selected: true }).waitFor()
  await page.waitForURL(/unit=4&lesson=4\.2$/)
  await page.keyboard.press('End')
  await page.getByRole('tabpanel', { name: '4.5' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: '4.1 Rooms and Furniture', selected: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.matches('[role=tabpanel]'))
  t.strictSame(await violations(page), [])
  t.strictSame(complaints, [])
})

t.test('P opens the projector; keys move, blank the screen and leave', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}${teacher}&tab=units&unit=4&lesson=4.2`)
  await page.locator('[data-live]').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('tab', { name: '4.1' }).click()
  t.notMatch(page.url(), 'projector', 'outside the lessons the key does nothing')
  await page.getByRole('tab', { name: '4.2' }).click()
  await page.keyboard.press('p')
  await page.waitForURL(/\/lti\/projector\?.*unit=4&lesson=4\.2$/)
  await page.locator('[data-live]').waitFor()
  await page.getByRole('heading', { name: '4.2 Where Things Are' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Signs of this lesson' }).waitFor()
  await page.waitForURL(/lesson=4\.2&step=2$/)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: '4.3 My Day' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('heading', { name: '4.2 Where Things Are' }).waitFor()
  await page.keyboard.press('b')
  const blank = page.getByRole('button', { name: 'Show the screen again' })
  await blank.and(page.locator(':focus')).waitFor()
  t.strictSame(await violations(page), [])
  await page.keyboard.press('b')
  await blank.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Signs of this lesson' }).waitFor()
  await page.getByRole('button', { name: 'Blank screen' }).click()
  await blank.click()
  await blank.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByRole('heading', { name: 'IN', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'IN', exact: true }).waitFor()
  await page.locator('[data-live]').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/lti\/teacher\?.*unit=4&lesson=4\.2$/)
  await page.getByRole('heading', { name: '4.2 Where Things Are' }).waitFor()
  t.strictSame(complaints, [])
})

for (const [width, javaScriptEnabled] of [
  [360, false],
  [600, true],
] as const)
  t.test(`tabs and units are one row each at ${width} px, and the current one is seen`, async t => {
    const { page } = await openPage(browser, server.base, { viewport: { width, height: 740 }, javaScriptEnabled })
    for (const address of [`${teacher}&tab=faqs`, `${teacher}&tab=units&unit=6`, `${teacher}&tab=units&view=map`]) {
      await page.goto(server.base + address)
      t.ok((await overflow(page)) <= 0, address)
      for (const row of await page.locator('.scroll-row').all()) {
        const { height } = (await row.boundingBox())!
        t.ok(height < 100, `${address}: ${height} px high`)
        const current = (await row.locator('[aria-current]').boundingBox())!
        t.ok(current.x >= 0 && current.x + current.width <= width, `${address}: seen from ${current.x}`)
      }
    }
  })

t.test('a vocabulary sheet prints its lines for notes, and no letter is torn from its hand', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/vocabulary?unit=3.1`)
  await page.emulateMedia({ media: 'print' })
  const notes = page.locator('.vocabulary-notes').first()
  t.equal(await notes.evaluate(part => getComputedStyle(part).printColorAdjust), 'exact')
  await page.getByText('Print this page in your browser').waitFor({ state: 'hidden' })
  await page.goto(`${server.base}/fingerspelling?word=Rosa`)
  await page.locator('.speller').waitFor({ state: 'hidden' })
  await page.goto(`${server.base}/fingerspelling`)
  const letter = page.locator('.alphabet > li').first()
  t.equal(await letter.evaluate(part => getComputedStyle(part).breakInside), 'avoid')
})

t.test('a lesson prints as wide as the paper at any window width', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}${teacher}&tab=units&unit=4&lesson=4.2`)
  await page.emulateMedia({ media: 'print' })
  for (const width of [720, 980, 1360]) {
    await page.setViewportSize({ width, height: 800 })
    const isWide = (width: number) => document.querySelector('.glance')!.getBoundingClientRect().width > width * 0.8
    await page.waitForFunction(isWide, width)
    t.ok(true, `${width} px`)
  }
})

t.test('a guide opens in a dialog and closes back to its link', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}${teacher}&tab=how-to`)
  const link = page.getByRole('link', { name: 'Print vocabulary lists' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Print vocabulary lists' })
  await dialog.getByText('Open the Units tab').waitFor()
  t.equal(await dialog.getByText('Print vocabulary lists').count(), 1, 'its title appears once')
  t.strictSame(await violations(page), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(page, 'Print vocabulary lists')
  t.strictSame(complaints, [])
})

t.test('one FAQ answer is open at a time', async () => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}${teacher}&tab=faqs`)
  await page.locator('details:first-of-type[open]').waitFor()
  await page.locator('summary').nth(3).focus()
  await page.keyboard.press('Enter')
  await page.locator('details:nth-of-type(4)[open]').waitFor()
  await page.locator('details:first-of-type:not([open])').waitFor()
})

t.test('results update while typing; a sign opens in a dialog with arrow keys', async t => {
  const { page, complaints } = await openPage(browser, server.base)
  await page.goto(`${server.base}/dictionary`)
  await page.locator('[data-live]').waitFor()
  const box = page.getByRole('searchbox', { name: "What's the Sign?" })
  await box.pressSequentially('Unit 3.1', { delay: 20 })
  await page.getByText('20 results').waitFor()
  await page.waitForURL(/term=Unit\+3\.1$/)
  for (const [i, gloss] of ['FAMILY', 'MOTHER', 'FATHER'].entries())
    await page.locator('.signs .gloss').nth(i).getByText(gloss, { exact: true }).waitFor()
  // Curly quotes become straight.
  await box.fill('\u201csee you\u201d')
  await page.getByText('1 result').waitFor()
  await page.waitForURL(/term=%22see\+you%22$/)
  await box.fill('zzzzqqqq')
  await page.getByText('Sorry, no signs found. Try another word or unit?').waitFor()
  await box.fill('Unit 3.1')
  await box.press('Enter')
  await page.getByText('20 results').waitFor()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await focused(page, 'FAMILY')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'FAMILY' }).waitFor()
  await page.waitForURL(/sign=family$/)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  // Focus stays in the dialog when the Back link disappears at the first sign.
  await page.getByRole('link', { name: 'Back' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'FAMILY' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'FAMILY' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('dialog', { name: 'FATHER' }).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  await page.waitForURL(/sign=mother$/)
  t.strictSame(await violations(page), [])
  const shared = page.url()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, 'MOTHER')
  await page.goForward()
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, 'MOTHER')
  await page.waitForURL(/term=Unit\+3\.1$/)
  await page.goto(shared)
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('the search area is 600 px high, and on a phone only the page scrolls', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/dictionary?term=unit+3`)
  await page.locator('[data-live]').waitFor()
  const box = async () => (await page.locator('.dictionary').boundingBox())?.height ?? 0
  /** Runs in the page: lists the parts of the search area that scroll. */
  const scrolling = () =>
    [...document.querySelectorAll('.dictionary, .dictionary *')]
      .filter(e => /auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight)
      .map(e => e.className)
  for (const width of [600, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    t.equal(await box(), 600, `at ${width} px`)
    t.strictSame(await page.evaluate(scrolling), ['results'], `at ${width} px`)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  t.ok((await box()) > 740, 'it is as high as the results')
  t.strictSame(await page.evaluate(scrolling), [])
  await page.goto(`${server.base}/dictionary`)
  t.ok((await box()) >= 600, 'also without results')
})

t.test('a server that is down is reported', async t => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/dictionary?term=unit+3`)
  await page.locator('[data-live]').waitFor()
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('dog')
  await page.getByText('We could not reach the server.').waitFor()
  await page
    .getByRole('status')
    .getByText(/^\d+ results for “unit 3”$/)
    .waitFor()
  t.equal(await page.getByRole('searchbox').inputValue(), 'dog')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('alert').getByText('Still no answer. We tried 2 times').waitFor()
  await page.getByRole('searchbox').fill('unit 3')
  await page.getByText('We could not reach').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('dog')
  await page.getByText('We could not reach the server.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-sign=loan-dog]').waitFor()
  await page.getByText('We could not reach').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('input[type=search]'))
  await page.route('**/lti/search_signs*', route => route.fulfill({ status: 503, json: { error: 'x' } }), { times: 1 })
  await page.getByRole('searchbox').fill('mother')
  await page.getByRole('alert').getByText('The service is not available right now. Try again soon.').waitFor()
  t.equal(await page.getByText('Check your connection').count(), 0, 'nobody is sent to look for a fault of ours')
})

t.test('a slow search says so, and hides what the one before it missed', async () => {
  const { page } = await openPage(browser, server.base)
  await page.goto(`${server.base}/dictionary?term=helicopter`)
  await page.locator('[data-live]').waitFor()
  const missed = page.getByText('Sorry, no signs found')
  await missed.waitFor()
  let answer = () => {}
  const held = new Promise<void>(done => {
    answer = done
  })
  await page.route(
    url => url.pathname !== '/dictionary' && url.searchParams.get('term') === 'good',
    async route => {
      await held
      await route.continue()
    },
  )
  await page.getByRole('searchbox').fill('good')
  await page.getByRole('status').getByText('Searching…').waitFor()
  await missed.waitFor({ state: 'detached' })
  await page.getByText('Fingerspell “helicopter”').waitFor({ state: 'detached' })
  answer()
  await page.locator('[data-sign=good]').waitFor()
  await page.getByText('Searching…').waitFor({ state: 'detached' })
})

t.test('without dialog support an open sign is shown in the area and can be scrolled to its end', async () => {
  const { page } = await openPage(browser, server.base, { javaScriptEnabled: false })
  await page.route('**/dictionary?*', async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<dialog', '<no-dialog').replace('</dialog', '</no-dialog')
    await route.fulfill({ response, body })
  })
  await page.goto(`${server.base}/dictionary?term=Unit+3.1&sign=mother`)
  await page.locator('.dictionary').hover()
  const isAtEnd = () => {
    const [area, last] = ['.dictionary', '.own-page'].map(part => document.querySelector(part)!.getBoundingClientRect())
    return last!.bottom <= area!.bottom
  }
  // A busy browser may lose a turn of the wheel.
  await until('the end of the sign is in sight', async () => {
    await page.mouse.wheel(0, 3000)
    return page.evaluate(isAtEnd)
  })
})

t.test('a late answer does not replace the next word', async () => {
  const { page } = await openPage(browser, server.base)
  await page.clock.install()
  await page.goto(`${server.base}/dictionary?term=mother`)
  await page.locator('[data-live]').waitFor()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  let answer = () => {}
  const held = new Promise<void>(done => {
    answer = done
  })
  const isOf = (term: string) => (url: URL) => url.searchParams.get('term') === term && url.pathname !== '/dictionary'
  await page.route(isOf('mothers'), async route => {
    await held
    await route.continue()
  })
  const box = page.getByRole('searchbox')
  const asked = page.waitForRequest(request => isOf('mothers')(new URL(request.url())))
  await box.fill('mothers')
  await page.clock.runFor(200)
  await asked
  await box.fill('mother')
  answer()
  await page.waitForURL(/term=mothers$/)
  await page.clock.runFor(200)
  await page.waitForURL(/term=mother$/)
})

t.test('without JavaScript: search, open, next, close, and every tab', async t => {
  const { page } = await openPage(browser, server.base, { javaScriptEnabled: false })
  await page.goto(`${server.base}${teacher}&tab=signs`)
  await page.getByRole('searchbox').fill('Unit 3.1')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('20 results').waitFor()
  await page.getByRole('link', { name: 'FAMILY' }).click()
  await page.getByRole('dialog', { name: 'FAMILY' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('dialog', { name: 'MOTHER' }).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  const [facts, dialog] = await Promise.all(['.sign-sheet', 'dialog'].map(part => page.locator(part).boundingBox()))
  t.ok(facts && dialog && facts.x + facts.width <= dialog.x + dialog.width, 'the entry fits on a phone')
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Units', exact: true }).click()
  await page.getByRole('link', { name: 'Unit 5' }).click()
  await page.getByRole('link', { name: '5.2 Subjects' }).click()
  await page.getByRole('heading', { name: '5.2 Subjects' }).waitFor()
  await page.getByRole('link', { name: 'How-To Guide' }).click()
  await page.getByRole('link', { name: 'Print vocabulary lists' }).click()
  await page.getByText('Open the Units tab').waitFor()
  await page.getByRole('link', { name: 'All guides' }).click()
  await page.getByRole('link', { name: 'FAQs' }).click()
  await page.locator('summary').nth(1).click()
  await page.locator('details:nth-of-type(2)[open]').waitFor()
})
