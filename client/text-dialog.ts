import type { Texts } from '#src/texts/catalogues.ts'

/** Opens the text of the linked page in a dialog. Shows the dialog at once, and fills it when the text arrives. */
export const openTextDialog = async (link: HTMLAnchorElement, texts: Texts['ui']): Promise<void> => {
  if (document.querySelector('dialog[open]')) return
  const title = made('h2', { id: 'dialog-title', textContent: link.textContent })
  const head = made('form', { method: 'dialog', className: 'dialog-head' })
  head.append(title, made('button', { className: 'button button-quiet', textContent: texts.close }))
  const text = made('div', { className: 'dialog-text', textContent: texts.oneMoment })
  const dialog = made('dialog', { className: 'dialog' })
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.append(head, text)
  dialog.addEventListener('close', () => {
    dialog.remove()
    link.focus()
  })
  document.body.append(dialog)
  dialog.showModal()
  text.replaceChildren(await textOf(link.href, texts))
}

const made = <N extends keyof HTMLElementTagNameMap>(name: N, props: Partial<HTMLElementTagNameMap[N]>) =>
  Object.assign(document.createElement(name), props)

const textOf = async (href: string, texts: Texts['ui']): Promise<Node> => {
  const found = await fetch(href)
    .then(answer => answer.text())
    .then(html => new DOMParser().parseFromString(html, 'text/html').querySelector('.prose'))
    .catch(() => null)
  if (!found) return made('a', { href, target: '_blank', textContent: texts.openInWindow })
  found.querySelector('h1, [data-title]')?.remove()
  return document.importNode(found, true)
}
