import type { Log } from '../log.ts'
import type { Database } from '../store/db.ts'
import { type DiaryLine, saveDiaryLines } from '../store/queries/launch-diary.ts'

/** The launch diary: every launch, good or refused, written behind the answers, many in one statement. */
export interface Diary {
  write(line: DiaryLine): void
  /** Writes what is waiting; the server calls it before it stops. */
  flush(): Promise<void>
}

const WAIT_MS = 250
/** In an outage lines are dropped rather than held without end. */
const MOST_WAITING = 5000

export const makeDiary = (db: Database, log: Log, onLine: (line: DiaryLine) => void = () => {}): Diary => {
  let waiting: DiaryLine[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
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
      if (waiting.length < MOST_WAITING) waiting.push(line)
      timer ??= setTimeout(flush, WAIT_MS)
    },
    flush,
  }
}
