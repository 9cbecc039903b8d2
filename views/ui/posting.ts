import { useState } from 'react'

/** A browser forgets a press after five seconds, and with it that a frame may open the top window. */
const WAIT_MS = 4000
/** Stopped by hand or never answered: from then on the button may be pressed again. */
const UNDER_WAY_MS = 10_000

/**
 * A form that posts by itself, since its answer takes the place of the page. A browser that gets no answer puts its own
 * error page there: our server is asked for first, and while it is away the page stays.
 */
export const usePosting = () => {
  const [posting, setPosting] = useState(false)
  const [away, setAway] = useState(false)

  const postWhenThere = async (form: HTMLFormElement | null | undefined, intent: string, target = '') => {
    if (posting || !form) return
    setPosting(true)
    const there = await isThere()
    setAway(!there)
    if (!there) return setPosting(false)
    post(form, intent, target)
    setTimeout(setPosting, UNDER_WAY_MS, false)
  }
  return { posting, away, postWhenThere }
}

/** As if the button had been pressed in a browser without a script. */
export const post = (form: HTMLFormElement, intent: string, target = ''): void => {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'intent', value: intent })
  form.append(field)
  form.target = target
  form.submit()
  // What is sent was read by now: a next press is another wish.
  field.remove()
}

/** A proxy that refuses this address says that something is there; one whose server is gone answers 502 to 504. */
const isThere = (): Promise<boolean> =>
  Promise.race([
    fetch('/healthz').then(
      ({ status }) => status < 500,
      () => false,
    ),
    new Promise<false>(done => setTimeout(done, WAIT_MS, false)),
  ])
