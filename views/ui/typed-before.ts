import { useEffect, useRef } from 'react'

/** Reads a form once the script runs: what was typed or ticked before it came counts, too. */
export const useTypedBefore = (read: () => void): void => {
  const first = useRef(read)
  useEffect(() => first.current(), [])
}
