import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import { type DiaryLine, isRefused, saveDiaryLines } from './store/launch-diary.ts'

/** Launch diary: a log of every launch, accepted or refused. Lines are written after the reply, many per statement. */
export interface Diary {
  write(line: DiaryLine): void
  /** Writes pending lines. Call it before the server stops. */
  flush(): Promise<void>
}

const WAIT_MS = 250
/** During an outage further lines are dropped. */
const MOST_WAITING = 5000
/** Refused launches kept per minute: enough for a school with a wrong secret, but not for a flood from a stranger. */
const MOST_REFUSED = 1000
const MINUTE_MS = 60_000

export const makeDiary = (db: Database, log: Log, onLine: (line: DiaryLine) => void = () => {}): Diary => {
  let waiting: DiaryLine[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const refused = { minute: 0, lines: 0 }
  const isOverLimit = (line: DiaryLine): boolean => {
    if (!isRefused(line)) return false
    const minute = Math.floor((line.at?.getTime() ?? 0) / MINUTE_MS)
    if (minute !== refused.minute) Object.assign(refused, { minute, lines: 0 })
    if (++refused.lines === MOST_REFUSED + 1) log.warn('too many refused launches; the diary drops some')
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
      if (isOverLimit(line)) return
      if (waiting.length < MOST_WAITING) waiting.push(line)
      timer ??= setTimeout(flush, WAIT_MS)
    },
    flush,
  }
}
