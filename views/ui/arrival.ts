import { type RefObject, useEffect, useState } from 'react'
import { useHydrated } from './hydrated.ts'

/** What is shown in place of something else, without a page load, takes the focus; what came with the page leaves it. */
export const useFocusOnArrival = (place: RefObject<HTMLElement | null>): void => {
  const [arrived] = useState(useHydrated())
  useEffect(() => {
    if (arrived) place.current?.focus()
  }, [arrived, place])
}
