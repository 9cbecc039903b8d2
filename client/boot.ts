import { createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { type IslandView, idPrefix } from '#views/island.ts'

/** Hydrates the islands of a page. Pages without islands load no script, and every form works before hydration. */
const modules = import.meta.glob<{ default: IslandView<object> }>('../views/**/*.island.tsx')

const hydrate = async (host: HTMLElement) => {
  const { island: name = '', props = '{}' } = host.dataset
  const view = await modules[`../views/${name}.island.tsx`]?.()
  if (!view) return
  const children = createElement(view.default, JSON.parse(props))
  const root = hydrateRoot(host, createElement(MarkLive, { host, children }), { identifierPrefix: idPrefix(name) })
  roots.set(host, root)
}
const roots = new Map<HTMLElement, Root>()

/** Sets data-live after the island's effects have run. From then on the script handles clicks. */
const MarkLive = ({ host, children }: { host: HTMLElement; children: ReactNode }) => {
  useEffect(() => {
    host.dataset.live = 'yes'
  }, [host])
  return children
}

/** Islands hydrate when they become visible or get focus. */
const started = new WeakSet<HTMLElement>()
const visibility = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) start(target as HTMLElement)
})
const start = (host: HTMLElement) => {
  visibility.unobserve(host)
  if (started.has(host)) return
  started.add(host)
  hydrate(host)
}

const hydrateIslands = (root: ParentNode) => {
  const alert = document.querySelector<HTMLFormElement>('.site-alert')
  if (alert) import('./site-alert.ts').then(({ dismissInPlace }) => dismissInPlace(alert))
  for (const [host, root] of roots) {
    if (host.isConnected) continue
    root.unmount()
    roots.delete(host)
  }
  for (const host of root.querySelectorAll<HTMLElement>('[data-island]')) {
    if (host.dataset.eager) start(host)
    visibility.observe(host)
    host.addEventListener('focusin', () => start(host), { once: true })
  }
}
hydrateIslands(document)
if (document.body.classList.contains('office'))
  import('./office.ts').then(({ keepOffice }) => keepOffice(hydrateIslands))

/**
 * Opens links with data-dialog (Terms, Privacy, guides) in a dialog. The links still open as pages when the browser has
 * no dialogs, or when the script fails to load.
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
