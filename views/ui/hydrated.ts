import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render, true after hydration: for what only works with JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Focuses an element that replaces another without a page load. Does nothing on the first page load. */
export const useFocusWhenShown = (element: RefObject<HTMLElement | null>): void => {
  const [shownLater] = useState(useHydrated())
  useEffect(() => {
    if (shownLater) element.current?.focus()
  }, [shownLater, element])
}

/** Shows the signed help of the step that a script shows now: of the first of these slots that has a clip. */
export const useSlots = (slots: string[]): void => {
  useEffect(() => {
    const shown = slots.find(slot => document.querySelector(`[data-help=${slot}]`))
    for (const clip of document.querySelectorAll<HTMLElement>('[data-help]')) clip.hidden = clip.dataset.help !== shown
  })
}

/** Backoff between polls: about three minutes in all. */
const DELAYS_MS = [1500, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000, 45_000, 60_000]

/** Polls the page and reloads it once its HTML does not contain `mark` any more. */
export const useReloadWhenGone = (mark: string, isOn = true): void => {
  useEffect(() => {
    if (!isOn) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const poll = ([wait, ...rest]: number[]) => {
      if (wait === undefined) return
      timer = setTimeout(async () => {
        const text = await fetch(location.href).then(
          answer => (answer.ok ? answer.text() : null),
          () => null,
        )
        if (stopped) return
        // Keep polling when the server does not answer.
        if (text === null || text.includes(mark)) poll(rest)
        else location.reload()
      }, wait)
    }
    poll(DELAYS_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [mark, isOn])
}

/** True for people who ask their device for less motion. */
export const wantsStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns what this browser keeps under a name; null for nothing, also where it keeps nothing at all. */
export const readKept = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a choice in this browser. Where it keeps nothing, the choice lasts until the page is left. */
export const keepInBrowser = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A private window, or site data that is blocked.
  }
}
