import type { Log } from '../log.ts'
import type { Database } from '../store/db.ts'
import { type DiaryLine, isRefused, saveDiaryLines } from '../store/queries/launch-diary.ts'

/** The launch diary: every launch, good or refused, written behind the answers, many in one statement. */
export interface Diary {
  write(line: DiaryLine): void
  /** Writes what is waiting; the server calls it before it stops. */
  flush(): Promise<void>
}

const WAIT_MS = 250
/** In an outage lines are dropped rather than held without end. */
const MOST_WAITING = 5000
/** Of launches that are refused, so many lines a minute: a whole school whose secret is wrong, and no flood of a stranger's. */
const MOST_REFUSED = 1000
const MINUTE_MS = 60_000

export const makeDiary = (db: Database, log: Log, onLine: (line: DiaryLine) => void = () => {}): Diary => {
  let waiting: DiaryLine[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const refused = { minute: 0, lines: 0 }
  const isTooMuch = (line: DiaryLine): boolean => {
    if (!isRefused(line)) return false
    const minute = Math.floor((line.at?.getTime() ?? 0) / MINUTE_MS)
    if (minute !== refused.minute) Object.assign(refused, { minute, lines: 0 })
    if (++refused.lines === MOST_REFUSED + 1) log.warn('more launches are refused than the diary keeps')
    return refused.lines > MOST_REFUSED
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = []
    if (lines.length > 0) {
      writing = writing
        .then(() => saveDiaryLines(db, lines))
        .catch(err => log.error({ err, lines: lines.length }, 'diary lines were lost'))
    }
    return writing
  }
  return {
    write(line) {
      onLine(line)
      if (isTooMuch(line)) return
      if (waiting.length < MOST_WAITING) waiting.push(line)
      timer ??= setTimeout(flush, WAIT_MS)
    },
    flush,
  }
}
