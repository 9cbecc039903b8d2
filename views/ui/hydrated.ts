import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first drawing, true once the script runs: what only a script can undo waits for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
