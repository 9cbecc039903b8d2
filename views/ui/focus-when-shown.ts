import { type RefObject, useEffect, useState } from 'react'
import { useHydrated } from './hydrated.ts'

/** Focuses an element that replaces another without a page load. Does nothing on the first page load. */
export const useFocusWhenShown = (element: RefObject<HTMLElement | null>): void => {
  const [shownLater] = useState(useHydrated())
  useEffect(() => {
    if (shownLater) element.current?.focus()
  }, [shownLater, element])
}
