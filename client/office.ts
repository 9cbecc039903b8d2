import { inputIn } from '#views/ui/form-fields.ts'
import { autoHide } from '#views/ui/notices-in-place.tsx'
import { searchAsTyped } from './lists.ts'
import { pollPage } from './poll.ts'

const PASSES_MS = 5000
/** As long as the server takes an undo. */
const UNDO_PASSES_MS = 30_000

/** Small helps on pages of the back-office. Links and forms are the browser's own. */
export const helpOffice = (): void => {
  showCurrentLink()
  pollPage()
  focusMessage()
  addCopyButtons()
  sendOnce()
  resetLookup()
  searchAsTyped()
  document.body.dataset.live = 'yes'
}

const showCurrentLink = (): void => {
  const rail = document.querySelector('.rail')
  const here = rail?.querySelector<HTMLElement>('[aria-current]')
  if (rail && here && here.offsetTop + here.offsetHeight > rail.clientHeight)
    rail.scrollTop = here.offsetTop - rail.clientHeight / 2
}

/**
 * Focuses the result of the last action, else the first wrong field, else the first result of Find, so that Enter opens
 * it, else the heading of what the page was opened for. A success message disappears after 5 seconds, with Undo after 30.
 */
const focusMessage = (): void => {
  const feedback = document.querySelector<HTMLElement>('main [data-feedback]')
  const notice = feedback?.closest<HTMLElement>('.notice')
  const first = (selector: string) => document.querySelector<HTMLElement>(selector)
  const at =
    notice ??
    first('main [aria-invalid=true], .hits[data-first-hits] tbody a') ??
    nextHeading() ??
    first('.hits tbody a')
  if (!at) return
  if (at.tabIndex < 0) at.tabIndex = -1
  at.focus()
  if (!notice || feedback?.dataset.feedback !== 'good') return
  notice.classList.add('notice-auto-hide')
  autoHide(
    notice.querySelector('.undo') ? UNDO_PASSES_MS : PASSES_MS,
    () => notice.matches(':hover'),
    () => notice.remove(),
  )
}

/** Returns the next step's heading, else that of what a look-up found, else the title above an empty look-up. */
const nextHeading = (): HTMLElement | null => {
  const next = document.querySelector<HTMLElement>('main [data-next]')
  const lookup = document.querySelector<HTMLFormElement>('main [data-lookup]')
  const isAsked = lookup?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.value
  if (next || !lookup) return next
  if (!isAsked) return document.activeElement?.matches('input') ? null : document.querySelector<HTMLElement>('main h1')
  const after = (heading: Element) => lookup.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING
  return [...document.querySelectorAll<HTMLElement>('main h2')].find(after) ?? null
}

/** Ignores a second press of a button while the answer to the first is on its way. */
const sendOnce = (): void => {
  let sent: { form: HTMLFormElement; button: HTMLElement | null } | null = null
  const release = () => {
    sent?.button?.removeAttribute('aria-busy')
    sent = null
  }
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.target) return
    if (sent?.form === form) return event.preventDefault()
    sent = { form, button: event.submitter ?? null }
    sent.button?.setAttribute('aria-busy', 'true')
    setTimeout(release, PASSES_MS)
  })
  // Back may restore the page with its buttons still busy.
  addEventListener('pageshow', release)
}

/** Removes the result of a look-up when its box is emptied. */
const resetLookup = (): void => {
  document.addEventListener('input', event => {
    const { form, value } = inputIn(event) ?? {}
    if (value !== '' || !form?.dataset.resets) return
    for (const box of form.querySelectorAll('[aria-invalid]')) box.removeAttribute('aria-invalid')
    form.querySelector('.problem')?.remove()
    const lookup = form.closest('.panel')
    while (lookup?.nextElementSibling) lookup.nextElementSibling.remove()
  })
}

const addCopyButtons = (): void => {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy' })
    const copied = text.textContent ?? ''
    const says = (word: string) => {
      button.textContent = word
      button.ariaLabel = `${word} ${copied}`
    }
    says('Copy')
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard?.writeText(copied).then(
        () => true,
        () => false,
      )
      // Without permission or https, the text is selected for the copy keys instead.
      if (!done) return getSelection()?.selectAllChildren(text)
      says('Copied')
      setTimeout(says, 2000, 'Copy')
    })
    text.after(button)
  }
}
