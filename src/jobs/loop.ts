import { inNoRequest, type Log } from '../log.ts'

export interface Loop {
  /** After a stop it does nothing: a start that takes its time may be overtaken by one. */
  start(): void
  /** There is work now: looks at once, or when what is under way is done. */
  wake(): void
  /** Lets what is under way end, for so long; what takes longer is left to itself. */
  stop(milliseconds: number): Promise<void>
}

interface LoopWork {
  /** Does one piece; false: there is nothing to do now. */
  work(): Promise<boolean>
  /** When there will be; null: not known. */
  next(): Promise<Date | null>
  now(): Date
  /** Looked at least so often, since other processes bring work too. */
  longestMs: number
}

const SHORTEST_MS = 250

/** Does work as long as there is some, then sleeps until there is more. A failure is told and is no end. */
export const makeLoop = ({ work, next, now, longestMs }: LoopWork, log: Log): Loop => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let woken = false

  const turn = async (): Promise<void> => {
    let pauseMs = longestMs
    woken = false
    try {
      const at = await next()
      if (at && at <= now()) while (!stopped && (await work())) {}
      const then = at && at <= now() ? await next() : at
      if (then) pauseMs = Math.min(longestMs, Math.max(SHORTEST_MS, then.getTime() - now().getTime()))
    } catch (err) {
      log.error({ err }, 'a piece of repeated work failed')
    }
    if (!stopped) timer = setTimeout(begin, woken ? 0 : pauseMs)
  }
  const begin = () => {
    timer = undefined
    running = inNoRequest(turn)
  }
  return {
    start() {
      if (!stopped) begin()
    },
    wake() {
      woken = true
      if (!timer || stopped) return
      clearTimeout(timer)
      begin()
    },
    async stop(milliseconds) {
      stopped = true
      clearTimeout(timer)
      let limit: NodeJS.Timeout | undefined
      const enough = new Promise<void>(done => {
        limit = setTimeout(done, milliseconds)
      })
      await Promise.race([running, enough])
      clearTimeout(limit)
    },
  }
}
