import { Offline } from '../ui/offline.tsx'

/** The network error of the pay and join pages, in their own words (spec §2). */
export const Koko = (props: { retry: () => void; busy: boolean }) => (
  <Offline what="Koko has been playing with the cables again..." {...props} />
)
