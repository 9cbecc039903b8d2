import type { TroubledJob } from '../domain/job.ts'
import { listTroubledJobs } from '../store/queries/jobs.ts'
import type { Deps } from './deps.ts'

/** Lists jobs that failed for good or wait for a retry after a failure. */
export const listFailedJobs = (deps: Deps) => (): Promise<TroubledJob[]> => listTroubledJobs(deps.db)
