import type { TroubledJob } from '../domain/job.ts'
import { listTroubledJobs } from '../store/queries/jobs.ts'
import type { Deps } from './deps.ts'

/** The jobs that staff should know of: failed for good, or waiting after a failure. */
export const listFailedJobs = (deps: Deps) => (): Promise<TroubledJob[]> => listTroubledJobs(deps.db)
