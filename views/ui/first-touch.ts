import { type RefObject, useEffect } from 'react'

/** Begins with the first touch of a form; at once where something stands in it: typed before the script came, or kept. */
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
