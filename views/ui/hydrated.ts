import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the first render, true after hydration. Use it for anything that only works with
 * JavaScript.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
