import type { ReactNode } from 'react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { escapeHtml } from '#src/core/rules/escape-html.ts'
import type { SiteNotice } from '#src/messages/rules/site-notice.ts'
import { RenderedIslands } from './island-host.tsx'
import type { Screen } from './screen.ts'
import { Bar } from './shell/bar.tsx'
import { Footer } from './shell/footer.tsx'
import { navOf, Office, type Signed } from './shell/office.tsx'
import { SiteAlert } from './shell/site-alert.tsx'

/** HTML tags for the built browser files. */
export interface Assets {
  /** Tags for the style sheet and the font, the same on every page. */
  head: string
  /** Script tags that hydrate the named islands. Returns an empty string when there are none. */
  islands(names: string[]): string
}

export interface DocumentInput {
  title: string
  chrome: 'bar' | 'bare'
  main: ReactNode
  /** The signed-in staff member and the current address. */
  shell?: Signed | null
  /** The site notice, and the address of the current page. */
  alert?: { notice: SiteNotice; url: string } | null
}

/** Returns the function that draws a whole page, around what the screen draws in `main`. */
export const makeDocument = (assets: Assets, screens: Screen[]) => {
  const nav = navOf(screens)
  return ({ title, chrome, main, shell, alert }: DocumentInput): string => {
    const islands = new Set<string>()
    const office = chrome === 'bar' && shell
    const page = createElement(
      RenderedIslands,
      { value: islands },
      office ? createElement(Office, { nav, ...office }) : chrome === 'bar' && createElement(Bar),
      alert && createElement(SiteAlert, alert),
      createElement('main', { id: 'main' }, main),
      createElement(Footer),
    )
    // Static markup: React hydrates only islands, and island-host.tsx draws those.
    const body = renderToStaticMarkup(page)
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${assets.head}<title>${escapeHtml(title)} · Signbook</title>${assets.islands([...islands])}`
    return `<!doctype html><html lang="en"><head>${head}</head><body${office ? ' class="office"' : ''}>${body}</body></html>`
  }
}
