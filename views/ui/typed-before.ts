import { useEffect, useRef } from 'react'

/** Calls `read` once after hydration, to pick up text typed before the script ran. */
export const useTypedBefore = (read: () => void): void => {
  const first = useRef(read)
  useEffect(() => first.current(), [])
}
