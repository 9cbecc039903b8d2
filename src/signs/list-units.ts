import type { Deps } from './deps.ts'
import { listUnits as list } from './store/content.ts'

/** Lists the units of the dictionary, which is open to everyone. */
export const listUnits = (deps: Deps): Promise<number[]> => list(deps.db)
