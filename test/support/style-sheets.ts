import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './app.ts'

const folder = join(root, 'client/styles')

/** Class names that a sheet and the sheets it imports have rules for. */
const classesIn = (name: string): Set<string> => {
  const css = readFileSync(join(folder, `${name}.css`), 'utf8')
  const imported = [...css.matchAll(/@import "\.\/([\w-]+)\.css"/g)].flatMap(([, part = '']) => [...classesIn(part)])
  return new Set([...imported, ...[...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)])
}

const SHEETS = ['main', 'signs', 'teach', 'staff', 'demo', 'player']
const all = new Map(SHEETS.map(name => [name, classesIn(name)]))
const every = new Set([...all.values()].flatMap(names => [...names]))

/** Returns the classes of a page that have rules, but not in its own sheets. */
export const unstyledClasses = async (page: Page): Promise<string[]> => {
  const { sheets, used } = await page.evaluate(() => ({
    sheets: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(link => link.href),
    used: [...new Set([...document.querySelectorAll('[class]')].flatMap(part => [...part.classList]))],
  }))
  const own = sheets.map(href => all.get(href.match(/\/assets\/(\w+)-/)?.[1] ?? ''))
  if (own.length === 0 || own.includes(undefined)) return [`no known sheet: ${sheets}`]
  return used.filter(name => every.has(name) && !own.some(names => names?.has(name)))
}
