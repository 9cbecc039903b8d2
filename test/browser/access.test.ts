import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { openPage, overflow, startBrowser } from '../support/browser.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { launchPath } from '../support/launched.ts'
import { accessibilityTree, readingProblems } from '../support/reading-order.ts'
import { startServer } from '../support/running.ts'
import { signedInAt } from '../support/staff.ts'

/** Defects of access that were found by hand: docs/accessibility.md. Axe finds none of them. */
const DATABASE_URL = await freshDatabaseUrl(t)
const server = await startServer(t, { env: { DATABASE_URL } })
const staff = await signedInAt(await openAt(t, DATABASE_URL))
const browser = await startBrowser(t)
const pay = await launchPath(server.base, 'demo-asl1')
const units = `${await launchPath(server.base, 'demo-asl1', { roles: 'Instructor' })}&tab=units&unit=2`
const PHONE = { viewport: { width: 360, height: 740 } }

const open = async (path: string, options = {}): Promise<Page> => {
  const { page } = await openPage(browser, server.base, options)
  await page.goto(server.base + path)
  return page
}
const style = (of: Locator, property: string) =>
  of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

t.test('text of 200 % in 360 px: dialogs keep Close in sight, and no word is broken', async t => {
  const sign = '/dictionary?term=Unit+3.1&sign=mother'
  for (const [path, opener] of [
    [pay, 'Terms of Use'],
    [sign, null],
  ] as const) {
    const page = await open(path, PHONE)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    if (opener) {
      const lines = await page.getByText('Total by card').evaluate(label => {
        const words = document.createRange()
        words.selectNodeContents(label)
        words.setEnd(label.firstChild ?? label, 'Total'.length)
        return words.getClientRects().length
      })
      t.equal(lines, 1, "'Total' is on one line")
      await page.getByRole('link', { name: opener }).first().click()
    }
    const dialog = page.getByRole('dialog')
    const close = await dialog.getByText('Close', { exact: true }).boundingBox()
    t.ok(close && close.x >= 0 && close.x + close.width <= 360, `${path}: Close is in sight`)
    t.ok((await overflow(page)) <= 0, `${path} fits`)
  }
})

/** Returns the words of the page that stand on two lines. Addresses may, since they have no spaces. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    for (const fold of main.querySelectorAll('details')) fold.open = true
    const found: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of text.textContent?.matchAll(/[\p{L}\p{N}]+/gu) ?? []) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)))
        if (lines.size > 1 && !text.textContent?.includes('@')) found.push(word[0])
      }
    return found
  })
const enlarge = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

t.test('text of 200 % in 360 px breaks no word of an entry, a question or a list of signs', async t => {
  const faqs = `${await launchPath(server.base, 'demo-asl1', { roles: 'Instructor' })}&tab=faqs`
  const entries = ['mother', 'family', 'fs-coda', 'teacher'].map(sign => `/dictionary?sign=${sign}`)
  for (const path of [...entries, '/dictionary?term=Unit+3.1', '/glosses', faqs])
    for (const language of ['en', 'es']) {
      const page = await open(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, PHONE)
      await enlarge(page)
      t.strictSame(await brokenWords(page), [], `${language} ${path}`)
      await page.context().close()
    }
})

t.test('text of 200 % in 360 px: each card fits, whatever its picture is made of', async t => {
  const page = await open('/deck', { ...PHONE, javaScriptEnabled: false })
  let cards = 0
  for (let unit = 1; unit <= 20; unit++) {
    await page.goto(`${server.base}/deck?unit=${unit}&lang=es`)
    await enlarge(page)
    t.ok((await overflow(page)) <= 0, `unit ${unit}`)
    cards += await page.locator('.deck-cards > li').count()
  }
  t.ok(cards > 800, `${cards} cards are listed`)
})

t.test('forced colors show the current unit, tab, lesson, step and speed', async t => {
  const page = await open(units, { forcedColors: 'active' })
  const differs = async (property: string, current: Locator, other: Locator) =>
    t.not(await style(current, property), await style(other, property), `${current}`)
  await differs(
    'background-color',
    page.locator('.unit-tile[aria-current]'),
    page.locator('.unit-tile:not([aria-current])').first(),
  )
  const tabs = page.locator('.teacher-tabs a')
  await differs('border-bottom-color', tabs.and(page.locator('[aria-current]')), tabs.first())
  const lessons = page.locator('.glance-tabs a')
  await differs('background-color', lessons.first(), lessons.last())
  await page.goto(server.base + pay)
  const steps = page.locator('.step-number')
  await differs('background-color', steps.first(), steps.last())
  await page.goto(`${server.base}/demo/player`)
  const speeds = page.locator('.player-speeds span')
  await differs('background-color', speeds.last(), speeds.first())
})

t.test('an unchecked box in the dark is not gray like a disabled one', async t => {
  const page = await open(pay, { colorScheme: 'dark' })
  const box = page.getByRole('checkbox')
  t.equal(await style(box, 'background-color'), await style(page.locator('body'), 'background-color'))
  t.equal(await style(box, 'border-top-color'), 'rgb(127, 154, 155)')
})

t.test('the buttons to enter a code and to pay are reached before the box is checked, and say why', async t => {
  const page = await open(pay)
  const sentence = 'Please agree to the Terms of Use and the Privacy Policy first.'
  for (const name of ['Enter Access Code', 'Make Payment']) {
    const button = page.getByRole('button', { name, disabled: true })
    await button.focus()
    t.equal(await button.evaluate(b => b === document.activeElement), true, `${name} takes the focus`)
    const reason = await button.evaluate(
      b => document.getElementById(b.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    t.equal(reason, sentence)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(sentence).waitFor()
    await page.locator('[name=agreed]:focus').waitFor()
  }
  await page.keyboard.press('Space')
  await page.getByText(sentence).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Make Payment', disabled: false }).waitFor()
})

t.test('the bar of the back office never covers the focus', async t => {
  const { page } = await openPage(browser, server.base, { viewport: { width: 1440, height: 500 } })
  await page.context().addCookies([{ ...staff, url: server.base }])
  await page.goto(`${server.base}/manage_consumer?key=school_codes`)
  await page.locator('.footer a').last().focus()
  const bar = (await page.locator('.bar').boundingBox())!.height
  const covered = []
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Shift+Tab')
    const { top, label, inMain } = await page.evaluate(() => {
      const at = document.activeElement!
      return { top: at.getBoundingClientRect().top, label: at.outerHTML.slice(0, 80), inMain: !!at.closest('main') }
    })
    if (inMain && top < bar) covered.push(label)
  }
  t.strictSame(covered, [])
})

t.test('a listener hears the agree step in the order of its steps', async t => {
  const tree = await accessibilityTree(await open(pay))
  const heard = [...tree.matchAll(/- (heading|checkbox|button|contentinfo)(?: "([^"]*)")?/g)].map(([, role, name]) =>
    [role, name].filter(Boolean).join(' '),
  )
  t.strictSame(heard, [
    'heading American Sign Language 1',
    'heading Your course needs',
    'checkbox I agree to the Terms of Use and the Privacy Policy.',
    'button Enter Access Code',
    'button Make Payment',
    'contentinfo',
  ])
})

t.test('faults of a reading order are found', async t => {
  const page = await open('/home')
  await page.evaluate(() => {
    document.querySelector('h2')!.outerHTML = '<h4>Too deep</h4><button></button>'
    document.querySelector('footer')!.remove()
  })
  t.match(readingProblems(await accessibilityTree(page)), [
    /skipped before .*Too deep/,
    'not one contentinfo',
    'no name: - button',
  ])
})
