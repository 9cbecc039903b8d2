import type { Deps } from './deps.ts'
import type { TroubledJob } from './rules/job-status.ts'
import { listTroubledJobs } from './store/jobs.ts'

/** Lists jobs that failed for good or wait for a retry after a failure. */
export const listFailedJobs = (deps: Deps) => (): Promise<TroubledJob[]> => listTroubledJobs(deps.db)
