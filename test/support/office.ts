import { eq } from 'drizzle-orm'
import type { Browser, Locator, Page } from 'playwright-core'
import t from 'tap'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { systemClock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import type { TestApp } from './app.ts'
import { openPage, settled, startBrowser } from './browser.ts'
import { freshDatabaseUrl, openAt } from './database.ts'
import { type Running, startServer } from './running.ts'
import { signedIn } from './staff.ts'
import { until } from './until.ts'

/**
 * A way to work in the back-office: by keyboard with scripts, or by mouse in a browser without JavaScript. Each journey
 * is written once with these verbs and run in both ways.
 */
export interface Hand {
  script: boolean
  /** 'lively' with scripts, else 'plain'. Journeys use it in names, to keep their data apart. */
  name: string
  page: Page
  complaints: string[]
  open(path: string): Promise<void>
  type(label: string, text: string): Promise<void>
  press(button: string): Promise<void>
  follow(link: string): Promise<void>
  /** Like `follow`, for a link to a file: the page stays. */
  take(link: string): Promise<void>
  tick(label: string): Promise<void>
  /** Chooses a radio button. */
  pick(label: string): Promise<void>
  untick(label: string): Promise<void>
  choose(label: string, option: string): Promise<void>
  unfold(summary: string): Promise<void>
  attach(label: string, name: string, text: string): Promise<void>
  /** Waits for text in the page's main part. */
  reads(text: string | RegExp): Promise<void>
}

interface Office {
  server: Running
  db: Database
  /** Enough of an app for the builders in test/support, which use only the database. */
  app: TestApp
  browser: Browser
  hands: Hand[]
  /** Two hands that are not signed in. */
  strangers: Hand[]
  /** Another colleague in their own browser. */
  colleague(script: boolean, email: string, firstName?: string): Promise<Hand>
}

/** Starts a server, a browser and both hands, each signed in. */
export const startOffice = async (env: Record<string, string> = {}): Promise<Office> => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const server = await startServer(t, { env: { DATABASE_URL, ...env } })
  const browser = await startBrowser(t)
  const db = await openAt(t, DATABASE_URL)
  const app = { db, clock: systemClock } as unknown as TestApp
  const colleague: Office['colleague'] = async (script, email, firstName = 'Sam') => {
    const { cookie, staff } = await signedIn(app, 'manager', email)
    await db.orm.update(staffUsers).set({ firstName }).where(eq(staffUsers.id, staff.id))
    const [name = '', value = ''] = cookie.split('=')
    const hand = await stranger(script)
    await hand.page.context().addCookies([{ name, value, url: server.base }])
    return hand
  }
  const stranger = async (script: boolean): Promise<Hand> => {
    const watched = await openPage(browser, server.base, { javaScriptEnabled: script })
    const hand = script ? keyboard(watched.page, server.base) : mouse(watched.page, server.base)
    return { ...hand, ...watched, script, name: script ? 'lively' : 'plain' }
  }
  const hands = [await colleague(false, 'plain@example.com'), await colleague(true, 'lively@example.com')]
  const strangers = [await stranger(false), await stranger(true)]
  return { server, db, app, browser, hands, strangers, colleague }
}

/** Runs every journey with both hands and checks that the console is empty. */
export const walk = (hands: Hand[], journeys: Record<string, (hand: Hand) => Promise<void>>): void => {
  for (const [name, journey] of Object.entries(journeys)) {
    for (const hand of hands) {
      t.test(`${name}, ${hand.script ? 'by keyboard' : 'without JavaScript'}`, async t => {
        await journey(hand)
        t.strictSame(hand.complaints.splice(0), [])
      })
    }
  }
}

type Verbs = Omit<Hand, 'script' | 'name' | 'page' | 'complaints'>

const main = (page: Page) => page.locator('main')
const button = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true, disabled: false }).first()
const box = (page: Page, label: string) => main(page).getByLabel(label, { exact: true }).first()
/** Finds a checkbox by the first words of its label, as a hint may follow. */
const check = (page: Page, label: string) =>
  main(page)
    .getByRole('checkbox', { name: new RegExp(`^${label.replace(/[.()]/g, '\\$&')}(?!\\w)`) })
    .first()
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const reads = (page: Page) => (text: string | RegExp) => main(page).getByText(text).first().waitFor()
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const mouse = (page: Page, base: string): Verbs => ({
  open: async path => void (await page.goto(base + path)),
  type: (label, text) => box(page, label).fill(text),
  press: name => button(page, name).click(),
  follow: name => link(page, name).click(),
  take: name => link(page, name).click(),
  tick: label => check(page, label).check(),
  untick: label => check(page, label).uncheck(),
  pick: label => box(page, label).check(),
  choose: async (label, option) => void (await box(page, label).selectOption({ label: option })),
  unfold: summary => main(page).locator('summary').getByText(summary, { exact: true }).first().click(),
  attach: (label, name, text) => box(page, label).setInputFiles(file(name, text)),
  reads: reads(page),
})

