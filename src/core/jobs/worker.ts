import { type Log, outsideRequest } from '../log.ts'

export interface Worker<Job> {
  /** Claims jobs now, or right after the current claim. Starts the worker when called first. */
  wake(): void
  /** Waits up to `milliseconds` for running jobs to end. Returns those that did not. */
  stop(milliseconds: number): Promise<Job[]>
}

interface WorkerOptions<Job> {
  /** Number of jobs that run at a time. */
  atOnce: number
  /** Largest number of jobs that are claimed together. */
  perClaim?: number
  /** The longest pause between two claims. Other processes create jobs without waking this worker. */
  pollMs: number
  /** Claims up to `most` due jobs. */
  claim(most: number): Promise<Job[]>
  /** Runs one job to its end; never throws. */
  run(job: Job): Promise<void>
  /** Gives back jobs that were claimed while the worker stopped. */
  giveBack(jobs: Job[]): Promise<void>
}

/** Claims and runs the jobs of one queue: a job that ends makes room for the next, whatever the others do. */
export const makeWorker = <Job>(
  { atOnce, perClaim = atOnce, pollMs, claim, run, giveBack }: WorkerOptions<Job>,
  log: Log,
): Worker<Job> => {
  const running = new Map<Job, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> | undefined
  let again = false
  let stopping = false
  let failing = false

  /** Returns whether there may be more. */
  const claimSome = async (): Promise<boolean> => {
    const free = Math.min(atOnce - running.size, perClaim)
    if (free === 0 || stopping) return false
    const jobs = await claim(free)
    failing = false
    if (stopping) await giveBack(jobs)
    else for (const job of jobs) begin(job)
    return !stopping && jobs.length === free
  }
  const begin = (job: Job): void => {
    const ended = () => {
      running.delete(job)
      wake()
    }
    running.set(job, run(job).then(ended))
  }
  const claimAll = async (): Promise<void> => {
    try {
      do {
        again = false
        while (await claimSome()) {}
      } while (again)
    } catch (err) {
      if (!failing) log.warn({ err }, 'jobs could not be claimed')
      failing = true
    }
    claiming = undefined
    if (!stopping) timer = setTimeout(wake, pollMs)
  }
  const wake = (): void => {
    if (stopping) return
    again = true
    clearTimeout(timer)
    claiming ??= outsideRequest(claimAll)
  }

  return {
    wake,
    async stop(milliseconds) {
      stopping = true
      clearTimeout(timer)
      await claiming
      let timeoutId: NodeJS.Timeout | undefined
      const timeout = new Promise<void>(done => {
        timeoutId = setTimeout(done, milliseconds)
      })
      await Promise.race([Promise.all(running.values()), timeout])
      clearTimeout(timeoutId)
      return [...running.keys()]
    },
  }
}
