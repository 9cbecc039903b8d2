import type { Deps } from './deps.ts'
import type { FailedJob } from './rules/job-status.ts'
import { listFailedJobs as findFailedJobs } from './store/jobs.ts'

/** Lists jobs that failed for good or wait for a retry after a failure. */
export const listFailedJobs = (deps: Deps) => (): Promise<FailedJob[]> => findFailedJobs(deps.db)
