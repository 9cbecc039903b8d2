import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#src/core/rules/language.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import type { HelpClip, HelpSlot } from '#src/messages/rules/signed-help.ts'
import type { SiteNotice } from '#src/messages/rules/site-notice.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type RenderedIsland, RenderedIslands } from './island-host.tsx'
import type { Screen, Styles } from './screen.ts'
import { Bar, CopyNotice, Footer, SiteAlert } from './shell/frame.tsx'
import { LanguageSwitch } from './shell/language-switch.tsx'
import { navOf, Office, SectionPages, type Signed } from './shell/office.tsx'
import { PageHelp } from './signed-help/page-help.ts'
import { type Drawn, DrawnContext } from './ui/pictures/drawn.ts'
import { PageTexts } from './ui/texts.ts'

/** HTML tags for the built browser files. */
export interface Assets {
  /** Tags for the font and the icon, the same on every page. */
  head: string
  /** Tag for a style sheet of `client/styles`. */
  sheet(name: string): string
  page(language: Language): string
  /** Script tags that hydrate the islands in a language and run what a page of staff has without islands. */
  scripts(islands: RenderedIsland[], language: Language): string
  drawn: Drawn
}

/** Style sheets of each audience, in order. */
const SHEETS: Record<Styles, readonly string[]> = {
  main: ['main'],
  signs: ['signs'],
  teach: ['signs', 'teach'],
  staff: ['staff'],
  demo: ['staff', 'demo'],
}

export interface DocumentInput {
  title: string
  language: Language
  /** Address of the page, if it exists in every language and offers the others. */
  switchAt?: string | undefined
  chrome: Screen['chrome']
  styles?: Styles | undefined
  main: ReactNode
  /** The signed-in staff member and the current address. */
  shell?: Signed | null | undefined
  /** The site notice, and the address of the current page. */
  alert?: { notice: SiteNotice; url: string } | null | undefined
}

/** Signed help of the pages. */
export interface SignedClips {
  clips: ReadonlyMap<HelpSlot, HelpClip>
  countSeen(slot: HelpSlot): void
}

/** Returns the function that draws a whole page, around what the screen draws in `main`. */
export const makeDocument = (assets: Assets, screens: Screen[], signed?: SignedClips, isCopy = false) => {
  const nav = navOf(screens)
  return ({ title, language, switchAt, chrome, styles = 'main', main, shell, alert }: DocumentInput): string => {
    const islands = new Set<RenderedIsland>()
    const office = chrome === 'bar' && shell
    const isAlone = chrome === 'none'
    const languages = !isAlone && switchAt && createElement(LanguageSwitch, { language, url: switchAt })
    const top = office
      ? createElement(Office, { nav, ...office })
      : chrome === 'bar'
        ? createElement(Bar, null, languages)
        : languages
    const page = createElement(
      RenderedIslands,
      { value: islands },
      top,
      isCopy
        ? createElement(CopyNotice, { text: textsIn(language).sentences.isCopy })
        : !isAlone && alert && createElement(SiteAlert, alert),
      createElement(
        'main',
        { id: 'main' },
        office && createElement(SectionPages, { nav, ...office }),
        createElement(DrawnContext, { value: assets.drawn }, main),
      ),
      !isAlone && createElement(Footer),
    )
    const texts = { language, texts: textsIn(language) }
    const help = signed && { clips: signed.clips, seen: new Set<HelpSlot>() }
    // Static markup: React hydrates only islands, and island-host.tsx draws those.
    const body = renderToStaticMarkup(
      createElement(PageTexts, { value: texts }, createElement(PageHelp, { value: help ?? null }, page)),
    )
    const sheets = SHEETS[office ? 'staff' : styles]
    // The others have the player. A step that the script draws later may have a clip, too.
    const player = styles === 'main' && help && help.clips.size > 0 ? assets.sheet('player') : ''
    for (const slot of help?.seen ?? []) signed?.countSeen(slot)
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${assets.head}${player}${sheets.map(assets.sheet).join('')}<title>${escapeHtml(title)} · Signbook</title>${assets.page(language)}${islands.size > 0 || office ? assets.scripts([...islands], language) : ''}`
    return `<!doctype html><html lang="${language}"><head>${head}</head><body${office ? ' class="office"' : ''}>${body}</body></html>`
  }
}
