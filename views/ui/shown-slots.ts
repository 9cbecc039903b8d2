import { useEffect } from 'react'

/** Event of the document: the page shows another step, whose slots of signed help are the detail. */
const SHOWN = 'signbook-step'

/** Tells signed help, an island of its own, which step is shown. */
export const useTellSlots = (slots: string[]): void => {
  const key = slots.join(' ')
  useEffect(() => {
    document.dispatchEvent(new CustomEvent(SHOWN, { detail: key.split(' ') }))
  }, [key])
}

/** Calls `show` with the slots of each step that the page shows. */
export const useShownSlots = (show: (slots: string[]) => void): void => {
  useEffect(() => {
    const listen = (event: Event) => {
      if (event instanceof CustomEvent) show(event.detail)
    }
    document.addEventListener(SHOWN, listen)
    return () => document.removeEventListener(SHOWN, listen)
  }, [show])
}
