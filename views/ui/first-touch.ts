import { type RefObject, useEffect } from 'react'

/** Calls `begin` when the form first gets focus, or at once when it already has focus or text. */
export const useFirstTouch = (form: RefObject<HTMLFormElement | null>, begin: () => void): void => {
  useEffect(() => {
    const element = form.current
    if (!element) return
    const filled = [...element.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')].some(i => i.value !== '')
    if (filled || element.contains(document.activeElement)) {
      begin()
      return
    }
    element.addEventListener('focusin', begin, { once: true })
    return () => element.removeEventListener('focusin', begin)
  }, [form, begin])
}
