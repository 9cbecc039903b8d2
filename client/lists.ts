const PAUSE_MS = 250

/** Searches a list of staff as one types, and moves between its rows by keyboard. The form works without it. */
export const helpLists = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-list]')
  if (!form) return
  searchAsTyped(form)
  moveByKey(form)
}

const searchAsTyped = (form: HTMLFormElement): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  const search = async () => {
    last?.abort()
    last = new AbortController()
    const address = addressOf(form)
    const answer = await fetch(address, { signal: last.signal }).catch(() => null)
    if (!answer?.ok || answer.redirected) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    for (const id of ['list-count', 'list-rows'])
      document.getElementById(id)?.replaceChildren(...(page.getElementById(id)?.childNodes ?? []))
    history.replaceState(null, '', address)
  }
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE_MS)
  })
}

/** Returns the address that the form would open, without its empty fields. */
const addressOf = (form: HTMLFormElement): string => {
  const given = [...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]))
  return `${form.getAttribute('action')}?${new URLSearchParams(given)}`
}

/** j and k move between rows, Enter opens the row, / goes to the search box, and the arrow down leaves it. */
const moveByKey = (form: HTMLFormElement): void => {
  const box = form.querySelector<HTMLInputElement>('input[type=search]')
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const { target } = event
    const isTyping = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    if (isTyping && !(target === box && event.key === 'ArrowDown')) return
    if (event.key === '/') box?.focus()
    else if (event.key === 'j' || isTyping) moveBy(1)
    else if (event.key === 'k') moveBy(-1)
    else return
    event.preventDefault()
  }
  // Runs before the handler of the search box in the bar, which uses / on pages without a list.
  document.addEventListener('keydown', press, { capture: true })
}

const moveBy = (step: number): void => {
  const links = [...document.querySelectorAll('#list-rows tbody tr')].flatMap(
    row => row.querySelector<HTMLElement>('a, button') ?? [],
  )
  const at = links.findIndex(link => link.closest('tr')?.contains(document.activeElement))
  links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
}
