import { listUnits as list } from '../store/queries/content.ts'
import type { Deps } from './deps.ts'

/** The units of the dictionary, which are open to everyone (rules.md E7). */
export const listUnits = (deps: Deps) => (): Promise<number[]> => list(deps.db)
