import { fieldsOf } from './fields.ts'

/**
 * The notice for everybody is dismissed in place, so that nothing half typed is lost: its own form, sent beside the page.
 * The answer's cookie keeps it away; where none comes, the next page shows it again.
 */
export const dismissInPlace = (alert: HTMLFormElement): void => {
  let before: HTMLElement | null = null
  alert.addEventListener('focusin', ({ relatedTarget }) => {
    before = relatedTarget as HTMLElement | null
  })
  alert.addEventListener('submit', event => {
    event.preventDefault()
    const body = fieldsOf(alert)
    fetch(alert.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
    const hadFocus = alert.contains(document.activeElement)
    alert.remove()
    if (hadFocus) goOnAt(before)
  })
  alert.dataset.live = 'yes'
}

/** Where one was before, like the box with half a code; else at the top of the page. */
const goOnAt = (before: HTMLElement | null): void => {
  const at = before?.isConnected ? before : document.querySelector('h1')
  if (!at) return
  if (at.tabIndex < 0) at.tabIndex = -1
  at.focus()
}
