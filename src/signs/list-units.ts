import type { Needs } from '#src/context.ts'
import { listUnits as list } from './store/content.ts'

/** Lists the units of the dictionary, which is open to everyone. */
export const listUnits = (app: Needs<'db'>): Promise<number[]> => list(app.db)
