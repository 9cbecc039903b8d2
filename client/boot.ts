import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { type IslandView, idPrefix } from '#views/island.ts'
import { openTextDialogs } from './dialogs.ts'

/** Brings the islands of a page to life. A page without islands loads none of this; every form works before it. */
const modules = import.meta.glob<{ default: IslandView<object> }>('../views/**/*.island.tsx')

const hydrate = async (host: HTMLElement) => {
  const { island: name = '', props = '{}' } = host.dataset
  const view = await modules[`../views/${name}.island.tsx`]?.()
  if (!view) return
  const children = createElement(view.default, JSON.parse(props))
  const root = hydrateRoot(host, createElement(Alive, { host, children }), { identifierPrefix: idPrefix(name) })
  roots.set(host, root)
}
const roots = new Map<HTMLElement, Root>()

/** Marks the host once the island's own effects have run: from here on a click is the script's, not the form's. */
const Alive = ({ host, children }: { host: HTMLElement; children: ReactNode }) => {
  useEffect(() => {
    host.dataset.live = 'yes'
  }, [host])
  return children
}

/** An island waits until it is seen or touched. */
const begun = new WeakSet<HTMLElement>()
const seen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) begin(target as HTMLElement)
})
const begin = (host: HTMLElement) => {
  seen.unobserve(host)
  if (begun.has(host)) return
  begun.add(host)
  hydrate(host)
}

const awaken = (root: ParentNode) => {
  for (const [host, root] of roots) {
    if (host.isConnected) continue
    root.unmount()
    roots.delete(host)
  }
  for (const host of root.querySelectorAll<HTMLElement>('[data-island]')) {
    if (host.dataset.eager) begin(host)
    seen.observe(host)
    host.addEventListener('focusin', () => begin(host), { once: true })
  }
}
awaken(document)
openTextDialogs()
if (document.body.classList.contains('office')) import('./office.ts').then(({ keepOffice }) => keepOffice(awaken))
