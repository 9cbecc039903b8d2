import { withTimeout } from '../clock.ts'
import { type Log, outsideRequest } from '../log.ts'

interface PollerOptions {
  /** Does one piece of work. Returns false if there was nothing to do. */
  work(): Promise<boolean>
  /** Returns the time when work is due, or null if that is not known. */
  next(): Promise<Date | null>
  now(): Date
  /** The longest pause between two runs. Other processes create work without waking this one. */
  longestMs: number
}

export type Poller = ReturnType<typeof makePoller>

const MIN_PAUSE_MS = 250

/** Polls for work: runs it until none is left, then sleeps until more is due. Logs a failed run and continues. */
export const makePoller = ({ work, next, now, longestMs }: PollerOptions, log: Log) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let woken = false

  const runOnce = async (): Promise<void> => {
    let pauseMs = longestMs
    woken = false
    try {
      const at = await next()
      if (at && at <= now()) while (!stopped && (await work())) {}
      const nextAt = at && at <= now() ? await next() : at
      if (nextAt) pauseMs = Math.min(longestMs, Math.max(MIN_PAUSE_MS, nextAt.getTime() - now().getTime()))
    } catch (err) {
      log.error({ err }, 'polling failed')
    }
    if (!stopped) timer = setTimeout(run, woken ? 0 : pauseMs)
  }
  const run = () => {
    timer = undefined
    running = outsideRequest(runOnce)
  }
  return {
    /** Does nothing after `stop`, which may be called while a slow start is still under way. */
    start(): void {
      if (!stopped) run()
    },
    /** Runs the work now, or right after the current run. */
    wake(): void {
      woken = true
      if (!timer || stopped) return
      clearTimeout(timer)
      run()
    },
    /** Waits up to `milliseconds` for the current run to end; does not abort it. */
    async stop(milliseconds: number): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await withTimeout(milliseconds, () => running).catch(() => {})
    },
  }
}
