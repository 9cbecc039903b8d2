import { fieldsOf } from '#views/ui/form-fields.ts'

/**
 * Dismisses the site notice in the background, so that nothing typed is lost. The answer sets a cookie; if the call
 * fails, the next page shows the notice again.
 */
export const dismissInPlace = (form: HTMLFormElement): void => {
  let previousFocus: HTMLElement | null = null
  form.addEventListener('focusin', ({ relatedTarget }) => {
    previousFocus = relatedTarget instanceof HTMLElement ? relatedTarget : null
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    const body = new URLSearchParams(fieldsOf(form))
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
    const hadFocus = form.contains(document.activeElement)
    form.remove()
    if (hadFocus) restoreFocus(previousFocus)
  })
  form.dataset.live = 'yes'
}

/** Returns the focus to the element that had it before, else to the page heading. */
const restoreFocus = (previous: HTMLElement | null): void => {
  const target = previous?.isConnected ? previous : document.querySelector('h1')
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus()
}
