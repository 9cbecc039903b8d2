import { listUnits as list } from './store/content.ts'
import type { App } from "#src/context.ts";

/** Lists the units of the dictionary, which is open to everyone. */
export const listUnits = (app: App): Promise<number[]> => list(app.db)