const keyboard = (page: Page, base: string): Verbs => {
  const { keyboard: keys } = page
  const open = async (path: string) => {
    await page.goto(base + path)
    await skipToContent(page)
  }
  const take = async (name: string) => {
    await reach(page, link(page, name))
    await keys.press('Enter')
  }
  return {
    open,
    async type(label, text) {
      await reach(page, box(page, label))
      await keys.press('Control+A')
      await keys.type(text)
    },
    async press(name) {
      await reach(page, button(page, name))
      await keys.press('Enter')
      // The answer is another page, on which no button is busy.
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    },
    take,
    async follow(name) {
      const before = page.url()
      await take(name)
      await page.waitForURL(url => url.href !== before)
      await settled(page)
    },
    async tick(label) {
      await reach(page, check(page, label))
      await keys.press('Space')
      await main(page).getByRole('checkbox', { checked: true }).and(check(page, label)).waitFor()
    },
    async pick(label) {
      const target = box(page, label)
      await reach(page, main(page).getByRole('radio', { checked: true }).first())
      while (!(await target.isChecked())) await keys.press('ArrowDown')
    },
    async untick(label) {
      await reach(page, check(page, label))
      await keys.press('Space')
    },
    async choose(label, option) {
      const target = box(page, label)
      await reach(page, target)
      const [at, to] = await target.evaluate((select: HTMLSelectElement, wanted) => {
        return [select.selectedIndex, [...select.options].findIndex(o => o.label === wanted)]
      }, option)
      if (to === undefined || to < 0) throw new Error(`${label} has no ${option}`)
      for (let step = 0; step < Math.abs(to - (at ?? 0)); step++)
        await keys.press(to > (at ?? 0) ? 'ArrowDown' : 'ArrowUp')
    },
    async unfold(summary) {
      await reach(page, main(page).locator('summary').getByText(summary, { exact: true }).first())
      await keys.press('Enter')
    },
    async attach(label, name, text) {
      // Chromium needs a moment before its file dialog can be intercepted, so try again.
      const chooser = await until('the file dialog opens', async () => {
        await reach(page, box(page, label))
        const opened = page.waitForEvent('filechooser', { timeout: 5000 }).catch(() => null)
        return (await Promise.all([opened, keys.press('Space')]))[0]
      })
      await chooser.setFiles(file(name, text))
    },
    async reads(text) {
      await reads(page)(text)
      await settled(page)
    },
  }
}

/** Skips the menu with the first Tab stop, unless the page moved the focus, before or after that key. */
const skipToContent = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => document.activeElement !== document.body || !document.querySelector('.skip'))) return
  await page.keyboard.press('Tab')
  const first = await page.evaluate(() => {
    const at = document.activeElement
    return at?.closest('main') ? null : at?.textContent
  })
  if (first === null) return
  if (first !== 'Skip to content') throw new Error(`the first stop is ${first}`)
  await page.keyboard.press('Enter')
}

const MOST_STEPS = 150

/**
 * Presses Tab or Shift+Tab until the target has the focus, then waits for its island. The element is looked up again only
 * when the page has replaced it, because a look-up by role reads the whole page. Returns how many keys it took.
 */
export const reach = async (page: Page, target: Locator): Promise<number> => {
  let found = await target.elementHandle()
  for (let step = 0; step < MOST_STEPS; step++) {
    const where = await found?.evaluate(element => {
      if (!element.isConnected) return 'gone'
      const at = document.activeElement ?? document.body
      if (at === element) return 'here'
      return at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'after'
    })
    if (where === 'here') {
      await target.evaluate(async element => {
        const island = element.closest<HTMLElement>('[data-island]')
        while (island && !island.dataset.live) await new Promise(requestAnimationFrame)
      })
      return step
    }
    if (where === 'gone') found = await target.elementHandle()
    else await page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}
