import { documentOf } from './poll.ts'

const PAUSE_MS = 250

/** Searches a list of staff as one types. The form works without it. */
export const helpLists = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-list]')
  if (!form) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  const search = async () => {
    last?.abort()
    last = new AbortController()
    const address = addressOf(form)
    const answer = await fetch(address, { signal: last.signal }).catch(() => null)
    if (!answer?.ok || answer.redirected) return
    const page = await documentOf(answer)
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
