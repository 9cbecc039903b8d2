import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'
import { givenChromium } from './chromium.ts'
import type { Test } from './test.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Timeout that even a busy machine never reaches. */
const PATIENCE_MS = 60_000

/** Starts a browser with its own profile. */
export const startBrowser = async (t: Test, more: string[] = []): Promise<Browser> => {
  const { executablePath, args, env } = givenChromium()
  const browser = await chromium.launch({
    executablePath,
    args: [...flags, ...args, ...more],
    env: { ...process.env, ...env },
  })
  t.teardown(() => browser.close())
  return browser
}

interface Watched {
  page: Page
  /** Console errors, page errors and requests to other origins. */
  complaints: string[]
}

/**
 * Opens a page and records its console errors and foreign requests. With scripts, `goto` without options waits until the
 * page is settled: a form that is sent before its island is live goes another way, as people see on a slow line.
 */
export const openPage = async (
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const goto = page.goto.bind(page)
  if (options.javaScriptEnabled !== false)
    page.goto = async (url, given) => {
      const answer = await goto(url, given)
      if (!given) await settled(page)
      return answer
    }
  const complaints: string[] = []
  page.on('console', message => {
    // Chromium logs every 4xx; tests check those responses themselves.
    if (/the server responded with a status of 4\d\d/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(base).origin) complaints.push(`foreign request ${request.url()}`)
  })
  return { page, complaints }
}

/**
 * Waits until the page and its fonts are loaded, and all visible islands and the helps of the back office are live. The
 * function is not async: waitForFunction takes a promise for a result, and would wait for nothing.
 */
export const settled = (page: Page | Frame) =>
  page.waitForFunction(() => {
    const { classList, dataset } = document.body
    if (document.readyState !== 'complete' || document.fonts.status !== 'loaded') return false
    if (classList.contains('office') && !dataset.live) return false
    return [...document.querySelectorAll<HTMLElement>('[data-island]')].every(island => {
      const { top, bottom, width, height } = island.getBoundingClientRect()
      const isSeen = bottom > 0 && top < innerHeight && width * height > 0 && island.checkVisibility()
      return !isSeen || island.dataset.live
    })
  })

export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe violations of the page as lines. */
export const violations = async (page: Page, rules = ALL_RULES): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(async runOnly => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run({ runOnly, resultTypes: ['violations'] })).violations
  }, rules)
  return found.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)}`))
}

/** Returns how much wider the page is than its window, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
