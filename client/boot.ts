import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { PageSection } from '#src/core/rules/languages/texts.ts'
import { type IslandView, idPrefix } from '#views/island.ts'
import { PageTexts } from '#views/ui/texts.ts'

/** Hydrates the islands of a page. A page without islands does not load this file, and every form works without it. */
const modules = import.meta.glob<{ default: IslandView<object> }>('../views/**/*.island.tsx')
const catalogues = import.meta.glob<{ default: object }>('../src/core/rules/languages/*/pages/*.ts')

const language = document.documentElement.lang as Language

/** Loads sections of the texts in the language of the page. */
const textsOf = async (sections: PageSection[]) => {
  const load = async (section: PageSection) => {
    const found = await catalogues[`../src/core/rules/languages/${language}/pages/${section}.ts`]?.()
    return [section, found?.default]
  }
  return Object.fromEntries(await Promise.all(sections.map(load)))
}

const hydrate = async (host: HTMLElement) => {
  const { island: name = '', props = '{}' } = host.dataset
  const view = await modules[`../views/${name}.island.tsx`]?.()
  if (!view) return
  const value = { language, texts: await textsOf(view.default.sections) }
  const children = createElement(PageTexts, { value }, createElement(view.default, JSON.parse(props)))
  hydrateRoot(host, createElement(Hydrated, { host, children }), { identifierPrefix: idPrefix(name) })
}

/** Marks the host after the island's effects have run. From then on the script handles a click, not the form. */
const Hydrated = ({ host, children }: { host: HTMLElement; children: ReactNode }) => {
  useEffect(() => {
    host.dataset.live = 'yes'
  }, [host])
  return children
}

/** Hydrates an island when it is seen or touched. */
const begun = new WeakSet<HTMLElement>()
const begin = (host: HTMLElement) => {
  seen.unobserve(host)
  if (begun.has(host)) return
  begun.add(host)
  hydrate(host)
}
const seen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting && target instanceof HTMLElement) begin(target)
})
for (const host of document.querySelectorAll<HTMLElement>('[data-island]')) {
  if (host.dataset.eager) begin(host)
  seen.observe(host)
  host.addEventListener('focusin', () => begin(host), { once: true })
}

const alert = document.querySelector<HTMLFormElement>('.site-alert')
if (alert) import('./site-alert.ts').then(({ dismissInPlace }) => dismissInPlace(alert))
if (document.body.classList.contains('office')) import('./office.ts').then(({ helpOffice }) => helpOffice())

/**
 * Opens links with data-dialog (Terms, Privacy, guides) in a dialog. The links still open as pages when the browser has
 * no dialogs, or when the script fails to load.
 */
if ('HTMLDialogElement' in window)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-dialog]')
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    Promise.all([import('./text-dialog.ts'), textsOf(['ui'])]).then(
      ([{ openTextDialog }, { ui }]) => openTextDialog(link, ui),
      () => location.assign(link.href),
    )
  })
