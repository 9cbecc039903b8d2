import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { type IslandView, idPrefix } from '#views/island.ts'

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
  const alert = document.querySelector<HTMLFormElement>('.site-alert')
  if (alert) import('./site-alert.ts').then(({ dismissInPlace }) => dismissInPlace(alert))
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
if (document.body.classList.contains('office')) import('./office.ts').then(({ keepOffice }) => keepOffice(awaken))

/**
 * Terms, Privacy and guides as dialogs: a link with data-dialog opens its page's text in place. The links work without
 * this, as pages of their own; so they do where a browser has no dialogs, or what opens them cannot be fetched.
 */
if ('HTMLDialogElement' in window)
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-dialog]')
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    import('./text-dialog.ts').then(
      ({ openTextDialog }) => openTextDialog(link),
      () => location.assign(link.href),
    )
  })
