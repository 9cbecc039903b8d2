import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './app.ts'

const client = join(root, 'dist/client')
const NAMES = ['main', 'signs', 'teach', 'staff', 'demo', 'player']

/** Style sheets of all audiences as they are built, by address. */
const sheets = (): Record<string, string> => {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
  const files = NAMES.map((name): string => manifest[`client/styles/${name}.css`].file)
  return Object.fromEntries(files.map(file => [`/${file}`, readFileSync(join(client, file), 'utf8')]))
}

/** Rules that only another page of its audience needs, though they match here. */
const ELSEWHERE = /^:root|^@page/

/** Returns the rules of other sheets that match something in the page, but are in none of its own sheets. */
export const missingRules = async (page: Page): Promise<string[]> => {
  const missing = await page.evaluate(sheets => {
    const own = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
      link => new URL(link.href).pathname,
    )
    if (own.length === 0 || own.some(address => !sheets[address])) return [`no known sheet: ${own}`]
    const rulesOf = (addresses: string[]) => {
      const found = new Map<string, string>()
      const read = (rules: CSSRuleList, within: string) => {
        for (const rule of rules)
          if (rule instanceof CSSStyleRule)
            for (const selector of rule.selectorText.split(/,\s*(?![^(]*\))/))
              found.set(`${within}${selector} { ${rule.style.cssText} }`, selector)
          else if (rule instanceof CSSMediaRule) read(rule.cssRules, `${within}@media ${rule.conditionText} `)
      }
      for (const address of addresses) {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(sheets[address] ?? '')
        read(sheet.cssRules, '')
      }
      return found
    }
    const known = rulesOf(own)
    const isShown = (selector: string) =>
      document.querySelector(selector.replace(/::?(before|after|hover|focus-visible|focus|checked|disabled)\b/g, ''))
    return [...rulesOf(Object.keys(sheets))]
      .filter(([rule, selector]) => {
        try {
          return !known.has(rule) && isShown(selector)
        } catch {
          // A selector of a pseudo-element alone.
          return false
        }
      })
      .map(([rule]) => rule)
  }, sheets())
  return missing.filter(rule => !ELSEWHERE.test(rule))
}
