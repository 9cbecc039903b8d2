import type { Deps } from './deps.ts'
import type { Platform } from './rules/platform.ts'
import { listAllPlatforms } from './store/platforms.ts'

/** Lists the LTI 1.3 platforms, inactive ones first. */
export const listPlatforms = (deps: Deps) => (): Promise<Platform[]> => listAllPlatforms(deps.db)
