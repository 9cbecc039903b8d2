/**
 * Keeps a staff page up to date while it is visible. Every `data-poll` seconds it fetches the page again and replaces the
 * parts marked `data-polled` that changed; a part that has the focus waits. It stops when the fetched page has no
 * `data-poll`. If a part is missing there, the page shows something else by then and is loaded again.
 */
export const pollPage = (): void => {
  const seconds = Number(document.querySelector<HTMLElement>('[data-poll]')?.dataset.poll)
  if (!seconds) return
  const address = location.pathname + location.search
  /** The parts as the server sent them. On the page, scripts change them. */
  const sent = new Map(partsOf(document).map(part => [part.id, part.innerHTML]))
  const poll = async () => {
    if (document.hidden) return document.addEventListener('visibilitychange', poll, { once: true })
    try {
      const response = await fetch(address)
      // The session has ended.
      if (response.redirected || response.status === 401) return
      if (response.ok) {
        const page = await documentOf(response)
        const isLast = !page.querySelector('[data-poll]')
        if (isLast && [...sent.keys()].some(id => !page.getElementById(id))) return location.replace(address)
        for (const part of partsOf(page)) update(part, sent)
        if (isLast) return
      }
    } catch {
      // The server was not reached. The next poll may reach it.
    }
    setTimeout(poll, seconds * 1000)
  }
  setTimeout(poll, seconds * 1000)
}

export const documentOf = async (answer: Response): Promise<Document> =>
  new DOMParser().parseFromString(await answer.text(), 'text/html')

const partsOf = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-polled]')]

/** Replaces a part of the page by the fetched one, unless it is the same as sent before or has the focus. */
const update = (fetched: HTMLElement, sent: Map<string, string>): void => {
  const { id, innerHTML, childNodes } = fetched
  const shown = document.getElementById(id)
  if (!shown || sent.get(id) === innerHTML || shown.contains(document.activeElement)) return
  sent.set(id, innerHTML)
  shown.replaceChildren(...childNodes)
}
