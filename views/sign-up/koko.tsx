import { Offline } from '../ui/offline.tsx'

export const KOKO = 'Koko has been playing with the cables again...'

/** The network error of the pay and join pages, in their own words (spec §2). */
export const Koko = (props: { retry: () => void; busy: boolean }) => <Offline what={KOKO} {...props} />
