import type { ReactNode } from 'react'
import { createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { escapeHtml } from '#src/domain/escape-html.ts'
import type { SiteNotice } from '#src/domain/notice.ts'
import { idPrefix } from './island.ts'
import { RenderedIslands } from './island-host.tsx'
import type { Screen } from './screen.ts'
import { Bar } from './shell/bar.tsx'
import { Footer } from './shell/footer.tsx'
import { navOf, Office, type Signed } from './shell/office.tsx'
import { SiteAlert } from './shell/site-alert.tsx'
import { drawStillParts } from './ui/still.ts'

drawStillParts((part, name) => renderToString(part, { identifierPrefix: idPrefix(name) }))

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

/**
 * Builds the HTML of a whole page. The bar and the footer never change, so they are rendered once; React renders only
 * `main` for each request.
 */
export const makeDocument = (assets: Assets, screens: Screen[]) => {
  const nav = navOf(screens)
  const bar = renderToStaticMarkup(createElement(Bar))
  const footer = renderToStaticMarkup(createElement(Footer))
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${assets.head}`
  return ({ title, chrome, main, shell, alert }: DocumentInput): string => {
    const islands = new Set<string>()
    const office = chrome === 'bar' && shell
    // Only islands are hydrated in the browser, and each renders itself (island-host.tsx).
    const draw = (part: ReactNode) => renderToStaticMarkup(createElement(RenderedIslands, { value: islands }, part))
    const html = draw(main)
    const top = office ? draw(createElement(Office, { nav, ...office })) : chrome === 'bar' ? bar : ''
    const red = alert ? renderToStaticMarkup(createElement(SiteAlert, alert)) : ''
    const scripts = assets.islands([...islands])
    return `<!doctype html><html lang="en"><head>${head}<title>${escapeHtml(title)} · Signbook</title>${scripts}</head><body${
      office ? ' class="office"' : ''
    }>${top}${red}<main id="main">${html}</main>${footer}</body></html>`
  }
}
