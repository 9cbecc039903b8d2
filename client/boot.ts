import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#src/core/rules/language.ts'
import type { PageSection, Texts } from '#src/texts/catalogues.ts'
import { type IslandView, idPrefix } from '#views/island.ts'
import { PageTexts } from '#views/ui/texts.ts'

/** Hydrates the islands of a page; the back office loads this without any, too. Every form works without it. */

/** Addresses of the modules of the page's islands and of their texts in the language of the page: src/http/pages.ts. */
const addresses: Record<string, string> = JSON.parse(
  document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules ?? '{}',
)

const load = async <M>(name: string): Promise<M | null> => {
  const address = addresses[name]
  if (!address) return null
  const module: { default: M } = await import(/* @vite-ignore */ address)
  return module.default
}

const textsOf = async (sections: PageSection[]): Promise<Partial<Texts>> => {
  const texts = sections.map(async section => [section, await load(`texts/${section}`)] as const)
  return Object.fromEntries(await Promise.all(texts))
}

const language = document.documentElement.lang as Language

/** A script that comes later leaves the plain form, which people have begun to use. */
const LOAD_TIMEOUT_MS = 120_000

const hydrate = async (host: HTMLElement) => {
  const began = performance.now()
  const { island: name = '', props = '{}' } = host.dataset
  const view = await load<IslandView<object>>(name)
  if (!view) return
  const value = { language, texts: await textsOf(view.sections) }
  if (performance.now() - began > LOAD_TIMEOUT_MS) return
  const children = createElement(PageTexts, { value }, createElement(view, JSON.parse(props)))
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

const siteAlert = document.querySelector<HTMLFormElement>('.site-alert')
if (siteAlert) import('./site-alert.ts').then(({ dismissInPlace }) => dismissInPlace(siteAlert))
if (document.body.classList.contains('office')) import('./office.ts').then(({ helpOffice }) => helpOffice())
