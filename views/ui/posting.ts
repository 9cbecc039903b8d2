import { useState } from 'react'

/**
 * Timeout of the health check. Browsers drop the user activation after five seconds, and with it the right to open the
 * top window.
 */
const TIMEOUT_MS = 4000
/** After this time the button is enabled again, in case the post was cancelled or never answered. */
const REENABLE_MS = 10_000

/**
 * Posts a form whose answer replaces the page. Checks first that the server answers, because a browser would replace
 * the page with its own error page.
 */
export const usePosting = () => {
  const [posting, setPosting] = useState(false)
  const [unreachable, setUnreachable] = useState(false)

  const postWhenOnline = async (form: HTMLFormElement | null | undefined, intent: string, target = '') => {
    if (posting || !form) return
    setPosting(true)
    const reachable = await isReachable()
    setUnreachable(!reachable)
    if (!reachable) return setPosting(false)
    post(form, intent, target)
    setTimeout(setPosting, REENABLE_MS, false)
  }
  return { posting, unreachable, postWhenOnline }
}

/** Submits the form as if its button with this intent had been pressed. */
export const post = (form: HTMLFormElement, intent: string, target = ''): void => {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'intent', value: intent })
  form.append(field)
  form.target = target
  form.submit()
  // The browser has read the fields by now. A later press may have another intent.
  field.remove()
}

/**
 * A proxy may refuse /healthz while the server is up, so 4xx counts as reachable. A proxy without a server answers 502
 * to 504.
 */
const isReachable = (): Promise<boolean> =>
  Promise.race([
    fetch('/healthz').then(
      ({ status }) => status < 500,
      () => false,
    ),
    new Promise<false>(done => setTimeout(done, TIMEOUT_MS, false)),
  ])
