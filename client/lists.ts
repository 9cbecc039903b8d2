import { fieldsOf } from '#views/ui/form-fields.ts'
import { documentOf } from './poll.ts'

/** Pause in typing after which the search begins. */
const PAUSE_MS = 250

/** Searches a list of staff as one types, by fetching the page that its form opens. The form works without it. */
export const searchAsTyped = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-list]')
  if (!form) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: AbortController | undefined
  const search = async () => {
    last?.abort()
    last = new AbortController()
    const address = addressOf(form)
    const response = await fetch(address, { signal: last.signal }).catch(() => null)
    // A redirect leads to the login page: the session has ended.
    if (!response?.ok || response.redirected) return
    const page = await documentOf(response)
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
  const filled = fieldsOf(form).filter(([, value]) => value !== '')
  return `${form.getAttribute('action')}?${new URLSearchParams(filled)}`
}
