import type { Platform } from './rules/platform.ts'
import { listAllPlatforms } from './store/platforms.ts'
import type { App } from "#src/context.ts";

/** Lists the LTI 1.3 platforms, inactive ones first. */
export const listPlatforms = (app: App): Promise<Platform[]> => listAllPlatforms(app.db)
